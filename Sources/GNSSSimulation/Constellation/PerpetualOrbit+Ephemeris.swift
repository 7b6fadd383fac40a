internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

extension PerpetualOrbit {
  /// An orbit that goes on as an ephemeris describes it.
  ///
  /// With what rates have not enough digits for, and without the drifts of inclination and clock: hours from
  /// the ephemeris it is kilometres off, and the same satellite for all that.
  ///
  /// - Parameters:
  ///   - satellite: Whose it is.
  ///   - ephemeris: Its elements.
  ///   - reference: About when they came.
  ///   - groupDelay: Of its first signal, seconds.
  init(
    _ satellite: SatelliteID, _ ephemeris: some KeplerianEphemeris, near reference: GPSTime,
    _ groupDelay: Double
  ) {
    let system = KeplerianSystem(satellite.constellation)
    let toe = ephemeris.referenceTime(near: reference) ?? reference
    let slot = system.slot(of: toe)
    let begin = system.beginning(ofSlot: slot)
    let moved = Double(system.referenceTimeInSlot) - toe.seconds(since: begin)
    let motion =
      BroadcastOrbit.keplerianMotion(
        rootA: ephemeris.squareRootOfSemiMajorAxis, system.constants)
      + ephemeris.meanMotionDifference * GPSConstants.pi
    let nodeRate = (ephemeris.ascensionRate * 0x1p36).rounded()
    let node = nodeRate * 0x1p-36 * GPSConstants.pi
    var data = NavigationData(satellite, ephemeris)
    data.tgd = min(max(Int((groupDelay * 0x1p31).rounded()), -128), 127)
    if satellite.isBeiDouGEO {
      data.stand(at: BroadcastOrbit(ephemeris, near: reference).state(at: toe).position)
      self.init(data, ofSlot: slot, turns: 1, clockRate: 0)
      return
    }
    data.m0 = Self.wrapped(data.m0 + Int((motion / GPSConstants.pi * moved * 0x1p31).rounded()))
    // The node is told for the beginning of the week, so only what drifts moves it.
    data.omega0 = Self.wrapped(data.omega0 + Int((nodeRate * 0x1p-36 * moved * 0x1p31).rounded()))
    self.init(
      data, ofSlot: slot, turns: motion / (system.constants.earthRotationRate - node),
      nodeRate: Int(nodeRate), clockRate: 0)
  }
}

extension NavigationData {
  /// The integers of an ephemeris, without rates, group delay and times.
  fileprivate init(_ satellite: SatelliteID, _ ephemeris: some KeplerianEphemeris) {
    func steps(_ value: Double, _ scale: Double) -> Int { Int((value * scale).rounded()) }
    self.init(
      satellite: satellite, week: 0, iodc: 0, toe: 0, tgd: 0,
      af0: min(max(steps(ephemeris.af0, 0x1p31), -(1 << 21)), 1 << 21 - 1), af1: 0, af2: 0,
      m0: steps(ephemeris.meanAnomaly, 0x1p31),
      deltaN: steps(ephemeris.meanMotionDifference, 0x1p43),
      eccentricity: steps(ephemeris.eccentricity, 0x1p33), rootA: 0,
      omega0: steps(ephemeris.ascendingNode, 0x1p31), omegaDot: 0,
      i0: steps(ephemeris.inclination, 0x1p31), idot: 0,
      omega: steps(ephemeris.argumentOfPerigee, 0x1p31),
      harmonics: HarmonicCorrections(
        cuc: steps(ephemeris.cuc, 0x1p29), cus: steps(ephemeris.cus, 0x1p29),
        crc: steps(ephemeris.crc, 0x1p5), crs: steps(ephemeris.crs, 0x1p5),
        cic: steps(ephemeris.cic, 0x1p29), cis: steps(ephemeris.cis, 0x1p29)))
  }

  /// Makes it stand over the equator, on the longitude of a point.
  fileprivate mutating func stand(at point: SIMD3<Double>) {
    let longitude = Math.arcTangent(y: point.y, x: point.x).radiansInDegrees
    m0 = PerpetualOrbit.rounded(degrees: longitude - 180)
    (omega0, omega) = (PerpetualOrbit.rounded(degrees: 180), 0)
    (i0, eccentricity) = (PerpetualOrbit.rounded(degrees: 5), 0)
    harmonics = HarmonicCorrections(cuc: 0, cus: 0, crc: 0, crs: 0, cic: 0, cis: 0)
    deltaN = 0
  }
}
