public import NtripProtocol
public import RTCMParser
internal import TextOutput
internal import Mathematics

/// Everything the board's answers are made from, at one moment.
///
/// A value: it can be handed to other threads and asked at later times, when the ages it tells are
/// greater.
public struct BoardSnapshot: Sendable {
  /// When it was taken, since boot.
  public var boardTime: Duration
  /// The date of board time zero.
  public var bootDate: UnixTime
  /// When the power came on, since board time zero; `nil` while it is off.
  public var startTime: Duration?
  /// The number of samples since the power came on.
  public var samples = 0
  /// The interval of samples.
  public var sampleInterval = Duration.seconds(2)
  /// The last values.
  public var measurement: Measurement
  /// The last of the receiver.
  public var gnss: GNSSStatus
  /// The corrections, from the link to the receiver.
  public var corrections: CorrectionCounts
  /// The status of each part.
  public var sensors: SensorStatuses
  /// The status of the card.
  public var card: CardStatus
  /// The status of its Wi-Fi, where it has one.
  public var wifi = WiFiStatus()
  /// The traffic of the bus since board time zero, where somebody counts it.
  public var bus = BusCounts()
  /// The driver's faults that silicon would punish, in the order of their first occurrence; for a board in
  /// strict mode.
  public var findings: [DriverFinding] = []

  /// Creates the snapshot of a board that has just been switched on, with the standard parts unless
  /// told otherwise.
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

  /// Creates the snapshot of a board without power: it shows nothing.
  public init(
    unpoweredAt boardTime: Duration, bootDate: UnixTime,
    sensors: SensorStatuses = SensorStatuses()
  ) {
    self.init(boardTime: boardTime, bootDate: bootDate, sensors: sensors)
    startTime = nil
    gnss.reason = "none: the board is switched off"
  }

  /// Values older than this are stale: two samples, and two seconds more than one, as some parts
  /// measure only once a second.
  public var staleAfter: Duration { max(sampleInterval * 2, sampleInterval + .seconds(2)) }

  /// Returns the time since the power came on; `nil` while it is off.
  public func uptime(at now: Duration) -> Duration? { startTime.map { now - $0 } }
}

/// The traffic of a bus.
public struct BusCounts: Hashable, Sendable {
  /// Transfers begun.
  public var transfers = 0
  /// Transfers that were refused: an acknowledge was missing, or a line was held.
  public var nacks = 0

  /// Creates the counts of a bus that has carried nothing.
  public init() {}
}

/// Something that a driver did and silicon punishes.
public struct DriverFinding: Hashable, Sendable {
  /// When it was first done, board time.
  public var time: Duration
  /// In which transfer of the bus, from 1.
  public var transfer: Int
  /// With which part.
  public var part: String
  /// The fault and its consequence.
  public var what: String
  /// The remedy.
  public var remedy: String
  /// The section of the part's datasheet.
  public var section: String
  /// The number of occurrences.
  public var count = 1

  /// Creates a finding.
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
  /// The finding as a sentence: who, what, when, where it stands, and what to do.
  public var description: String {
    "\(part) at \(PlainText.number(time.inSeconds, decimals: 6)) s, transfer \(transfer): \(what) (\(section)); \(remedy)"
  }
}

/// The way of the corrections through the board, counted.
public struct CorrectionCounts: Sendable {
  /// The link's own account.
  public var link = NtripLinkStatus()
  /// Bytes the firmware took from the link.
  public var bytesReceived = 0
  /// Bytes the firmware wrote to the receiver.
  public var bytesWritten = 0
  /// Bytes given up because the receiver could not take them for too long.
  public var bytesDropped = 0
  /// Valid frames among the bytes received, by message type.
  public var frames = FrameCounts()
  /// Frame candidates with a wrong checksum.
  public var badCRC = 0
  /// Bytes of valid frames.
  public var frameBytes = 0
  /// Bytes that belong to no valid frame.
  public var otherBytes = 0

  /// Creates the status of a link that has carried nothing.
  public init() {}
}
