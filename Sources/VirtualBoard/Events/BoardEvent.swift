public import BoardSimulation
internal import Mathematics

/// Something that is done to a board at a board time, whoever orders it.
public struct BoardEvent: Hashable, Sendable {
  /// The deed of an event.
  public enum Deed: Hashable, Sendable {
    /// Quantities of the world are held or released, in this order.
    case world([WorldOrder])
    /// The power is switched on or off; where it is so already nothing happens.
    case power(isOn: Bool)
    /// The hotspot that the board joins goes off or on, as another network where one is given.
    case wifi(isOn: Bool, network: WiFiNetwork?)
    /// The board is set up otherwise.
    case settings(BoardSettings)
    /// Something goes wrong, from the event's time on or the fault's, whichever is later.
    case fault(BoardFault)
    /// The fault of a number ends, or all do; now.
    case endFault(Int?)
  }

  /// The event's deed.
  public var deed: Deed
  /// The board time at which it is; at once when `nil`.
  public var time: Duration?

  /// Creates an event.
  public init(_ deed: Deed, at time: Duration? = nil) {
    self.deed = deed
    self.time = time
  }
}

/// An order for one quantity of the world.
public struct WorldOrder: Hashable, Sendable {
  /// The quantity.
  public var quantity: WorldQuantity
  /// The value to hold it at; `nil` leaves it to the scenario again.
  public var value: Double?
  /// The time to reach the value, in a straight line.
  public var ramp: Duration

  /// Creates an order.
  ///
  /// - Throws: ``EventError`` when the value is none that the quantity can have.
  public init(
    _ quantity: WorldQuantity, _ value: Double?, over ramp: Duration = .zero
  ) throws(EventError) {
    if let value, !quantity.range.contains(value) { throw .outOfRange(quantity, value) }
    guard ramp >= .zero else { throw .badTime("over") }
    self.quantity = quantity
    self.value = value
    self.ramp = ramp
  }
}

/// When an event is, and what it is called.
public struct EventReceipt: Hashable, Sendable {
  /// Its board time.
  public var time: Duration
  /// Events of a board count from 1, and so do faults for themselves.
  public var id: Int

  /// Creates a receipt.
  public init(time: Duration, id: Int) {
    self.time = time
    self.id = id
  }
}

/// An invalid event.
public enum EventError: Error, Hashable, Sendable {
  /// Its time has passed; it is so late now.
  case past(Duration, now: Duration)
  /// There is no quantity of that name.
  case unknownQuantity(String)
  /// A quantity cannot have that value.
  case outOfRange(WorldQuantity, Double)
  /// The text for a quantity is neither a number, nor a ramp, nor null.
  case notAnOrder(String)
  /// The text for a time or a length of time is neither.
  case badTime(String)
  /// The text is no JSON object of quantities.
  case notAWorld
  /// The text is no JSON object that tells whether something is on.
  case notASwitch(String)
  /// The text is no JSON object of settings.
  case notSettings
  /// A setting cannot have that value.
  case badSetting(String, allowed: String)
  /// The text is no fault.
  case notAFault
  /// The fault cannot be.
  case badFault(FaultError)
  /// There is no fault of that number, or it is over.
  case noSuchFault(Int)
  /// There is nothing to do.
  case empty
  /// A word that belongs to no event.
  case unknownWord(String)
  /// The board has stopped, at a board time.
  case stopped(at: Duration)
}

extension EventError: CustomStringConvertible {
  /// The fault and its remedy.
  public var description: String {
    switch self {
    case .past(let time, let now):
      "board time \(time.inSeconds) has passed: it is \(now.inSeconds) now; "
        + "give a later time, or none for now"
    case .unknownQuantity(let name):
      "there is no quantity '\(name)'; there are \(Self.names.joined(separator: ", "))"
    case .outOfRange(let quantity, let value):
      "\(quantity.name) must be \(quantity.range.lowerBound) to \(quantity.range.upperBound), "
        + "not \(value)"
    case .notAnOrder(let name):
      "'\(name)' must be a number, null, or {\"to\": number, \"over\": seconds}"
    case .badTime(let name): "'\(name)' must be seconds, 0 or more and at most 1000000000"
    case .notAWorld:
      #"the body must be {"temperature": -10, …}, of numbers, null or {"to": n, "over": seconds}"#
    case .notASwitch(let more):
      #"the body must be {"on": true} or {"on": false}, with "at": seconds\#(more) or without"#
    case .notSettings:
      #"the body must be {"sample_interval": seconds, "ssid": "…", "password": "…"}, or some of it"#
    case .badSetting(let name, let allowed): "'\(name)' must be \(allowed)"
    case .notAFault:
      #"the body must be {"fault": "NAME", "part": "…", "from": s, "to": s, …}"#
    case .badFault(let error): error.description
    case .noSuchFault(let number):
      "there is no fault \(number) that is on or to come; GET /api/v1/faults lists them"
    case .empty: "there is nothing to do; name one of \(Self.names.joined(separator: ", "))"
    case .unknownWord(let word):
      "'\(word)' is no part of an event; it is 'NAME=VALUE', then 'at=SECONDS' and 'over=SECONDS'"
    case .stopped(let time): "the board has stopped at \(time.inSeconds) s of board time"
    }
  }

  /// The names of the quantities that can be held and released.
  public static let names = WorldQuantity.allCases.map(\.name)
}
