/// A piece of a navigation message, as much of it as one UBX-RXM-SFRBX holds.
///
/// Those that an ephemeris fills; almanacs are not among them.
public enum NavigationMessage: Hashable, Sendable {
  /// Subframe `1...3` of GPS and QZSS: clock, orbit.
  case lnav(subframe: Int)
  /// Page 18 of subframe 4 of GPS and QZSS: ionosphere and UTC.
  case lnavIonosphere
  /// Word `0...6` of Galileo's I/NAV.
  case inav(word: Int)
  /// Subframe `1...3` of BeiDou's D1.
  case d1(subframe: Int)
  /// Page `1...10` of subframe 1 of BeiDou's D2.
  case d2(page: Int)
  /// String `1...5` of GLONASS.
  case glonass(string: Int)
}

/// A piece of a navigation message and when it is on the air.
public struct NavigationSlot: Hashable, Sendable {
  /// The message that is sent.
  public var message: NavigationMessage
  /// When the satellite begins to send it, in GPS time.
  public var start: GPSTime
  /// When it has sent all of it, in GPS time: from then on a receiver can tell it.
  public var end: GPSTime
}
