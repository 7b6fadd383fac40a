internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

/// Where a satellite is and what its clock shows at one instant.
struct SatelliteState: Hashable, Sendable {
  /// Position of the antenna phase centre, Earth-centred and Earth-fixed at that instant, metres.
  var position: SIMD3<Double>
  /// Velocity in the same, rotating, frame, m/s.
  var velocity: SIMD3<Double>
  /// Satellite clock minus GPS time, relativity included and group delay not, seconds.
  var clockOffset: Double
  /// Rate of `clockOffset`, s/s.
  var clockRate: Double
}

/// The orbit and clock that a set of GPS navigation data describes.
///
/// Source: IS-GPS-200, 20.3.3.4.3 with table 20-IV (orbit) and 20.3.3.3.3.1 (clock).
struct BroadcastOrbit: Hashable, Sendable {
  let referenceTime: GPSTime
  private let semiMajorAxis, eccentricity, meanMotion, meanAnomaly: Double
  private let argumentOfPerigee, inclination, inclinationRate: Double
  /// Earth-fixed longitude of the node at the reference time, and its rate.
  private let nodeLongitude, nodeRate: Double
  private let cuc, cus, crc, crs, cic, cis: Double
  private let af0, af1, af2, relativisticAmplitude: Double

  init(_ data: NavigationData) {
    let rootA = Double(data.rootA) * 0x1p-19
    let secondsOfWeek = Double(data.toe16) * 16
    referenceTime = data.referenceTime
    semiMajorAxis = rootA * rootA
    eccentricity = Double(data.eccentricity) * 0x1p-33
    meanMotion =
      Self.keplerianMotion(rootA: rootA) + Double(data.deltaN) * 0x1p-43 * GPSConstants.pi
    meanAnomaly = Double(data.m0) * 0x1p-31 * GPSConstants.pi
    argumentOfPerigee = Double(data.omega) * 0x1p-31 * GPSConstants.pi
    inclination = Double(data.i0) * 0x1p-31 * GPSConstants.pi
    inclinationRate = Double(data.idot) * 0x1p-43 * GPSConstants.pi
    nodeLongitude =
      Double(data.omega0) * 0x1p-31 * GPSConstants.pi
      - GPSConstants.earthRotationRate * secondsOfWeek
    nodeRate =
      Double(data.omegaDot) * 0x1p-43 * GPSConstants.pi - GPSConstants.earthRotationRate
    cuc = Double(data.harmonics.cuc) * 0x1p-29
    cus = Double(data.harmonics.cus) * 0x1p-29
    crc = Double(data.harmonics.crc) * 0x1p-5
    crs = Double(data.harmonics.crs) * 0x1p-5
    cic = Double(data.harmonics.cic) * 0x1p-29
    cis = Double(data.harmonics.cis) * 0x1p-29
    af0 = Double(data.af0) * 0x1p-31
    af1 = Double(data.af1) * 0x1p-43
    af2 = Double(data.af2) * 0x1p-55
    relativisticAmplitude = GPSConstants.relativisticF * eccentricity * rootA
  }

  /// The mean motion n₀ of a Keplerian orbit, rad/s.
  static func keplerianMotion(rootA: Double) -> Double {
    GPSConstants.gravitationalParameter.squareRoot() / (rootA * rootA * rootA)
  }

  /// The satellite `delay` seconds before `time`.
  ///
  /// The delay comes apart from the time because nanoseconds are too coarse for it: a satellite
  /// comes nearer by up to a micrometre in one.
  func state(at time: GPSTime, minus delay: Double = 0) -> SatelliteState {
    let elapsed = time.seconds(since: referenceTime) - delay
    let anomaly = KeplerEquation.eccentricAnomaly(
      meanAnomaly: meanAnomaly + meanMotion * elapsed, eccentricity: eccentricity)
    let (sine, cosine) = (Math.sine(anomaly), Math.cosine(anomaly))
    let anomalyRate = meanMotion / (1 - eccentricity * cosine)
    let plane = inPlane(sine: sine, cosine: cosine, anomalyRate: anomalyRate, elapsed: elapsed)
    let (position, velocity) = earthFixed(plane, elapsed: elapsed)
    return SatelliteState(
      position: position,
      velocity: velocity,
      clockOffset: af0 + (af1 + af2 * elapsed) * elapsed + relativisticAmplitude * sine,
      clockRate: af1 + 2 * af2 * elapsed + relativisticAmplitude * cosine * anomalyRate
    )
  }

  /// Position in the orbital plane, the plane's inclination, and the rates of all three.
  private struct InPlane {
    var x, y, inclination: Double
    var xRate, yRate, inclinationRate: Double
  }

  /// Table 20-IV from the true anomaly to the position in the orbital plane.
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

  /// Table 20-IV from the orbital plane to the Earth-fixed frame.
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
    // Across the node, and its rate: what the plane's y becomes on the equator.
    let acrossRate = plane.yRate * cosI - plane.y * sinI * plane.inclinationRate
    let velocity = SIMD3(
      plane.xRate * cosNode - acrossRate * sinNode - nodeRate * position.y,
      plane.xRate * sinNode + acrossRate * cosNode + nodeRate * position.x,
      plane.yRate * sinI + plane.y * cosI * plane.inclinationRate
    )
    return (position, velocity)
  }
}
