import SensorDrivers

/// A bus with only a receiver's DDC interface: the length, the stream, and the bytes written.
///
/// The receiver answers UBX messages with `answers`, and may report a wrong length.
final class StreamBus: I2CBus {
  var waiting: [UInt8] = []
  /// The contents of the length registers for the next polls, in place of the true lengths.
  var bogusLengths: [[UInt8]] = []
  /// The answers to UBX messages by message ID, used in order; an empty answer is silence.
  var answers: [UBXMessageID: [[UInt8]]] = [:]
  private(set) var writes: [[UInt8]] = []
  private(set) var readLengths: [Int] = []
  private var scanner = UBXScanner()

  func transfer(
    with address: I2CAddress, writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {
    if bytes.array == [0xFD] {
      let length = [UInt8(waiting.count >> 8), UInt8(waiting.count & 0xFF)]
      let told = bogusLengths.isEmpty ? length : bogusLengths.removeFirst()
      (buffer[0], buffer[1]) = (told[0], told[1])
    } else if bytes.isEmpty {
      readLengths.append(buffer.count)
      let count = min(buffer.count, waiting.count)
      for index in 0..<buffer.count { buffer[index] = index < count ? waiting[index] : 0xFF }
      waiting.removeFirst(count)
    } else {
      writes.append(bytes.array)
      for frame in scanner.frames(in: bytes.array) { answer(frame.messageID) }
    }
  }

  private func answer(_ messageID: UBXMessageID) {
    guard var left = answers[messageID], !left.isEmpty else { return }
    waiting += left.removeFirst()
    answers[messageID] = left
  }
}
