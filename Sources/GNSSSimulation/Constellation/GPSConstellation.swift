public import RTCMParser

/// A GPS constellation whose navigation data this project wrote.
///
/// 31 satellites in six planes. Each flies, without end, an orbit of the kind that broadcast
/// parameters describe, and gets a new set of them every two hours, valid for the two hours either
/// side of the end of that slot (IS-GPS-200, 20.3.4.4 and 20.3.4.5).
///
/// A new set describes the same orbit from a later time. Its rounding could still move the
/// satellite by some centimetres, and a carrier phase would slip; so the rates are chosen such that
/// two hours of motion are whole steps of the broadcast resolutions, and a satellite moves by less
/// than a millimetre when its data change. At the change of a week, where the node's reference turns
/// with the Earth, rounding moves it by up to four centimetres.
public struct GPSConstellation: Hashable, Sendable {
  /// One satellite's data at the reference, in the integers of ``NavigationData``, and their steps.
  private struct Satellite: Hashable, Sendable {
    var reference: NavigationData
    /// What two hours add to the mean anomaly and to the node's right ascension.
    var anomalyStep, nodeStep: Int
    /// Rates of inclination and clock at the reference, in units of 2⁻³⁶.
    var inclinationRate, clockRate: Int
  }

  private let satellites: [Satellite]

  /// Creates the constellation; there is only the one.
  public init() {
    satellites = satelliteRows.map { Self.satellite($0, in: orbitalPlanes[$0.plane]) }
  }

  /// The numbers of its satellites, ascending.
  public var prns: [Int] { satellites.map(\.reference.prn) }

  /// What every satellite broadcasts at a time, ascending by number.
  public func navigationData(at time: GPSTime) -> [NavigationData] {
    let slot = Self.slot(of: time)
    return satellites.map { Self.data(of: $0, slot: slot) }
  }

  /// Which two-hour slot since 1980 a time is in; navigation data change with it.
  static func slot(of time: GPSTime) -> Int {
    Int(time.nanoseconds / (Int64(secondsPerSlot) * 1_000_000_000))
  }
}

extension GPSConstellation {
  private static var secondsPerSlot: Int { 7200 }
  private static var slotsPerWeek: Int { 84 }
  private static var referenceWeek: Int { 2400 }

  /// Reference times are 16 s before a slot ends, so that none falls into the week after.
  private static var referenceTimeInSlot: Int { 7184 }

  /// Units of 2⁻⁴³, in which rates are broadcast, in one of 2⁻³⁶.
  private static var rateScale: Int { 128 }

  /// The data of one satellite in a slot since 1980.
  private static func data(of satellite: Satellite, slot: Int) -> NavigationData {
    let (week, slotOfWeek) = slot.quotientAndRemainder(dividingBy: slotsPerWeek)
    let slots = slot - referenceWeek * slotsPerWeek
    let drift = AlternatingDrift(slot: slot)
    let reference = satellite.reference
    var data = reference
    data.week = week
    data.iodc = issue(prn: reference.prn, slot: slot)
    data.toe16 = (slotOfWeek * secondsPerSlot + referenceTimeInSlot) / 16
    data.m0 = wrapped(reference.m0 + satellite.anomalyStep * slots)
    data.omega0 = wrapped(
      reference.omega0 + satellite.nodeStep * slots - earthRotation(weeks: week - referenceWeek))
    data.i0 += drift.steps(rate: satellite.inclinationRate)
    data.idot = satellite.inclinationRate * drift.sign * rateScale
    data.af0 += drift.steps(rate: satellite.clockRate)
    data.af1 = satellite.clockRate * drift.sign * rateScale
    return data
  }

  /// Issue of data, clock: new every slot, and back only after more than a week, as
  /// IS-GPS-200, 20.3.4.4 asks; below 240, where fit intervals are four hours.
  private static func issue(prn: Int, slot: Int) -> Int { (slot + 7 * prn) % 240 }

  /// How far the Earth turns in some weeks, 2⁻³¹ semicircles without whole turns.
  private static func earthRotation(weeks: Int) -> Int {
    let perWeek = GPSConstants.earthRotationRate * Double(GPSTime.secondsPerWeek)
    let semicircles = perWeek * Double(weeks) / GPSConstants.pi
    return Int((semicircles.remainder(dividingBy: 2) * 0x1p31).rounded())
  }

  /// An angle in 2⁻³¹ semicircles without its whole turns.
  private static func wrapped(_ angle: Int) -> Int { Int(Int32(truncatingIfNeeded: angle)) }

  /// An angle in degrees, in 2⁻³¹ semicircles.
  private static func rounded(degrees: Double) -> Int {
    wrapped(Int((degrees / 180 * 0x1p31).rounded()))
  }

  /// A row of the table in the integers that can be broadcast.
  private static func satellite(_ row: SatelliteRow, in plane: PlaneRow) -> Satellite {
    let nodeRate = Double(plane.nodeRate) * 0x1p-36 * GPSConstants.pi
    let motion = CommensurableMotion(
      // Two turns from node to node while the Earth turns once below them.
      near: 2 * (GPSConstants.earthRotationRate - nodeRate),
      over: Double(secondsPerSlot),
      difference: plane.meanMotionDifference)
    let data = NavigationData(
      prn: row.prn, week: referenceWeek, iodc: 0, toe16: 0,
      tgd: row.groupDelay,
      af0: Int((Double(row.clockOffset) * 1e-6 * 0x1p31).rounded()), af1: 0, af2: 0,
      m0: rounded(degrees: Double(row.argumentOfLatitude - row.argumentOfPerigee)),
      deltaN: motion.difference,
      eccentricity: Int((Double(row.eccentricity) * 1e-4 * 0x1p33).rounded()),
      rootA: motion.rootA,
      omega0: rounded(degrees: Double(plane.node)), omegaDot: plane.nodeRate * rateScale,
      i0: rounded(degrees: Double(plane.inclination) / 100), idot: 0,
      omega: rounded(degrees: Double(row.argumentOfPerigee)),
      harmonics: plane.harmonics)
    return Satellite(
      reference: data, anomalyStep: motion.step,
      nodeStep: plane.nodeRate * AlternatingDrift.stepPerRate,
      inclinationRate: plane.inclinationRate, clockRate: row.clockDrift)
  }
}
