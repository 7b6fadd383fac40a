internal import GNSSBasics
internal import Mathematics
internal import RTCMParser
internal import SatelliteOrbits

extension PerpetualOrbit {
  /// Creates an orbit that continues an ephemeris.
  ///
  /// The rates are rounded, and inclination and clock have no drift. Hours from the ephemeris the
  /// satellite is kilometres off its real place, but still recognisable as the same satellite.
  ///
  /// - Parameters:
  ///   - satellite: The satellite of the ephemeris.
  ///   - ephemeris: The elements to continue.
  ///   - reference: The approximate time at which the ephemeris was received.
  ///   - groupDelay: The group delay of the satellite's first signal, seconds.
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
    // The node is given for the beginning of the week, so only its drift moves it.
    data.omega0 = Self.wrapped(data.omega0 + Int((nodeRate * 0x1p-36 * moved * 0x1p31).rounded()))
    self.init(
      data, ofSlot: slot, turns: motion / (system.constants.earthRotationRate - node),
      nodeRate: Int(nodeRate), clockRate: 0)
  }
}

extension NavigationData {
  /// Rounds an ephemeris to the integers of a broadcast, without rates, group delay and times.
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

  /// Makes the orbit geostationary, on the longitude of a point.
  fileprivate mutating func stand(at point: SIMD3<Double>) {
    let longitude = Math.arcTangent(y: point.y, x: point.x).radiansInDegrees
    m0 = PerpetualOrbit.rounded(degrees: longitude - 180)
    (omega0, omega) = (PerpetualOrbit.rounded(degrees: 180), 0)
    (i0, eccentricity) = (PerpetualOrbit.rounded(degrees: 5), 0)
    harmonics = HarmonicCorrections(cuc: 0, cus: 0, crc: 0, crs: 0, cic: 0, cis: 0)
    deltaN = 0
  }
}
