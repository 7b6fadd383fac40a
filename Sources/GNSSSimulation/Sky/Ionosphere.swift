internal import GNSSBasics
internal import Mathematics
internal import SatelliteOrbits

/// The ionosphere, whose free electrons delay a signal's code and advance its phase by the same distance.
///
/// The model is a thin layer whose delay is smooth over the whole sphere. The delay has three parts: a
/// constant night value, a bulge that follows the Sun, and waves that travel through the layer. The waves
/// make differences between places that no broadcast describes, and let corrections age. Receivers
/// correct with Klobuchar's model, so the bulge has the height and width of broadcast parameters where
/// that model is good. The bulge differs from that model by tenths of a metre.
struct Ionosphere: Hashable, Sendable {
  /// The parameters that GPS broadcasts: amplitude and period of the daily course, seconds per power
  /// of a semicircle.
  let parameters: KlobucharParameters
  private let waves: [Wave]

  /// A wave of electron density over the Earth.
  private struct Wave: Hashable, Sendable {
    /// The wave vector: radians per unit vector from the Earth's centre to a point of the layer.
    var number: SIMD3<Double>
    /// The angular frequency, radians a second.
    var frequency: Double
    var phase: Double
    /// The amplitude of the zenith delay at L1, metres.
    var amplitude: Double
  }

  /// Creates the ionosphere of a seed, with waves of `disturbance` metres at L1 and the zenith.
  init(_ parameters: KlobucharParameters = .quiet, seed: UInt64, disturbance: Double = 0.012) {
    self.parameters = parameters
    var generator = Xoshiro256(seed: seed, part: "waves of the ionosphere")
    // Wavelengths, kilometres, and periods, seconds, of medium-scale travelling disturbances
    // (Hernández-Pajares et al., Radio Science 47 (2012) RS0K05).
    waves = [(180.0, 1100.0), (260, 1500), (340, 2000)].map { length, period in
      var direction = SIMD3(generator.normal(), generator.normal(), generator.normal())
      direction /= max(direction.length, 1e-6)
      return Wave(
        number: direction * (2 * .pi * Self.radius / (length * 1000)), frequency: 2 * .pi / period,
        phase: 2 * .pi * generator.uniform(), amplitude: disturbance)
    }
  }

  /// Returns the delay of a code at L1.
  ///
  /// - Parameters:
  ///   - antenna: The receiving antenna.
  ///   - direction: The unit vector from the antenna to the satellite.
  ///   - time: The time of reception.
  /// - Returns: The delay, metres.
  func delay(to antenna: Antenna, from direction: SIMD3<Double>, at time: GPSTime) -> Double {
    let along = antenna.position.dot(direction)
    let squared = antenna.position.dot(antenna.position)
    let distance =
      (max(along * along - squared + Self.radius * Self.radius, 0)).squareRoot() - along
    let point = (antenna.position + direction * distance) / Self.radius
    // A slanting path through the layer is longer.
    return (zenithDelay(above: point, at: time) + disturbance(above: point, at: time))
      / max(direction.dot(point), 0.1)
  }

  /// Returns the waves' delay at a point of the layer, metres.
  ///
  /// The point is a unit vector from the Earth's centre.
  private func disturbance(above point: SIMD3<Double>, at time: GPSTime) -> Double {
    let seconds = Double(time.nanoseconds) * 1e-9
    return waves.reduce(0) { sum, wave in
      sum + wave.amplitude
        * Math.sine(wave.number.dot(point) - wave.frequency * seconds + wave.phase)
    }
  }

  /// Returns the delay of the night and of the Sun's bulge at a point of the layer, metres.
  private func zenithDelay(above point: SIMD3<Double>, at time: GPSTime) -> Double {
    let latitude = Self.geomagneticLatitude(of: point)
    let amplitude = max(parameters.amplitude(latitude), 0)
    let dayByPeriod = Self.day / max(parameters.period(latitude), 72_000)
    // Near its top, the bulge is as narrow as a cosine of that period; at night it has no corners.
    let bulge = Math.power(
      (1 + Self.cosineOfDay(of: point, at: time)) / 2, 2.3 * dayByPeriod * dayByPeriod)
    return GPSConstants.speedOfLight * (5e-9 + amplitude * bulge)
  }

  /// Returns the cosine of the local solar time's angle from 14 h, where the bulge is highest.
  ///
  /// Near the poles, where all local times meet, the result fades to 0.
  private static func cosineOfDay(of point: SIMD3<Double>, at time: GPSTime) -> Double {
    let days = time.nanoseconds.dividedRoundingDown(by: Int64(day) * 1_000_000_000)
    let ofDay = Double(days.remainder) * 1e-9
    let meridian = 2 * .pi * (50_400 - ofDay) / day
    let towards = point.x * Math.cosine(meridian) + point.y * Math.sine(meridian)
    return towards / (point.x * point.x + point.y * point.y + 0.01).squareRoot()
  }

  /// Returns the geomagnetic latitude in semicircles, as accurately as the bulge needs.
  ///
  /// The result is a polynomial in the sine of the latitude, smooth over the geomagnetic poles where an arc
  /// sine has a corner. It is right within a degree up to 60°, and at most 74°; receivers limit it to 75°.
  private static func geomagneticLatitude(of point: SIMD3<Double>) -> Double {
    let sine = point.dot(geomagneticPole)
    let squared = sine * sine
    return sine * (1 + squared * (1.0 / 6 + squared * (3.0 / 40 + squared * (15.0 / 336)))) / .pi
  }

  /// 78.48° N, 291.06° E, as in Klobuchar's model: 0.064 semicircles from the pole, at 1.617 semicircles
  /// of longitude.
  private static let geomagneticPole = SIMD3(0.071_765, -0.186_370, 0.979_855)

  /// The length of a day, seconds.
  private static var day: Double { 86_400 }

  /// The distance from the Earth's centre to the layer, metres.
  private static var radius: Double { 6_371_000 + 350_000 }
}
