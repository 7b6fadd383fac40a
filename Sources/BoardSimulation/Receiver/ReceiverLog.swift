internal import Bytes
internal import GNSSBasics
internal import NMEA
internal import SensorDrivers

/// A receiver's recorded output, UBX or NMEA or both, divided into epochs.
///
/// An epoch lasts from one time stamp to the next. Time stamps are the time of week in UBX-NAV messages and
/// the time of day in GGA, RMC, GLL, GST, GNS and ZDA. A message without a time belongs to the epoch before
/// it. Bytes outside of complete messages with a correct checksum are left out and counted.
public struct ReceiverLog: Hashable, Sendable {
  /// An epoch of the log.
  public struct Epoch: Hashable, Sendable {
    /// The time since the first epoch.
    public var time: Duration
    /// The epoch's messages, in order.
    public var messages: [[UInt8]]
  }

  /// The epochs in order; at least one.
  public private(set) var epochs: [Epoch] = []
  /// The number of bytes outside of messages, and in messages before the first time stamp.
  public private(set) var skippedBytes = 0
  /// Whether the log has positions in UBX (NAV-PVT); otherwise it has them in NMEA (GGA).
  public private(set) var isUBX = false

  /// The time from the log's first epoch to its last.
  public var duration: Duration { epochs.last?.time ?? .zero }

  /// The median time between epochs; one second for a log with a single epoch.
  public var period: Duration {
    let steps = zip(epochs, epochs.dropFirst()).map { $1.time - $0.time }.sorted()
    return steps.isEmpty ? .seconds(1) : steps[steps.count / 2]
  }

  /// Reads a log from its bytes.
  ///
  /// - Throws: ``ReceiverLogError``.
  public init(_ bytes: [UInt8]) throws(ReceiverLogError) {
    var reader = LogReader(bytes)
    while let message = reader.next() { try add(message) }
    skippedBytes += reader.skippedBytes
    guard reader.messages > 0 else { throw .noMessages(bytes: bytes.count) }
    guard reader.hasPVT || reader.hasGGA else { throw .noPositions(messages: reader.messages) }
    guard !epochs.isEmpty else { throw .noTimes(messages: reader.messages) }
    isUBX = reader.hasPVT
  }

  /// The time of day of the latest epoch.
  private var latest = Duration.zero

  private mutating func add(_ message: LogReader.Message) throws(ReceiverLogError) {
    guard let time = message.timeOfDay else { return append(message.bytes) }
    var step = epochs.isEmpty ? .zero : time - latest
    if step < .seconds(-43_200) { step += .seconds(86_400) }  // past midnight
    if step < .seconds(-10) { throw .backwards(byte: message.offset) }
    // Time stamps of one epoch differ by a few milliseconds when hundredths are truncated; no receiver has 40
    // epochs a second.
    guard step > .milliseconds(20) || epochs.isEmpty else { return append(message.bytes) }
    latest = time
    epochs.append(Epoch(time: duration + step, messages: [message.bytes]))
  }

  private mutating func append(_ message: [UInt8]) {
    if epochs.isEmpty {
      skippedBytes += message.count
    } else {
      epochs[epochs.count - 1].messages.append(message)
    }
  }
}

/// The reason why a log cannot replace a receiver.
public enum ReceiverLogError: Error, Hashable, Sendable {
  /// The log contains no complete UBX or NMEA message.
  case noMessages(bytes: Int)
  /// The log contains messages, but none with a position.
  case noPositions(messages: Int)
  /// No message in the log has a time.
  case noTimes(messages: Int)
  /// Time goes back by more than ten seconds.
  case backwards(byte: Int)
}

extension ReceiverLogError: CustomStringConvertible {
  /// The error and its remedy, as a clause.
  public var description: String {
    switch self {
    case .noMessages(0): "is empty; record what a receiver sends, UBX or NMEA"
    case .noMessages(let bytes):
      "has no UBX or NMEA message in its \(bytes) bytes; record what a receiver sends"
    case .noPositions(let messages):
      "has \(messages) messages, but neither UBX-NAV-PVT nor NMEA GGA; switch one on and record again"
    case .noTimes(let messages):
      "has \(messages) messages, but none with a time; record until the receiver has a fix"
    case .backwards(let byte):
      "goes back in time at byte \(byte), as logs do that were joined; cut it there"
    }
  }
}

