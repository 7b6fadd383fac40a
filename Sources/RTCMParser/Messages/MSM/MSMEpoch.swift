internal import GNSSBasics
internal import Mathematics

/// When the observations of a message were made, in the time of its constellation.
public struct MSMEpoch: Hashable, Sendable {
  /// Whose time it is.
  public var constellation: Constellation
  /// The epoch field: milliseconds of the week, of the Moscow day for GLONASS (DF034).
  ///
  /// DF004, DF248, DF427, DF428, DF546: 30 bits. DF034: 27 bits, and up to 86 400 999 in a leap second.
  public var milliseconds: UInt32
  /// DF416, GLONASS only: 0 is Sunday in Moscow, 7 is unknown.
  public var glonassDayOfWeek: UInt8

  /// Creates an epoch from the fields as they are on the wire.
  public init(constellation: Constellation, milliseconds: UInt32, glonassDayOfWeek: UInt8 = 0) {
    self.constellation = constellation
    self.milliseconds = milliseconds
    self.glonassDayOfWeek = glonassDayOfWeek
  }

  /// Creates the epoch of a constellation at a GPS time of week.
  ///
  /// - Parameters:
  ///   - constellation: Whose time the epoch is to be in.
  ///   - gpsTimeOfWeekMilliseconds: Any number; whole weeks are taken off.
  ///   - leapSeconds: GPS time less UTC; only GLONASS needs it.
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

  /// The GPS time of day.
  ///
  /// - Parameter leapSeconds: GPS time less UTC; only GLONASS needs it.
  /// - Returns: `0..<86_400_000` milliseconds, or `nil` for an ``impossibleTime``.
  public func gpsTimeOfDayMilliseconds(leapSeconds: Int) -> Int? {
    guard impossibleTime == nil else { return nil }
    return (ownMilliseconds + Self.gpsOffset(of: constellation, leapSeconds: leapSeconds))
      .modulo(millisecondsPerDay)
  }

  /// The GPS time of week.
  ///
  /// - Parameter leapSeconds: GPS time less UTC; only GLONASS needs it.
  /// - Returns: `0..<604_800_000` milliseconds, or `nil` when a GLONASS message does not say which day
  ///   it is, and for an ``impossibleTime``.
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

  /// The number in the epoch field, if it is no time of the week, or of GLONASS's day with a leap second.
  public var impossibleTime: ImpossibleTime? {
    isBeforeWeek
      ? nil : ImpossibleTime(Self.field(of: constellation), Int(milliseconds), greatest: greatest)
  }

  private var greatest: Int {
    (constellation == .glonass ? millisecondsPerDay + 1000 : millisecondsPerWeek) - 1
  }

  /// The same epoch some time later or, when negative, earlier; day and week wrap.
  ///
  /// One with an ``impossibleTime`` stays as it is.
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

  /// The epoch field as a number that may be negative.
  private var ownMilliseconds: Int {
    isBeforeWeek ? Int(milliseconds) - Self.fieldLimit : Int(milliseconds)
  }

  /// Whether the epoch is before the beginning of the week.
  ///
  /// In the first 14 s of a GPS week, some encoders let BeiDou's 30 bits go below zero instead of to
  /// the end of the week.
  private var isBeforeWeek: Bool {
    constellation == .beidou
      && (Self.fieldLimit - 14_000..<Self.fieldLimit).contains(Int(milliseconds))
  }

  private static var fieldLimit: Int { 1 << 30 }

  /// GPS time less the constellation's time, milliseconds.
  private static func gpsOffset(of constellation: Constellation, leapSeconds: Int) -> Int {
    constellation.timeScale.secondsBehindGPSTime(leapSeconds: leapSeconds) * 1000
  }
}

package let millisecondsPerDay = 86_400_000
package let millisecondsPerWeek = 7 * millisecondsPerDay

extension MSMEpoch {
  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    if constellation == .glonass { try coder.integer(.df416, &glonassDayOfWeek) }
    try coder.integer(Self.field(of: constellation), &milliseconds)
  }

  /// The field that holds the milliseconds.
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
