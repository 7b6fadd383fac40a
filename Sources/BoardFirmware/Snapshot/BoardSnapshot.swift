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

  /// Creates the snapshot of a board that has just been switched on.
  public init(boardTime: Duration = .zero, bootDate: UnixTime) {
    self.boardTime = boardTime
    self.bootDate = bootDate
    startTime = boardTime
    measurement = Measurement()
    gnss = GNSSStatus()
    corrections = CorrectionCounts()
    sensors = SensorStatuses()
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

/// How a part is.
public struct SensorStatus: Hashable, Sendable {
  /// What the firmware can say of a part.
  public enum State: Hashable, Sendable {
    /// It is being set up, or has not delivered its first value.
    case starting
    /// It delivers values.
    case ok
    /// Its last set-up or reading failed.
    case failed

    /// The word for it in JSON.
    public var name: String {
      switch self {
      case .starting: "starting"
      case .ok: "ok"
      case .failed: "failed"
      }
    }
  }

  /// How it is.
  public var state = State.starting
  /// When it last delivered a value.
  public var lastValue: Duration?
  /// What went wrong, when something did.
  public var error: String?
  /// How often it was set up with success; more than 1 says it was lost and came back.
  public var starts = 0

  /// Creates the status of a part that is being set up.
  public init() {}

  /// How old its last value is; `nil` when it never delivered one.
  public func age(at now: Duration) -> Duration? { lastValue.map { max(now - $0, .zero) } }
}

/// How each part is.
public struct SensorStatuses: Hashable, Sendable {
  /// Temperature, humidity and pressure.
  public var bme280 = SensorStatus()
  /// Gases.
  public var ccs811 = SensorStatus()
  /// Particles.
  public var sps30 = SensorStatus()
  /// The GNSS receiver.
  public var ublox = SensorStatus()

  /// Creates the status of parts that are being set up.
  public init() {}

  /// Every part by its name in JSON, in the order the board reads them.
  public var byName: [(name: String, status: SensorStatus)] {
    [("bme280", bme280), ("ccs811", ccs811), ("sps30", sps30), ("ublox", ublox)]
  }
}

/// How the card is.
public struct CardStatus: Hashable, Sendable {
  /// What the firmware can say of the card.
  public enum State: Hashable, Sendable {
    /// Nothing was written yet.
    case starting
    /// There is none.
    case absent
    /// The last line was written.
    case ok
    /// The last line was lost.
    case failed

    /// The word for it in JSON.
    public var name: String {
      switch self {
      case .starting: "starting"
      case .absent: "absent"
      case .ok: "ok"
      case .failed: "failed"
      }
    }
  }

  /// How it is.
  public var state = State.starting
  /// The file that was written last.
  public var file: String?
  /// Lines written since boot, headers not counted.
  public var lines = 0
  /// Lines that could not be written.
  public var lostLines = 0
  /// What went wrong with the last line, when something did.
  public var error: String?

  /// Creates the status of a card that nothing was written to.
  public init() {}
}
