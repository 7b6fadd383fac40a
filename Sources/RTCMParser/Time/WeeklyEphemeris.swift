/// An orbit and clock whose times are a week number that wraps and seconds in that week.
public protocol WeeklyEphemeris {
  /// The broadcast week number.
  var week: UInt16 { get }
  /// toe, ephemeris reference time, seconds of the week.
  var referenceTime: Double { get }
  /// toc, clock reference time, seconds of the week.
  var clockReferenceTime: Double { get }
  /// The numbering of the weeks.
  static var weekNumbering: WeekNumbering { get }
}

extension WeeklyEphemeris {
  /// toe, the instant for which the orbit holds.
  ///
  /// - Parameter reference: A time within half a roll-over of it (ten years for the 10 bits of GPS); if
  ///   the orbit is of the turn of a week, within half a week, such as when the message arrived.
  /// - Returns: The instant in GPS time; `nil` where the seconds are not of a week.
  public func referenceTime(near reference: GPSTime) -> GPSTime? {
    reference.nearest(week: Int(week), seconds: referenceTime, of: Self.weekNumbering)
  }

  /// toc, the instant for which the clock holds.
  ///
  /// - Parameter reference: As for ``referenceTime(near:)``.
  /// - Returns: The instant in GPS time; `nil` where the seconds are not of a week.
  public func clockReferenceTime(near reference: GPSTime) -> GPSTime? {
    reference.nearest(week: Int(week), seconds: clockReferenceTime, of: Self.weekNumbering)
  }
}

extension GPSEphemeris: WeeklyEphemeris {
  /// DF076 counts modulo 1024.
  public static var weekNumbering: WeekNumbering { .gps }
}

extension QZSSEphemeris: WeeklyEphemeris {
  /// DF452 counts modulo 1024.
  public static var weekNumbering: WeekNumbering { .gps }
}

extension NavICEphemeris: WeeklyEphemeris {
  /// DF517 counts modulo 1024.
  public static var weekNumbering: WeekNumbering { .gps }
}

extension GalileoFNAVEphemeris: WeeklyEphemeris {
  /// DF289 counts modulo 4096.
  public static var weekNumbering: WeekNumbering { .galileo }
}

extension GalileoINAVEphemeris: WeeklyEphemeris {
  /// DF289 counts modulo 4096.
  public static var weekNumbering: WeekNumbering { .galileo }
}

extension BeiDouEphemeris: WeeklyEphemeris {
  /// DF489 counts modulo 8192.
  public static var weekNumbering: WeekNumbering { .beidou }
}
