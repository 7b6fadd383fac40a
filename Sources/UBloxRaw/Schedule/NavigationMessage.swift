/// A piece of a navigation message, as long as one UBX-RXM-SFRBX.
///
/// The cases are the pieces that an ephemeris fills, without almanacs.
public enum NavigationMessage: Hashable, Sendable {
  /// Subframe `1...3` of GPS and QZSS: clock and orbit.
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

/// A piece of a navigation message, with the time of its transmission.
public struct NavigationSlot: Hashable, Sendable {
  /// The piece of the navigation message that is transmitted.
  public var message: NavigationMessage
  /// The beginning of the transmission, GPS time.
  public var start: GPSTime
  /// The end of the transmission, GPS time, from which on a receiver can report the piece.
  public var end: GPSTime
}
