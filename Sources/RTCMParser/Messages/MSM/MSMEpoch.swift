internal import GNSSBasics
internal import Mathematics

/// The epoch of a message's observations, in the time of its constellation.
public struct MSMEpoch: Hashable, Sendable {
  /// The constellation in whose time the epoch is.
  public var constellation: Constellation
  /// The value of the epoch field: milliseconds of the week, or of the Moscow day for GLONASS (DF034).
  ///
  /// DF004, DF248, DF427, DF428 and DF546 have 30 bits. DF034 has 27 bits and reaches 86 400 999 in a leap
  /// second.
  public var milliseconds: UInt32
  /// DF416, day of the week, GLONASS only: 0 is Sunday in Moscow, 7 is unknown.
  public var glonassDayOfWeek: UInt8

  /// Creates an epoch from its field values.
  public init(constellation: Constellation, milliseconds: UInt32, glonassDayOfWeek: UInt8 = 0) {
    self.constellation = constellation
    self.milliseconds = milliseconds
    self.glonassDayOfWeek = glonassDayOfWeek
  }

  /// Creates an epoch of a constellation from a GPS time of week.
  ///
  /// - Parameters:
  ///   - constellation: The constellation in whose time the epoch is.
  ///   - gpsTimeOfWeekMilliseconds: The GPS time of week, any number; whole weeks are removed.
  ///   - leapSeconds: GPS time less UTC in seconds; only GLONASS needs it.
  public init(
    constellation: Constellation, gpsTimeOfWeekMilliseconds: Int,
    leapSeconds: Int = LeapSeconds.latest
  ) {
    let own =
      (gpsTimeOfWeekMilliseconds - Self.gpsOffset(of: constellation, leapSeconds: leapSeconds))
      .modulo(millisecondsPerWeek)
    self.init(constellation: constellation, milliseconds: UInt32(own))
    if constellation == .glonass {
      glonassDayOfWeek = UInt8(own / millisecondsPerDay)
      milliseconds = UInt32(own % millisecondsPerDay)
    }
  }

  /// Returns the GPS time of day.
  ///
  /// - Parameter leapSeconds: The value of GPS time less UTC in seconds; only GLONASS needs it.
  /// - Returns: The time in milliseconds, `0..<86_400_000`; `nil` for an ``impossibleTime``.
  public func gpsTimeOfDayMilliseconds(leapSeconds: Int) -> Int? {
    guard impossibleTime == nil else { return nil }
    return (ownMilliseconds + Self.gpsOffset(of: constellation, leapSeconds: leapSeconds))
      .modulo(millisecondsPerDay)
  }

  /// Returns the GPS time of week.
  ///
  /// - Parameter leapSeconds: The value of GPS time less UTC in seconds; only GLONASS needs it.
  /// - Returns: The time in milliseconds, `0..<604_800_000`; `nil` when a GLONASS message does not tell the
  ///   day of the week, and for an ``impossibleTime``.
  public func gpsTimeOfWeekMilliseconds(leapSeconds: Int) -> Int? {
    guard impossibleTime == nil else { return nil }
    var own = ownMilliseconds
    if constellation == .glonass {
      guard glonassDayOfWeek < 7 else { return nil }
      own += Int(glonassDayOfWeek) * millisecondsPerDay
    }
    return (own + Self.gpsOffset(of: constellation, leapSeconds: leapSeconds))
      .modulo(millisecondsPerWeek)
  }

  /// The value of the epoch field when it is beyond the end of the week (of the day with a leap second for
  /// GLONASS); `nil` otherwise.
  public var impossibleTime: ImpossibleTime? {
    isBeforeWeek
      ? nil : ImpossibleTime(Self.field(of: constellation), Int(milliseconds), greatest: greatest)
  }

  private var greatest: Int {
    (constellation == .glonass ? millisecondsPerDay + 1000 : millisecondsPerWeek) - 1
  }

  /// Returns the epoch shifted by some milliseconds, earlier when negative; day and week wrap around.
  ///
  /// An epoch with an ``impossibleTime`` is returned unchanged.
  public func advanced(byMilliseconds shift: Int) -> MSMEpoch {
    guard impossibleTime == nil else { return self }
    var result = self
    let moved = ownMilliseconds + shift % millisecondsPerWeek  // whole weeks change nothing
    guard constellation == .glonass else {
      result.milliseconds = UInt32(moved.modulo(millisecondsPerWeek))
      return result
    }
    result.milliseconds = UInt32(moved.modulo(millisecondsPerDay))
    if glonassDayOfWeek < 7 {
      let days = (moved - moved.modulo(millisecondsPerDay)) / millisecondsPerDay
      result.glonassDayOfWeek = UInt8((Int(glonassDayOfWeek) + days).modulo(7))
    }
    return result
  }

  /// The value of the epoch field, negative before the beginning of the week.
  private var ownMilliseconds: Int {
    isBeforeWeek ? Int(milliseconds) - Self.fieldLimit : Int(milliseconds)
  }

  /// Whether the epoch is before the beginning of its week.
  ///
  /// In the first 14 s of a GPS week, some encoders let BeiDou's 30-bit field wrap below zero instead of
  /// using the end of the previous week.
  private var isBeforeWeek: Bool {
    constellation == .beidou
      && (Self.fieldLimit - 14_000..<Self.fieldLimit).contains(Int(milliseconds))
  }

  private static var fieldLimit: Int { 1 << 30 }

  /// Returns GPS time less the constellation's time, in milliseconds.
  private static func gpsOffset(of constellation: Constellation, leapSeconds: Int) -> Int {
    constellation.timeScale.secondsBehindGPSTime(leapSeconds: leapSeconds) * 1000
  }
}

package let millisecondsPerDay = 86_400_000
package let millisecondsPerWeek = 7 * millisecondsPerDay

extension MSMEpoch {
  @inline(__always)
  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    if constellation == .glonass {
      try coder.integer(.df416, &glonassDayOfWeek)
      try coder.integer(.df034, &milliseconds)
    } else {
      let field = Self.field(of: constellation)
      // All systems' fields have this width. As a constant, it makes the positions behind it constants.
      try coder.integer(
        DataField(field.number, field.name, .unsigned, 30, .milliseconds), &milliseconds)
    }
  }

  /// Returns the field that holds the epoch's milliseconds.
  @inline(__always)
  package static func field(of constellation: Constellation) -> DataField {
    switch constellation {
    case .gps, .sbas: .df004
    case .glonass: .df034
    case .galileo: .df248
    case .qzss: .df428
    case .beidou: .df427
    case .navic: .df546
    }
  }
}
