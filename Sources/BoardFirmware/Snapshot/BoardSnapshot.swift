public import NtripProtocol
public import RTCMParser
internal import TextOutput
internal import Mathematics

/// The state of a board at one moment, from which the board answers every request.
///
/// A snapshot is a value. Other threads may use it, and ask it for ages at a later board time.
public struct BoardSnapshot: Sendable {
  /// The board time of the snapshot.
  public var boardTime: Duration
  /// The date of board time zero.
  public var bootDate: UnixTime
  /// The board time at which the power came on; `nil` while the power is off.
  public var startTime: Duration?
  /// The number of samples since the power came on.
  public var samples = 0
  /// The interval between samples.
  public var sampleInterval = Duration.seconds(2)
  /// The last value of each quantity.
  public var measurement: Measurement
  /// The last status of the receiver.
  public var gnss: GNSSStatus
  /// The counts of corrections, from the link to the receiver.
  public var corrections: CorrectionCounts
  /// The status of each part.
  public var sensors: SensorStatuses
  /// The status of the card.
  public var card: CardStatus
  /// The status of the board's Wi-Fi, where the board has one.
  public var wifi = WiFiStatus()
  /// The line to the Wi-Fi modem; `nil` on a board whose Wi-Fi is not behind a serial line.
  public var line: LineStatus?
  /// The traffic of the bus since board time zero, where it is counted.
  public var bus = BusCounts()
  /// The driver mistakes that real silicon would punish, in the order of their first occurrence.
  ///
  /// Findings are collected only for a board in strict mode.
  public var findings: [DriverFinding] = []

  /// Creates the snapshot of a board at power-on, by default with the standard parts.
  public init(
    boardTime: Duration = .zero, bootDate: UnixTime, sensors: SensorStatuses = SensorStatuses()
  ) {
    self.boardTime = boardTime
    self.bootDate = bootDate
    startTime = boardTime
    measurement = Measurement()
    gnss = GNSSStatus()
    corrections = CorrectionCounts()
    self.sensors = sensors
    card = CardStatus()
  }

  /// Creates the snapshot of a board without power, which has no values.
  public init(
    unpoweredAt boardTime: Duration, bootDate: UnixTime,
    sensors: SensorStatuses = SensorStatuses()
  ) {
    self.init(boardTime: boardTime, bootDate: bootDate, sensors: sensors)
    startTime = nil
    gnss.reason = "none: the board is switched off"
  }

  /// The age beyond which a value is stale.
  ///
  /// The age is two sample intervals, and at least one interval plus two seconds, because some parts
  /// measure only once a second.
  public var staleAfter: Duration { max(sampleInterval * 2, sampleInterval + .seconds(2)) }

  /// Returns the time since the power came on; `nil` while the power is off.
  public func uptime(at now: Duration) -> Duration? { startTime.map { now - $0 } }
}

/// The counts of a bus' transfers.
public struct BusCounts: Hashable, Sendable {
  /// The number of transfers begun.
  public var transfers = 0
  /// The number of refused transfers: an acknowledge was missing, or a line was held.
  public var nacks = 0

  /// Creates the counts of a bus without any transfer.
  public init() {}
}

/// A driver mistake that real silicon would punish, or a part that was lost.
public struct DriverFinding: Hashable, Sendable {
  /// A kind of finding; the raw value is its name in logs.
  public enum Kind: String, Hashable, Sendable {
    /// A driver mistake.
    case misuse
    /// A part whose program was lost.
    case absence
  }

  /// The kind of the finding.
  public var kind = Kind.misuse
  /// The board time of the first occurrence.
  public var time: Duration
  /// The number of the bus transfer, from 1.
  public var transfer: Int
  /// The name of the part.
  public var part: String
  /// The mistake and its consequence.
  public var what: String
  /// The remedy for the mistake.
  public var remedy: String
  /// The section of the part's datasheet.
  public var section: String
  /// The number of occurrences.
  public var count = 1

  /// Creates a finding that has occurred once.
  public init(
    time: Duration, transfer: Int, part: String, what: String, remedy: String, section: String
  ) {
    self.time = time
    self.transfer = transfer
    self.part = part
    self.what = what
    self.remedy = remedy
    self.section = section
  }
}

extension DriverFinding: CustomStringConvertible {
  /// The finding as a sentence: part, time, transfer, mistake, section and remedy.
  public var description: String {
    "\(part) at \(PlainText.number(time.inSeconds, decimals: 6)) s, transfer \(transfer): \(what) (\(section)); \(remedy)"
  }
}

/// The counts of corrections on their way through the board.
public struct CorrectionCounts: Sendable {
  /// The status of the link.
  public var link = NtripLinkStatus()
  /// The bytes that the firmware received from the link.
  public var bytesReceived = 0
  /// The bytes that the firmware wrote to the receiver.
  public var bytesWritten = 0
  /// The bytes dropped because the receiver could not take them for too long.
  public var bytesDropped = 0
  /// The valid frames among the bytes received, by message type.
  public var frames = FrameCounts()
  /// The number of frame candidates with a wrong checksum.
  public var badCRC = 0
  /// The bytes of valid frames.
  public var frameBytes = 0
  /// The bytes outside valid frames.
  public var otherBytes = 0

  /// Creates the counts of a link without any bytes.
  public init() {}
}
