internal import Mathematics
public import TextOutput

/// A fault of a modem for a period of time, counted from its power-on.
///
/// ```swift
/// let fault = try ModemFault(parsing: "wifi.busy from=60 for=10")
/// ```
public struct ModemFault: Hashable, Sendable {
  /// A kind of fault; the names with `wifi.` are those of a board's faults.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The hotspot is gone.
    case lost = "wifi.lost"
    /// The hotspot refuses the password.
    case join = "wifi.join"
    /// The modem answers every line by `busy p...`.
    case busy = "wifi.busy"
    /// Connections are closed in the midst of their data.
    case close = "wifi.close"
    /// The watchdog resets the modem in the midst of an answer, once.
    case reset = "modem.reset"
    /// Bits of the bytes to the sketch are inverted.
    case garbage = "modem.garbage"
    /// Bytes to the sketch are lost.
    case drop = "modem.drop"
    /// The modem neither hears nor answers.
    case silent = "modem.silent"
    /// A payload is sent, and `SEND OK` is missing.
    case sendLost = "modem.send-lost"
    /// A payload is sent and answered by `SEND FAIL`, then by `SEND OK`.
    case sendFail = "modem.send-fail"
  }

  /// A parameter of a kind of fault.
  public enum Parameter: String, Hashable, Sendable, CaseIterable {
    /// The number of bytes that still pass.
    case bytes
    /// The share of affected bytes.
    case rate
  }

  /// The kind of fault.
  public var kind: Kind
  /// The time at which the fault begins.
  public var start: Duration
  /// The time at which the fault ends; `nil` for no end.
  public var end: Duration?
  /// The probability that the fault strikes at each occasion, `0...1`.
  public var probability: Double
  /// The values of parameters; missing ones take the kind's defaults.
  public var parameters: [Parameter: Double]

  /// Creates a fault, by default from the power-on without an end.
  public init(
    _ kind: Kind, from start: Duration = .zero, to end: Duration? = nil, probability: Double = 1,
    _ parameters: [Parameter: Double] = [:]
  ) {
    (self.kind, self.start, self.end) = (kind, start, end)
    (self.probability, self.parameters) = (probability, parameters)
  }

  /// Parses a fault in the command line's syntax: `wifi.busy from=60 to=70`.
  ///
  /// - Throws: ``ModemFaultError`` for an invalid fault.
  public init(parsing text: String) throws(ModemFaultError) {
    let text = try FaultText<Kind>(parsing: text)
    self.init(
      text.kind, from: text.start, to: text.end, probability: text.probability, text.parameters)
  }

  /// Whether the fault is active at a time.
  public func isActive(at time: Duration) -> Bool { time.isIn(start, until: end) }

  /// Returns a parameter's value, limited to the kind's range, or the kind's default.
  func value(_ parameter: Parameter) -> Double {
    guard let row = kind.parameters.first(where: { $0.name == parameter }) else { return 0 }
    guard let value = parameters[parameter], !value.isNaN else { return row.standard }
    return min(max(value, row.range.lowerBound), row.range.upperBound)
  }
}

/// An error in the description of a modem's fault.
public typealias ModemFaultError = FaultTextError<ModemFault.Kind>

extension ModemFault.Kind: FaultKind {
  /// The prefix of names in texts, which is a part of these names.
  public static var prefix: String { "" }
  /// No key of an affected thing: there is one modem.
  public static var affectedKey: String? { nil }

  /// The parameters of the kind with their defaults and ranges.
  public var parameters:
    [(name: ModemFault.Parameter, standard: Double, range: ClosedRange<Double>)]
  {
    switch self {
    case .close: [(.bytes, 20, 0...4095)]
    case .garbage, .drop: [(.rate, 0.01, 0...1)]
    default: []
    }
  }

  /// Returns `false`: nothing but the modem has the fault.
  public func canAffect(_ name: String) -> Bool { false }

  /// Returns a sentence that refuses a name.
  public func refusal(of name: String) -> String { "'\(rawValue)' is of the modem alone" }

  /// The effect of the fault, as a sentence for users.
  public var meaning: String {
    switch self {
    case .lost: "the hotspot is gone: links close, joins fail"
    case .join: "the hotspot refuses the password of who joins; who has joined stays"
    case .busy: "the modem answers every line by 'busy p...', and no data passes"
    case .close: "links close in the midst of their data"
    case .reset:
      "the watchdog resets the modem in the midst of an answer, once in each fault's time"
    case .garbage: "bits of what the modem sends to the sketch are turned over"
    case .drop: "bytes that the modem sends to the sketch are lost"
    case .silent: "the modem hangs: it neither hears nor answers"
    case .sendLost: "payloads are sent, and SEND OK is missing"
    case .sendFail: "payloads are sent and answered by SEND FAIL, then by SEND OK"
    }
  }

  /// The description of the kind, for a list of faults.
  package var listed: FaultDescription {
    FaultDescription(
      rawValue, on: "modem", meaning,
      parameters.map {
        .init($0.name.rawValue, $0.name.meaning, standard: $0.standard, range: $0.range)
      })
  }
}

extension ModemFault.Parameter: FaultParameter {
  /// Whether the parameter must be a whole number.
  public var isWhole: Bool { self == .bytes }

  /// The meaning of the parameter, as a phrase for users.
  public var meaning: String {
    self == .bytes ? "how many bytes still come" : "which share of bytes"
  }
}
