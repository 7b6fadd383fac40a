internal import GNSSBasics
internal import Mathematics

/// The delay that free electrons make on a signal's code, and take from its phase.
///
/// A thin layer whose delay is smooth over the whole sphere: a night's, a bulge that follows the Sun, and waves that
/// travel through the layer. The waves make the difference between places that a broadcast knows nothing of, and let
/// corrections grow old. Klobuchar's model is what receivers correct with, so the bulge has the height and the width
/// of a broadcast's parameters where that model is good, and differs from it by tenths of a metre.
struct Ionosphere: Hashable, Sendable {
  /// The parameters that GPS broadcasts of it: amplitude and period of the day's course, seconds per semicircle to a
  /// power.
  let parameters: KlobucharParameters
  private let waves: [Wave]

  /// A wave of electrons over the Earth.
  private struct Wave: Hashable, Sendable {
    /// Radians by a unit vector from the Earth's centre to a point of the layer.
    var number: SIMD3<Double>
    /// Radians a second.
    var frequency: Double
    var phase: Double
    /// Of the zenith delay at L1, metres.
    var amplitude: Double
  }

  /// Creates the ionosphere of a seed, with waves of so many metres at L1 and the zenith.
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
  ///   - antenna: Where it is received.
  ///   - direction: From where, a unit vector.
  ///   - time: When.
  /// - Returns: Metres.
  func delay(to antenna: Antenna, from direction: SIMD3<Double>, at time: GPSTime) -> Double {
    let along = antenna.position.dot(direction)
    let squared = antenna.position.dot(antenna.position)
    let distance =
      (max(along * along - squared + Self.radius * Self.radius, 0)).squareRoot() - along
    let point = (antenna.position + direction * distance) / Self.radius
    // A layer that is pierced at a slant is thicker.
    return (zenithDelay(above: point, at: time) + disturbance(above: point, at: time))
      / max(direction.dot(point), 0.1)
  }

  /// Returns the waves' part at a point of the layer, metres; the point is a unit vector from the Earth's
  /// centre.
  private func disturbance(above point: SIMD3<Double>, at time: GPSTime) -> Double {
    let seconds = Double(time.nanoseconds) * 1e-9
    return waves.reduce(0) { sum, wave in
      sum + wave.amplitude
        * Math.sine(wave.number.dot(point) - wave.frequency * seconds + wave.phase)
    }
  }

  /// The night's delay and the Sun's bulge at a point of the layer, metres.
  private func zenithDelay(above point: SIMD3<Double>, at time: GPSTime) -> Double {
    let latitude = Self.geomagneticLatitude(of: point)
    let amplitude = max(parameters.amplitude(latitude), 0)
    let dayByPeriod = Self.day / max(parameters.period(latitude), 72_000)
    // Beside the bulge's top as narrow as a cosine of that period, and without its corners at night.
    let bulge = Math.power(
      (1 + Self.cosineOfDay(of: point, at: time)) / 2, 2.3 * dayByPeriod * dayByPeriod)
    return GPSConstants.speedOfLight * (5e-9 + amplitude * bulge)
  }

  /// The cosine of the local solar time's angle from 14 h, where the bulge is highest.
  ///
  /// Near the poles, where all local times meet, it fades to 0.
  private static func cosineOfDay(of point: SIMD3<Double>, at time: GPSTime) -> Double {
    let days = time.nanoseconds.dividedRoundingDown(by: Int64(day) * 1_000_000_000)
    let ofDay = Double(days.remainder) * 1e-9
    let meridian = 2 * .pi * (50_400 - ofDay) / day
    let towards = point.x * Math.cosine(meridian) + point.y * Math.sine(meridian)
    return towards / (point.x * point.x + point.y * point.y + 0.01).squareRoot()
  }

  /// The geomagnetic latitude in semicircles, as far as the bulge depends on it.
  ///
  /// A polynomial in its sine, which is smooth over the geomagnetic poles where an arc sine has a corner: right within
  /// a degree up to 60°, and at most 74° as receivers have at most 75°.
  private static func geomagneticLatitude(of point: SIMD3<Double>) -> Double {
    let sine = point.dot(geomagneticPole)
    let squared = sine * sine
    return sine * (1 + squared * (1.0 / 6 + squared * (3.0 / 40 + squared * (15.0 / 336)))) / .pi
  }

  /// At 78.48° N, 291.06° E, as Klobuchar's model has it: 0.064 semicircles from the pole, at 1.617 of them.
  private static let geomagneticPole = SIMD3(0.071_765, -0.186_370, 0.979_855)

  /// Seconds.
  private static var day: Double { 86_400 }

  /// From the Earth's centre to the layer, metres.
  private static var radius: Double { 6_371_000 + 350_000 }
}

/// The parameters of Klobuchar's model as GPS broadcasts them (IS-GPS-200, 20.3.3.5.1.7).
struct KlobucharParameters: Hashable, Sendable {
  /// α0…α3, seconds by powers of a semicircle.
  var alpha: SIMD4<Double>
  /// β0…β3, likewise.
  var beta: SIMD4<Double>

  /// The parameters that GPS sent on 1 January 2004, the default of receivers that have none.
  static let quiet = KlobucharParameters(
    alpha: SIMD4(1.118e-8, -7.451e-9, -5.961e-8, 1.192e-7),
    beta: SIMD4(1.167e5, -2.294e5, -1.311e5, 1.049e6))

  /// The amplitude at a geomagnetic latitude in semicircles, seconds.
  func amplitude(_ latitude: Double) -> Double { Self.polynomial(alpha, latitude) }
  /// The period, seconds.
  func period(_ latitude: Double) -> Double { Self.polynomial(beta, latitude) }

  private static func polynomial(_ factors: SIMD4<Double>, _ x: Double) -> Double {
    factors.x + x * (factors.y + x * (factors.z + x * factors.w))
  }
}
