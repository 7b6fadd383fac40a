internal import GNSSBasics
internal import Mathematics

/// The delay that free electrons make on a signal's code, and take from its phase.
///
/// Klobuchar's model with the parameters of a broadcast, and on it waves that travel through the layer: they make the
/// difference between places that a broadcast knows nothing of, and let corrections grow old.
struct Ionosphere: Hashable, Sendable {
  /// Klobuchar's parameters: amplitude and period of the day's course, seconds per semicircle to a power.
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

  /// How much longer a code at L1 takes.
  ///
  /// - Parameters:
  ///   - antenna: Where it is received.
  ///   - direction: From where, a unit vector.
  ///   - time: When.
  /// - Returns: Metres.
  func delay(to antenna: Antenna, from direction: SIMD3<Double>, at time: GPSTime) -> Double {
    let elevation = Math.arcSine(min(direction.dot(antenna.up), 1)) / .pi
    let obliquity = 1 + 16 * cube(0.53 - elevation)
    return obliquity
      * (zenithDelay(to: antenna, from: direction, elevation: elevation, at: time)
        + disturbance(to: antenna, from: direction, at: time))
  }

  /// What the waves add above the point where the signal pierces the layer, metres.
  private func disturbance(to antenna: Antenna, from direction: SIMD3<Double>, at time: GPSTime)
    -> Double
  {
    let along = antenna.position.dot(direction)
    let squared = antenna.position.dot(antenna.position)
    let distance =
      (max(along * along - squared + Self.radius * Self.radius, 0)).squareRoot() - along
    let point = (antenna.position + direction * distance) / Self.radius
    let seconds = Double(time.nanoseconds) * 1e-9
    return waves.reduce(0) { sum, wave in
      sum + wave.amplitude
        * Math.sine(wave.number.dot(point) - wave.frequency * seconds + wave.phase)
    }
  }

  /// Klobuchar's zenith delay (IS-GPS-200, 20.3.3.5.2.5), metres; the elevation in semicircles.
  private func zenithDelay(
    to antenna: Antenna, from direction: SIMD3<Double>, elevation: Double, at time: GPSTime
  ) -> Double {
    let azimuth = antenna.azimuth(of: direction)
    let angle = 0.0137 / (elevation + 0.11) - 0.022
    let latitude = min(
      max(antenna.geodetic.latitude / 180 + angle * Math.cosine(azimuth), -0.416), 0.416)
    let longitude =
      antenna.geodetic.longitude / 180
      + angle * Math.sine(azimuth) / Math.cosine(latitude * .pi)
    let magnetic = latitude + 0.064 * Math.cosine((longitude - 1.617) * .pi)
    let local = 43_200 * longitude + Double(time.millisecondsOfWeek) / 1000
    let ofDay = local - (local / 86_400).rounded(.down) * 86_400
    let amplitude = max(parameters.amplitude(magnetic), 0)
    let phase = 2 * .pi * (ofDay - 50_400) / max(parameters.period(magnetic), 72_000)
    let day =
      phase.magnitude < 1.57
      ? amplitude * (1 - phase * phase / 2 + phase * phase * phase * phase / 24) : 0
    return GPSConstants.speedOfLight * (5e-9 + day)
  }

  private func cube(_ value: Double) -> Double { value * value * value }

  /// From the Earth's centre to the layer, metres.
  private static var radius: Double { 6_371_000 + 350_000 }
}

/// The parameters of Klobuchar's model as GPS broadcasts them (IS-GPS-200, 20.3.3.5.1.7).
struct KlobucharParameters: Hashable, Sendable {
  /// α0…α3, seconds by powers of a semicircle.
  var alpha: SIMD4<Double>
  /// β0…β3, likewise.
  var beta: SIMD4<Double>

  /// Those that GPS sent on 1 January 2004, which receivers without any fall back to.
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
