internal import GNSSBasics
internal import Mathematics
internal import RTCMParser
internal import SatelliteOrbits

/// An orbit without an end, and its broadcasts of every two hours.
///
/// A new set describes the same orbit from a later time. Rounding alone could move the satellite by some
/// centimetres, and a carrier phase would slip. The rates are therefore chosen so that two hours of
/// motion are whole steps of the broadcast resolutions, and a satellite moves by less than a millimetre
/// when its data change. At the change of a week, where the node's reference turns with the Earth,
/// rounding moves the satellite by up to four centimetres. A geostationary satellite moves by up to six
/// centimetres at every change.
struct PerpetualOrbit: Hashable, Sendable {
  /// The data of a reference slot, and the number of that slot.
  private let reference: NavigationData
  private let referenceSlot: Int
  private let system: KeplerianSystem
  /// The growth of the mean anomaly and of the node's right ascension in two hours, 2⁻³¹ semicircles.
  private let anomalyStep, nodeStep: Int
  /// The rates of inclination and clock in the reference slot, in units of 2⁻³⁶.
  private let inclinationRate, clockRate: Int
  /// Whether the satellite is a geostationary one of BeiDou, described in a frame that turns with the Earth.
  private let isGeostationary: Bool

  /// Creates an orbit.
  ///
  /// - Parameters:
  ///   - data: The data of a slot, without rates; √A and Δn are chosen here.
  ///   - slot: The slot since 1980.
  ///   - turns: The revolutions from node to node during one rotation of the Earth below the satellite.
  ///   - nodeRate: The rate of the node's right ascension, in units of 2⁻³⁶ semicircles/s.
  ///   - inclinationRate: The rate of inclination, in units of 2⁻³⁶ semicircles/s.
  ///   - clockRate: The clock drift, in units of 2⁻³⁶ s/s.
  init(
    _ data: NavigationData, ofSlot slot: Int, turns: Double, nodeRate: Int = 0,
    inclinationRate: Int = 0,
    clockRate: Int
  ) {
    system = KeplerianSystem(data.satellite.constellation)
    isGeostationary = data.satellite.isBeiDouGEO
    let motion = CommensurableMotion(
      near: turns
        * (system.constants.earthRotationRate - Double(nodeRate) * 0x1p-36 * GPSConstants.pi),
      over: Double(KeplerianSystem.secondsPerSlot), difference: data.deltaN, system.constants)
    var reference = data
    (reference.deltaN, reference.rootA) = (motion.difference, motion.rootA)
    reference.omegaDot = nodeRate * Self.rateScale
    (self.reference, referenceSlot) = (reference, slot)
    anomalyStep = motion.step
    nodeStep = nodeRate * AlternatingDrift.stepPerRate
    (self.inclinationRate, self.clockRate) = (inclinationRate, clockRate)
  }

  /// The satellite on this orbit.
  var satellite: SatelliteID { reference.satellite }

  /// Returns the broadcast of a slot since 1980.
  func data(slot: Int) -> NavigationData {
    let (week, slotOfWeek) = slot.dividedRoundingDown(by: KeplerianSystem.slotsPerWeek)
    let drift = AlternatingDrift(slot: slot, referenceTime: system.referenceTimeInSlot)
    var data = reference
    data.week = week
    data.iodc = issue(slot: slot)
    data.toe = slotOfWeek * KeplerianSystem.secondsPerSlot + system.referenceTimeInSlot
    if isGeostationary {
      // The node turns with the Earth, so that the satellite stands still.
      data.omega0 = Self.wrapped(reference.omega0 + earthRotation(seconds: Double(data.toe)))
    } else {
      let slots = slot - referenceSlot
      let referenceWeek = referenceSlot.dividedRoundingDown(by: KeplerianSystem.slotsPerWeek)
        .quotient
      let weeks = Double(week - referenceWeek) * Double(GPSTime.secondsPerWeek)
      data.m0 = Self.wrapped(reference.m0 + anomalyStep * slots)
      data.omega0 = Self.wrapped(
        reference.omega0 + nodeStep * slots - earthRotation(seconds: weeks))
    }
    data.i0 += drift.steps(rate: inclinationRate)
    data.idot = inclinationRate * drift.sign * Self.rateScale
    data.af0 += drift.steps(rate: clockRate)
    data.af1 = clockRate * drift.sign * Self.rateScale
    return data
  }

  /// Returns the issue of data, clock: new in every slot, and repeated only after more than a week.
  ///
  /// IS-GPS-200, 20.3.4.4 requires that, and values below 240 for fit intervals of four hours.
  private func issue(slot: Int) -> Int { (slot + 7 * satellite.number).modulo(240) }

  /// Returns the Earth's rotation in a number of seconds, 2⁻³¹ semicircles without whole turns.
  private func earthRotation(seconds: Double) -> Int {
    let semicircles = system.constants.earthRotationRate * seconds / GPSConstants.pi
    return Int((semicircles.remainder(dividingBy: 2) * 0x1p31).rounded())
  }

  /// The number of units of 2⁻⁴³, in which rates are broadcast, in one unit of 2⁻³⁶.
  private static var rateScale: Int { 128 }

  /// Returns an angle in 2⁻³¹ semicircles without its whole turns.
  static func wrapped(_ angle: Int) -> Int { Int(Int32(truncatingIfNeeded: angle)) }

  /// Converts an angle from degrees to 2⁻³¹ semicircles.
  static func rounded(degrees: Double) -> Int { wrapped(Int((degrees / 180 * 0x1p31).rounded())) }
}
