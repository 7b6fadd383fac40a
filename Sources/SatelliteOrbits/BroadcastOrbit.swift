package import GNSSBasics
internal import Mathematics
package import RTCMParser

/// A satellite's position and clock at one instant.
package struct SatelliteState: Hashable, Sendable {
  /// Position of the antenna phase centre, Earth-centred and Earth-fixed at that instant, metres.
  package var position: SIMD3<Double>
  /// Velocity in the same rotating frame, m/s.
  package var velocity: SIMD3<Double>
  /// Satellite clock minus GPS time, with relativity and without group delay, seconds.
  package var clockOffset: Double
  /// Rate of `clockOffset`, s/s.
  package var clockRate: Double

  /// Creates a state in metres, m/s, seconds and s/s.
  package init(
    position: SIMD3<Double>, velocity: SIMD3<Double>, clockOffset: Double, clockRate: Double
  ) {
    (self.position, self.velocity) = (position, velocity)
    (self.clockOffset, self.clockRate) = (clockOffset, clockRate)
  }
}

/// The orbit and clock described by Keplerian elements.
///
/// Source: IS-GPS-200, 20.3.3.4.3 with table 20-IV (orbit) and 20.3.3.3.3.1 (clock), which the other
/// systems follow with constants of their own; BDS-SIS-ICD-B1I-3.0, 5.2.4.12 (geostationary satellites).
package struct BroadcastOrbit: Hashable, Sendable {
  /// toe, the instant for which the elements hold.
  package let referenceTime: GPSTime
  /// The time from toe to toc, seconds.
  private let clockDelay: Double
  private let semiMajorAxis, eccentricity, meanMotion, meanAnomaly: Double
  private let argumentOfPerigee, inclination, inclinationRate: Double
  /// The node's longitude at the reference time and its rate, in the frame of the elements.
  private let nodeLongitude, nodeRate: Double
  private let cuc, cus, crc, crs, cic, cis: Double
  private let af0, af1, af2, relativisticAmplitude: Double
  /// The Earth's rotation rate relative to the elements' frame, rad/s; 0 for an Earth-fixed frame.
  private let turnOfFrame: Double

  /// Creates the orbit of an ephemeris received at about `reference`.
  package init(_ ephemeris: some KeplerianEphemeris, near reference: GPSTime) {
    let toe = ephemeris.referenceTime(near: reference) ?? reference
    let toc = ephemeris.clockReferenceTime(near: reference) ?? toe
    self.init(ephemeris, at: toe, clockDelay: toc.seconds(since: toe))
  }

  /// Creates the orbit of an ephemeris whose toe is known as an instant.
  ///
  /// - Parameters:
  ///   - ephemeris: The elements.
  ///   - referenceTime: toe.
  ///   - clockDelay: The time from toe to toc, seconds.
  package init<Ephemeris: KeplerianEphemeris>(
    _ ephemeris: Ephemeris, at referenceTime: GPSTime, clockDelay: Double
  ) {
    let constants = Ephemeris.orbitConstants
    let pi = GPSConstants.pi
    let rootA = ephemeris.squareRootOfSemiMajorAxis
    let isGeostationary =
      (ephemeris as? BeiDouEphemeris).map {
        SatelliteID(.beidou, Int($0.satelliteID)).isBeiDouGEO
      } ?? false
    self.referenceTime = referenceTime
    self.clockDelay = clockDelay
    semiMajorAxis = rootA * rootA
    eccentricity = ephemeris.eccentricity
    meanMotion =
      Self.keplerianMotion(rootA: rootA, constants) + ephemeris.meanMotionDifference * pi
    meanAnomaly = ephemeris.meanAnomaly * pi
    argumentOfPerigee = ephemeris.argumentOfPerigee * pi
    inclination = ephemeris.inclination * pi
    inclinationRate = ephemeris.inclinationRate * pi
    nodeLongitude =
      ephemeris.ascendingNode * pi - constants.earthRotationRate * ephemeris.referenceTime
    turnOfFrame = isGeostationary ? constants.earthRotationRate : 0
    nodeRate = ephemeris.ascensionRate * pi - constants.earthRotationRate + turnOfFrame
    (cuc, cus) = (ephemeris.cuc, ephemeris.cus)
    (crc, crs) = (ephemeris.crc, ephemeris.crs)
    (cic, cis) = (ephemeris.cic, ephemeris.cis)
    (af0, af1, af2) = (ephemeris.af0, ephemeris.af1, ephemeris.af2)
    relativisticAmplitude = constants.relativisticFactor * eccentricity * rootA
  }

  /// Returns the mean motion n₀ of a Keplerian orbit, rad/s.
  package static func keplerianMotion(rootA: Double, _ constants: OrbitConstants = .gps) -> Double {
    constants.gravitationalParameter.squareRoot() / (rootA * rootA * rootA)
  }

  /// Returns the satellite's state `delay` seconds before `time`.
  ///
  /// The delay is separate from the time because nanoseconds are too coarse for it: in one nanosecond a
  /// satellite approaches by up to a micrometre.
  package func state(at time: GPSTime, minus delay: Double = 0) -> SatelliteState {
    let elapsed = time.seconds(since: referenceTime) - delay
    let anomaly = KeplerEquation.eccentricAnomaly(
      meanAnomaly: meanAnomaly + meanMotion * elapsed, eccentricity: eccentricity)
    let (sine, cosine) = (Math.sine(anomaly), Math.cosine(anomaly))
    let anomalyRate = meanMotion / (1 - eccentricity * cosine)
    let plane = inPlane(sine: sine, cosine: cosine, anomalyRate: anomalyRate, elapsed: elapsed)
    let (position, velocity) = earthFixed(plane, elapsed: elapsed)
    let age = elapsed - clockDelay
    return SatelliteState(
      position: position,
      velocity: velocity,
      clockOffset: af0 + (af1 + af2 * age) * age + relativisticAmplitude * sine,
      clockRate: af1 + 2 * af2 * age + relativisticAmplitude * cosine * anomalyRate
    )
  }

  /// The position in the orbital plane, the plane's inclination, and the rates of all three.
  private struct InPlane {
    var x, y, inclination: Double
    var xRate, yRate, inclinationRate: Double
  }

  /// Computes table 20-IV from the true anomaly to the position in the orbital plane.
  private func inPlane(
    sine: Double, cosine: Double, anomalyRate: Double, elapsed: Double
  ) -> InPlane {
    let flattening = (1 - eccentricity * eccentricity).squareRoot()
    let latitude =
      Math.arcTangent(y: flattening * sine, x: cosine - eccentricity)
      + argumentOfPerigee
    let latitudeRate = anomalyRate * flattening / (1 - eccentricity * cosine)
    let (sin2, cos2) = (Math.sine(2 * latitude), Math.cosine(2 * latitude))

    let corrected = latitude + cus * sin2 + cuc * cos2
    let correctedRate = latitudeRate * (1 + 2 * (cus * cos2 - cuc * sin2))
    let radius = semiMajorAxis * (1 - eccentricity * cosine) + crs * sin2 + crc * cos2
    let radiusRate =
      semiMajorAxis * eccentricity * sine * anomalyRate
      + 2 * latitudeRate * (crs * cos2 - crc * sin2)
    let (sinU, cosU) = (Math.sine(corrected), Math.cosine(corrected))
    return InPlane(
      x: radius * cosU,
      y: radius * sinU,
      inclination: inclination + inclinationRate * elapsed + cis * sin2 + cic * cos2,
      xRate: radiusRate * cosU - radius * correctedRate * sinU,
      yRate: radiusRate * sinU + radius * correctedRate * cosU,
      inclinationRate: inclinationRate + 2 * latitudeRate * (cis * cos2 - cic * sin2)
    )
  }

  /// Computes table 20-IV from the orbital plane to the Earth-fixed frame.
  private func earthFixed(
    _ plane: InPlane, elapsed: Double
  ) -> (position: SIMD3<Double>, velocity: SIMD3<Double>) {
    let node = nodeLongitude + nodeRate * elapsed
    let (sinNode, cosNode) = (Math.sine(node), Math.cosine(node))
    let (sinI, cosI) = (Math.sine(plane.inclination), Math.cosine(plane.inclination))
    let position = SIMD3(
      plane.x * cosNode - plane.y * cosI * sinNode,
      plane.x * sinNode + plane.y * cosI * cosNode,
      plane.y * sinI
    )
    // The rate of the plane's y, projected onto the equator at right angles to the node.
    let acrossRate = plane.yRate * cosI - plane.y * sinI * plane.inclinationRate
    let velocity = SIMD3(
      plane.xRate * cosNode - acrossRate * sinNode - nodeRate * position.y,
      plane.xRate * sinNode + acrossRate * cosNode + nodeRate * position.x,
      plane.yRate * sinI + plane.y * cosI * plane.inclinationRate
    )
    return turnOfFrame == 0 ? (position, velocity) : turned(position, velocity, elapsed: elapsed)
  }

  /// Turns vectors from a geostationary satellite's frame, tilted by 5° against the equator, to the
  /// Earth-fixed one.
  private func turned(
    _ position: SIMD3<Double>, _ velocity: SIMD3<Double>, elapsed: Double
  ) -> (position: SIMD3<Double>, velocity: SIMD3<Double>) {
    let angle = turnOfFrame * elapsed
    let (sine, cosine) = (Math.sine(angle), Math.cosine(angle))
    func turn(_ vector: SIMD3<Double>) -> SIMD3<Double> {
      let flat = vector.y * Self.cosineOfTilt + vector.z * Self.sineOfTilt
      return SIMD3(
        cosine * vector.x + sine * flat, cosine * flat - sine * vector.x,
        vector.z * Self.cosineOfTilt - vector.y * Self.sineOfTilt)
    }
    let fixed = turn(position)
    return (fixed, turn(velocity) + turnOfFrame * SIMD3(fixed.y, -fixed.x, 0))
  }

  private static let sineOfTilt = Math.sine(-5 * .pi / 180)
  private static let cosineOfTilt = Math.cosine(-5 * .pi / 180)
}