/// A reader that finds messages and their time stamps in a log.
private struct LogReader {
  struct Message {
    var bytes: [UInt8]
    var offset: Int
    /// The UTC time since midnight; `nil` for a message without a time.
    var timeOfDay: Duration?
  }

  private let log: [UInt8]
  private var index = 0
  private(set) var messages = 0
  private(set) var skippedBytes = 0
  private(set) var hasPVT = false, hasGGA = false
  /// GPS time minus UTC, as in NAV-PVT.
  private var leapSeconds = LeapSeconds.latest

  init(_ log: [UInt8]) { self.log = log }

  mutating func next() -> Message? {
    while index < log.count {
      if let message = ubx() ?? nmea() {
        index += message.bytes.count
        messages += 1
        return message
      }
      skippedBytes += 1
      index += 1
    }
    return nil
  }

  private mutating func ubx() -> Message? {
    let left = log.count - index
    guard log[index] == UBXFrame.preamble.0, left >= UBXFrame.overhead,
      log[index + 1] == UBXFrame.preamble.1
    else { return nil }
    let length = Int(log[index + 4]) | Int(log[index + 5]) << 8
    let end = index + UBXFrame.headerLength + length
    guard end + 2 <= log.count else { return nil }
    let sum = UBXChecksum(of: log.span.extracting(index + 2..<end))
    guard log[end] == sum.a, log[end + 1] == sum.b else { return nil }
    let id = UBXMessageID(log[index + 2], log[index + 3])
    let payload = Array(log[index + UBXFrame.headerLength..<end])
    return Message(
      bytes: Array(log[index..<end + 2]), offset: index, timeOfDay: time(of: id, payload.span))
  }

  /// Returns the time of a UBX message; messages of class NAV have the time of week at one of two offsets.
  private mutating func time(of id: UBXMessageID, _ payload: Span<UInt8>) -> Duration? {
    if id == .navPVT, let message = try? NavPVT(decoding: payload) {
      hasPVT = true
      learnLeapSeconds(from: message)
    }
    guard id.messageClass == 0x01 else { return nil }
    let versioned: [UBXMessageID] = [.navHPPosLLH, .navRelPosNED, UBXMessageID(0x01, 0x13)]
    let offset = versioned.contains(id) ? 4 : 0
    guard payload.count >= offset + 4 else { return nil }
    let week = (0..<4).reversed().reduce(0) { $0 << 8 | Int64(payload[offset + $1]) }
    guard week < 604_800_000 else { return nil }
    let sinceMidnight = week - Int64(leapSeconds) * 1000 + 86_400_000
    return .milliseconds(sinceMidnight % 86_400_000)
  }

  private mutating func learnLeapSeconds(from message: NavPVT) {
    guard message.validity.contains(.fullyResolved), let date = message.unixTime else { return }
    let ofDay = CivilTime(date).nanosecondOfDay / 1_000_000_000
    let ahead = (Int64(message.timeOfWeekMilliseconds) / 1000 - Int64(ofDay)) % 86_400
    if (0...60).contains(ahead) { leapSeconds = Int(ahead) }
  }

  private mutating func nmea() -> Message? {
    guard log[index] == UInt8(ascii: "$") else { return nil }
    let line = log[index...].prefix(NMEAScanner.longestSentence)
    guard let end = line.firstIndex(of: .lineFeed),
      let sentence = NMEASentence(decoding: log.span.extracting(index..<end))
    else { return nil }
    if sentence.isOf(type: "GGA") { hasGGA = true }
    return Message(bytes: Array(log[index...end]), offset: index, timeOfDay: time(of: sentence))
  }

  private func time(of sentence: NMEASentence) -> Duration? {
    switch sentence.type {
    case "GGA", "RMC", "GST", "GNS", "ZDA": sentence.timeOfDay(at: 1)
    case "GLL": sentence.timeOfDay(at: 5)
    default: nil
    }
  }
}
