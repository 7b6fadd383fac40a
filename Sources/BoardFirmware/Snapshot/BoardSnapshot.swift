public import NtripProtocol
public import RTCMParser

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
  /// The last values.
  public var measurement: Measurement
  /// The last of the receiver.
  public var gnss: GNSSStatus
  /// The corrections, from the link to the receiver.
  public var corrections: CorrectionCounts
  /// How the parts are.
  public var sensors: SensorStatuses
  /// How the card is.
  public var card: CardStatus

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
  public init(unpoweredAt boardTime: Duration, bootDate: UnixTime) {
    self.init(boardTime: boardTime, bootDate: bootDate)
    startTime = nil
    gnss.reason = "none: the board is switched off"
  }

  /// How long the power has been on; `nil` while it is off.
  public func uptime(at now: Duration) -> Duration? { startTime.map { now - $0 } }
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
