/// A loss of a capture that is played at another time than its own, with its reason.
public struct RedatingLoss: Hashable, Sendable {
  /// The reason for which messages are left out.
  public enum Reason: Hashable, Sendable, CaseIterable {
    /// GLONASS tells its orbits for every quarter of an hour only, and passes are no whole hours.
    case glonassNeedsHours
    /// GLONASS keeps UTC, which has had leap seconds in between.
    case leapSecondsBetween
    /// They say times, or may do so, in a way that is not known here.
    case unknownTimes
    /// Orbits that no receiver takes at any time of the pass.
    case neverInForce
  }

  /// The reason.
  public var reason: Reason
  /// The types of message, ascending.
  public var messageTypes: [UInt16]
  /// Whether it is so from the first pass on, and not only when the capture is repeated.
  public var isFromBeginning: Bool
}

extension RedatingLoss: CustomStringConvertible {
  /// A sentence's part: `without 1020, 1087, 1230 (…)`.
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
  /// Some words.
  public var description: String {
    switch self {
    case .glonassNeedsHours: "GLONASS can be dated on by whole hours only"
    case .leapSecondsBetween: "leap seconds since then"
    case .unknownTimes: "times in them that cannot be dated on"
    case .neverInForce: "orbits that are never the nearest"
    }
  }
}
