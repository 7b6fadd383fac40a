/// An orbit and clock whose times are a week number that wraps, and seconds in that week.
public protocol WeeklyEphemeris {
  /// The broadcast week number, which wraps.
  var week: UInt16 { get }
  /// toe, ephemeris reference time, seconds of the week.
  var referenceTime: Double { get }
  /// toc, clock reference time, seconds of the week.
  var clockReferenceTime: Double { get }
  /// The system's week numbering.
  static var weekNumbering: WeekNumbering { get }
}

extension WeeklyEphemeris {
  /// Returns toe, the instant at which the orbit holds.
  ///
  /// - Parameter reference: A time within half a roll-over period of toe (ten years for the 10 bits of GPS).
  ///   For a toe near the turn of a week it must be within half a week, such as the message's time of
  ///   arrival.
  /// - Returns: The instant in GPS time; `nil` when the seconds are outside the week.
  public func referenceTime(near reference: GPSTime) -> GPSTime? {
    reference.nearest(week: Int(week), seconds: referenceTime, of: Self.weekNumbering)
  }

  /// Returns toc, the instant at which the clock correction holds.
  ///
  /// - Parameter reference: A time near toc, as for ``referenceTime(near:)``.
  /// - Returns: The instant in GPS time; `nil` when the seconds are outside the week.
  public func clockReferenceTime(near reference: GPSTime) -> GPSTime? {
    reference.nearest(week: Int(week), seconds: clockReferenceTime, of: Self.weekNumbering)
  }
}

extension GPSEphemeris: WeeklyEphemeris {
  /// The numbering of DF076, modulo 1024.
  public static var weekNumbering: WeekNumbering { .gps }
}

extension QZSSEphemeris: WeeklyEphemeris {
  /// The numbering of DF452, modulo 1024.
  public static var weekNumbering: WeekNumbering { .gps }
}

extension NavICEphemeris: WeeklyEphemeris {
  /// The numbering of DF517, modulo 1024.
  public static var weekNumbering: WeekNumbering { .gps }
}

extension GalileoEphemeris: WeeklyEphemeris {
  /// The numbering of DF289, modulo 4096.
  public static var weekNumbering: WeekNumbering { .galileo }
}

extension BeiDouEphemeris: WeeklyEphemeris {
  /// The numbering of DF489, modulo 8192.
  public static var weekNumbering: WeekNumbering { .beidou }
}
