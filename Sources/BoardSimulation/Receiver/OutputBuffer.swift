/// The messages that wait at a port of a receiver.
///
/// A message that does not fit is lost as a whole and counted.
struct OutputBuffer: Sendable {
  /// The number of bytes in messages that were lost because the buffer was full.
  private(set) var lostBytes = 0
  /// The number of bytes taken, and the largest number that ever waited.
  private(set) var sentBytes = 0, peak = 0
  /// The part's present defects; the buffer simulates `overflow` and `crc`.
  var defects = PartDefects()

  private var bytes: [UInt8] = []
  /// The number of bytes at the front of `bytes` that have been taken.
  private var takenCount = 0

  /// The capacity of the buffer, bytes.
  static let capacity = 4096
  /// The remaining capacity while the defect `overflow` fills the rest, bytes.
  private static let crowdedCapacity = 64

  /// The number of bytes waiting.
  var waiting: Int { bytes.count - takenCount }

  /// Returns up to `count` next bytes without removing them.
  func head(_ count: Int) -> [UInt8] { Array(bytes.dropFirst(takenCount).prefix(count)) }

  /// Adds a message, or counts it as lost if the buffer is full.
  mutating func append(_ message: [UInt8]) {
    let room = defects.contains(.overflow) ? Self.crowdedCapacity : Self.capacity
    guard waiting + message.count <= room else {
      lostBytes += message.count
      return
    }
    if takenCount > Self.capacity { discardTaken() }
    bytes.append(contentsOf: message)
    if defects.contains(.crc), message.starts(with: [0xB5, 0x62]) {
      bytes[bytes.count - 1] ^= 0x55
    }
    peak = max(peak, waiting)
  }

  /// Takes the next byte; `nil` if none waits.
  mutating func takeByte() -> UInt8? {
    guard waiting > 0 else { return nil }
    takenCount += 1
    sentBytes += 1
    return bytes[takenCount - 1]
  }

  /// Gives the memory of taken bytes back once all have been taken.
  mutating func tidy() {
    if waiting == 0 { discardTaken() }
  }

  private mutating func discardTaken() {
    bytes.removeFirst(takenCount)
    takenCount = 0
  }
}
