internal import GNSSBasics
internal import Mathematics
internal import SatelliteOrbits

/// The place of an antenna, at which equations are made linear.
struct ReceiverPlace: Sendable {
  /// The position, Earth-centred and Earth-fixed, metres.
  let position: SIMD3<Double>
  let geodetic: GeodeticPosition
  /// Unit vectors to the east, to the north, and up along the ellipsoid's normal.
  let east, north, up: SIMD3<Double>
  /// The delay of the troposphere at the zenith, metres.
  private let zenithDelay: Double

  /// Creates a place from a position.
  init(_ position: SIMD3<Double>) {
    self.position = position
    geodetic = GeodeticPosition(ECEFPosition(position))
    (east, north, up) = TangentPlane(at: geodetic).axes
    zenithDelay = Troposphere.zenithDelay(at: geodetic)
  }

  /// Whether the place is where receivers are, near the Earth's surface, so that the models of the atmosphere hold.
  var isUsable: Bool { ECEFPosition(position).isOnEarth }

  /// Returns the sight of a satellite.
  ///
  /// - Parameters:
  ///   - satellite: The satellite.
  ///   - ionosphere: The parameters of the ionosphere; `nil` is none.
  ///   - time: The time of reception.
  ///   - other: A place nearby from which the ionosphere is looked at instead.
  /// - Returns: The sight, also below the horizon.
  func sight(
    of satellite: SatelliteSignals, through ionosphere: KlobucharParameters?, at time: GPSTime,
    ionosphereFrom other: ReceiverPlace? = nil
  ) -> Sight {
    let straight = satellite.position - position
    // While the signal travels the Earth turns on.
    let turned = satellite.position.turnedSlightly(by: straight.length / GPSConstants.speedOfLight)
    let sight = turned - position
    let range = sight.length
    let direction = sight / range
    let sine = direction.dot(up)
    let delay: Double
    if let ionosphere, isUsable, sine > 0 {
      delay = (other ?? self).delay(through: ionosphere, towards: direction, at: time)
    } else {
      delay = 0
    }
    return Sight(
      range: range, direction: direction, sineOfElevation: sine,
      troposphere: isUsable
        ? Troposphere.delay(ofZenith: zenithDelay, sineOfElevation: max(sine, 0.02)) : 0,
      ionosphere: delay)
  }
}

extension ReceiverPlace {
  /// Returns the delay of the ionosphere for codes at L1 in a direction, metres.
  private func delay(
    through ionosphere: KlobucharParameters, towards direction: SIMD3<Double>, at time: GPSTime
  ) -> Double {
    ionosphere.delay(
      at: geodetic, azimuth: Math.arcTangent(y: direction.dot(east), x: direction.dot(north)),
      elevation: Math.arcSine(min(max(direction.dot(up), 0), 1)), time: time)
  }

  /// Whether meridians meet nearby, so that receivers side by side have other local times, and the ionosphere's
  /// model other delays.
  var isNearPole: Bool { geodetic.latitude.magnitude > 80 }
}

/// A satellite as it is seen from a place.
struct Sight: Hashable, Sendable {
  /// The distance that the signal travelled, metres.
  let range: Double
  /// The unit vector to the satellite.
  let direction: SIMD3<Double>
  let sineOfElevation: Double
  /// The delay of the troposphere, metres.
  let troposphere: Double
  /// The delay of the ionosphere for codes at L1, metres.
  let ionosphere: Double
}

extension Sight {
  /// Returns the range that a code shows, without the receiver's clock, metres.
  func code(clock: Double, frequency: Double) -> Double {
    range - clock + troposphere + ionosphere * Self.scale(of: frequency)
  }

  /// Returns the range that a phase shows, without the receiver's clock and the ambiguity, metres.
  func phase(clock: Double, frequency: Double) -> Double {
    range - clock + troposphere - ionosphere * Self.scale(of: frequency)
  }

  /// Returns the delay by the ionosphere at a frequency, by that at L1.
  static func scale(of frequency: Double) -> Double {
    let ratio = GPSConstants.l1Frequency / frequency
    return ratio * ratio
  }
}
