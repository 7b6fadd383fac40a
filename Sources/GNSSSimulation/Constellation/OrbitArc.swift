internal import GNSSBasics
internal import Mathematics
internal import SatelliteOrbits

/// Half a minute of a satellite's path: a cubic curve with the satellite's position and velocity
/// at both ends.
///
/// The curve deviates from the path by `h⁴/384` times the fourth derivative, which is `rω⁴` on a circle.
/// That is a fifth of a millimetre at most, and a hundredth of one on the orbits of GPS. Each arc begins
/// at a whole half minute of GPS time, so that no result depends on the time of the first request.
final class OrbitArc: Sendable {
  private let begin: GPSTime
  /// The coefficients by power of the elapsed fraction of the half minute, metres.
  private let coefficients: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  private static let length: Int64 = 30_000_000_000
  private static let seconds = 30.0

  /// Creates the arc of an orbit that contains an instant.
  init(of orbit: SatelliteOrbit, around time: GPSTime) {
    begin = GPSTime(nanoseconds: Self.number(at: time) * Self.length)
    let (first, last) = (
      orbit.state(at: begin), orbit.state(at: begin.advanced(byNanoseconds: Self.length))
    )
    let way = last.position - first.position
    let (leaving, arriving) = (Self.seconds * first.velocity, Self.seconds * last.velocity)
    coefficients = (
      first.position, leaving, 3 * way - 2 * leaving - arriving, leaving + arriving - 2 * way
    )
  }

  /// Returns the number of the arc that contains an instant.
  static func number(at time: GPSTime) -> Int64 {
    time.nanoseconds.dividedRoundingDown(by: length).quotient
  }

  /// Whether the arc contains an instant.
  func contains(_ time: GPSTime) -> Bool {
    (0..<Self.length).contains(time.nanoseconds - begin.nanoseconds)
  }

  /// Returns the satellite's position `delay` seconds before `time`, Earth-centred and Earth-fixed at
  /// that instant, metres.
  ///
  /// The delay may lead out of the arc by up to a second.
  func position(at time: GPSTime, minus delay: Double) -> SIMD3<Double> {
    let part = (Double(time.nanoseconds - begin.nanoseconds) * 1e-9 - delay) / Self.seconds
    return coefficients.0
      + part * (coefficients.1 + part * (coefficients.2 + part * coefficients.3))
  }
}
