/// The rate and format of an asynchronous serial line.
struct UARTFormat: Hashable, Sendable {
  /// The rate, bits per second.
  var baud: Int
  /// The number of bit times of a byte: start bit, data, parity and stop bits.
  var bitsPerByte = bitsOfByte
  /// The number of bit times of a byte without parity: a start bit, eight data bits and a stop bit.
  static let bitsOfByte = 10

  /// The time that a byte takes, rounded up to a nanosecond.
  var byteTime: Duration {
    .nanoseconds((Int64(bitsPerByte) * 1_000_000_000 + Int64(baud) - 1) / Int64(baud))
  }

  /// Returns the bytes that a receiver makes of bytes sent back to back at another rate.
  ///
  /// The receiver waits for a falling edge, samples the middle of each bit of its own rate, takes eight data bits, and
  /// drops a byte whose stop bit is low (framing error), until the line is high again. Up to about 5 % of difference
  /// nothing is lost.
  ///
  /// - Parameters:
  ///   - bytes: The bytes sent, eight data bits and one stop bit each, after an idle line.
  ///   - sending: The sender's rate, bits per second.
  ///   - reading: The receiver's rate, bits per second.
  /// - Returns: The bytes received, in their order.
  static func received(_ bytes: [UInt8], sentAt sending: Int, readAt reading: Int) -> [UInt8] {
    guard sending != reading else { return bytes }
    // In ticks, of which a bit of the sender has 2 * reading, and one of the receiver 2 * sending.
    let (sentBit, readBit) = (2 * reading, 2 * sending)
    let end = bytes.count * 10 * sentBit
    func isHigh(_ tick: Int) -> Bool {
      guard tick < end else { return true }
      let bit = tick / sentBit
      switch bit % 10 {
      case 0: return false
      case 9: return true
      default: return bytes[bit / 10] >> UInt8(bit % 10 - 1) & 1 == 1
      }
    }
    var received: [UInt8] = []
    var tick = 0
    while tick < end {
      guard !isHigh(tick) else {
        tick = (tick / sentBit + 1) * sentBit
        continue
      }
      let middle = tick + readBit / 2
      guard !isHigh(middle) else {
        tick = middle
        continue
      }
      let byte = (1...8).reduce(UInt8(0)) { byte, bit in
        byte | (isHigh(middle + bit * readBit) ? 1 << UInt8(bit - 1) : 0)
      }
      tick = middle + 9 * readBit
      if isHigh(tick) {
        received.append(byte)
      } else {
        while !isHigh(tick) { tick = (tick / sentBit + 1) * sentBit }
      }
    }
    return received
  }
}
