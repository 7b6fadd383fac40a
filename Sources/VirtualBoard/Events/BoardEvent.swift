public import BoardSimulation
internal import Mathematics

/// An action on a board at a board time, whatever its source.
public struct BoardEvent: Hashable, Sendable {
  /// The action of an event.
  public enum Deed: Hashable, Sendable {
    /// Holds or releases quantities of the world, in this order.
    case world([WorldOrder])
    /// Switches the power on or off; no effect when the power is already in that state.
    case power(isOn: Bool)
    /// Switches the board's hotspot on or off, under another network where one is given.
    case wifi(isOn: Bool, network: WiFiNetwork?)
    /// Changes the board's settings.
    case settings(BoardSettings)
    /// Gives a fault, which begins at the event's time or the fault's own, whichever is later.
    case fault(BoardFault)
    /// Begins another scenario when the power next comes on.
    case scenario(Scenario)
    /// Ends the fault of a number, or all faults when `nil`, immediately.
    case endFault(Int?)
  }

  /// The event's action.
  public var deed: Deed
  /// The board time of the event; `nil` for the present time.
  public var time: Duration?

  /// Creates an event; without a time it is for the present.
  public init(_ deed: Deed, at time: Duration? = nil) {
    self.deed = deed
    self.time = time
  }
}

/// An order to hold or release one quantity of the world.
public struct WorldOrder: Hashable, Sendable {
  /// The quantity to hold or release.
  public var quantity: WorldQuantity
  /// The value to hold; `nil` releases the quantity to the scenario.
  public var value: Double?
  /// The length of the straight ramp to the value; zero for a step.
  public var ramp: Duration

  /// Creates an order.
  ///
  /// - Throws: ``EventError`` when the value is outside the quantity's range, or the ramp is
  ///   negative.
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

/// The board time and number of a scheduled event.
public struct EventReceipt: Hashable, Sendable {
  /// The event's board time.
  public var time: Duration
  /// The event's number, or for a fault the fault's number; each board counts events and faults
  /// separately from 1.
  public var id: Int

  /// Creates a receipt from a board time and a number.
  public init(time: Duration, id: Int) {
    self.time = time
    self.id = id
  }
}

/// The error for an invalid event.
public enum EventError: Error, Hashable, Sendable {
  /// An event whose time has passed, with the present board time.
  case past(Duration, now: Duration)
  /// A name that is no quantity of the world.
  case unknownQuantity(String)
  /// A value outside the quantity's range.
  case outOfRange(WorldQuantity, Double)
  /// A text for a quantity that is neither a number, nor a ramp, nor null.
  case notAnOrder(String)
  /// A text that is not a time or length of time.
  case badTime(String)
  /// A text that is not a JSON object of quantities.
  case notAWorld
  /// A text that is not a JSON object with the state of a switch.
  case notASwitch(String)
  /// A text that is not a JSON object of settings.
  case notSettings
  /// A setting outside its range, with the allowed values.
  case badSetting(String, allowed: String)
  /// A text that is not a fault.
  case notAFault
  /// A fault with invalid properties.
  case badFault(FaultError)
  /// A text that is not a JSON object with a scenario.
  case notAScenario
  /// An invalid scenario.
  case badScenario(ScenarioError)
  /// A number without a fault that is on or to come.
  case noSuchFault(Int)
  /// An event without an action.
  case empty
  /// A word that is not part of an event.
  case unknownWord(String)
  /// A board that has stopped, with the board time of its end.
  case stopped(at: Duration)
}

extension EventError: CustomStringConvertible {
  /// The error and its remedy, in words.
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
    case .notAScenario:
      #"the body must be {"name": "kitchen"}, of a bundled scenario, or {"text": "scenario: 1\n…"}"#
    case .badScenario(let error): error.description
    case .noSuchFault(let number):
      "there is no fault \(number) that is on or to come; GET /api/v1/faults lists them"
    case .empty: "there is nothing to do; name one of \(Self.names.joined(separator: ", "))"
    case .unknownWord(let word):
      "'\(word)' is no part of an event; it is 'NAME=VALUE', then 'at=SECONDS' and 'over=SECONDS'"
    case .stopped(let time): "the board has stopped at \(time.inSeconds) s of board time"
    }
  }

  /// The names of the quantities that an event can hold and release.
  public static let names = WorldQuantity.allCases.map(\.name)
}
