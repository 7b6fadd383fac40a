import SensorDrivers

/// How a part is.
public struct SensorStatus: Hashable, Sendable {
  /// What the firmware can say of a part.
  public enum State: Hashable, Sendable, CaseIterable {
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

/// How each part is, by its name in the status.
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

  /// How a part is; `nil` when there is none of that name.
  public subscript(key: String) -> SensorStatus? {
    get { keys.firstIndex(of: key).map { statuses[$0] } }
    set {
      guard let index = keys.firstIndex(of: key), let newValue else { return }
      statuses[index] = newValue
    }
  }

  /// How the part in a place is.
  subscript(index: Int) -> SensorStatus {
    get { statuses[index] }
    set { statuses[index] = newValue }
  }

  /// How the receiver is.
  var receiver: SensorStatus {
    get { statuses[statuses.count - 1] }
    set { statuses[statuses.count - 1] = newValue }
  }

  /// Every part with its name.
  public var byName: [(name: String, status: SensorStatus)] {
    keys.indices.map { (keys[$0], statuses[$0]) }
  }
}
