import SensorDrivers

/// The status of a part.
public struct SensorStatus: Hashable, Sendable {
  /// The state of a part, as far as the firmware knows it.
  public enum State: Hashable, Sendable, CaseIterable {
    /// The part is being set up, or has not delivered its first value.
    case starting
    /// The part delivers values.
    case ok
    /// The part's last set-up or reading failed.
    case failed

    /// The state's name in JSON.
    public var name: String {
      switch self {
      case .starting: "starting"
      case .ok: "ok"
      case .failed: "failed"
      }
    }
  }

  /// The state of the part.
  public var state = State.starting
  /// The board time of the last delivered value; `nil` before the first.
  public var lastValue: Duration?
  /// The error of the part; `nil` for none.
  public var error: String?
  /// The number of successful set-ups; more than 1 means that the part was lost and came back.
  public var starts = 0

  /// Creates the status of a part that is being set up.
  public init() {}

  /// Returns the age of the last value; `nil` when the part never delivered one.
  public func age(at now: Duration) -> Duration? { lastValue.map { max(now - $0, .zero) } }
}

/// The status of each part, by the part's name in the status.
public struct SensorStatuses: Hashable, Sendable {
  /// The parts' names, in the order in which the board reads them; the receiver comes last.
  public let keys: [String]
  private var statuses: [SensorStatus]

  /// Creates the status of the standard parts, which are being set up.
  public init() { self.init(of: StandardParts<NoBus>.self) }

  /// Creates the status of parts and a receiver that are being set up.
  public init<Parts: PartList & ~Copyable>(of parts: Parts.Type) {
    keys = Parts.keys + [UBloxReceiver<Parts.Bus>.key]
    statuses = keys.map { _ in SensorStatus() }
  }

  /// The status of a part; `nil` for an unknown name.
  public subscript(key: String) -> SensorStatus? {
    get { keys.firstIndex(of: key).map { statuses[$0] } }
    set {
      guard let index = keys.firstIndex(of: key), let newValue else { return }
      statuses[index] = newValue
    }
  }

  /// The status of the part at a place in `keys`.
  subscript(index: Int) -> SensorStatus {
    get { statuses[index] }
    set { statuses[index] = newValue }
  }

  /// The status of the receiver.
  var receiver: SensorStatus {
    get { statuses[statuses.count - 1] }
    set { statuses[statuses.count - 1] = newValue }
  }

  /// The status of every part, with the part's name.
  public var byName: [(name: String, status: SensorStatus)] {
    keys.indices.map { (keys[$0], statuses[$0]) }
  }
}
