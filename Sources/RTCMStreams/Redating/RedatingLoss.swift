/// The message types left out of a capture that is played at another time than its own, with the reason.
public struct RedatingLoss: Hashable, Sendable {
  /// The reason for leaving messages out.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// GLONASS has orbits for quarters of an hour only: the pass is shorter than an hour, or its shift is
    /// no multiple of 15 min.
    case glonassNeedsHours
    /// GLONASS keeps UTC, and leap seconds have been added since the capture.
    case leapSecondsBetween
    /// The messages contain, or may contain, times in unknown fields.
    case unknownTimes
    /// The orbits are never the ones that receivers use, at any time of the pass.
    case neverInForce
  }

  /// The reason for the loss.
  public var reason: Reason
  /// The message types left out, ascending.
  public var messageTypes: [UInt16]
  /// Whether the loss applies from the first pass on, not only when the capture is repeated.
  public var isFromBeginning: Bool
}

extension RedatingLoss: CustomStringConvertible {
  /// A phrase: `without 1020, 1087, 1230 (…)`.
  public var description: String {
    var text = isFromBeginning ? "without " : "later passes without "
    for (index, type) in messageTypes.enumerated() {
      if index > 0 { text += ", " }
      text += String(type)
    }
    return text + " (" + reason.description + ")"
  }
}

extension RedatingLoss.Reason: CustomStringConvertible {
  /// The reason as a phrase.
  public var description: String {
    switch self {
    case .glonassNeedsHours: "GLONASS can be dated on by whole hours only"
    case .leapSecondsBetween: "leap seconds since then"
    case .unknownTimes: "times in them that cannot be dated on"
    case .neverInForce: "orbits that are never the nearest"
    }
  }
}
