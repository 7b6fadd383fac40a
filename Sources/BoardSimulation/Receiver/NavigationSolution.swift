internal import GNSSBasics

/// The receiver's solution at one navigation epoch; every output message is made from it.
struct NavigationSolution: Hashable, Sendable {
  /// The epoch.
  var time: GPSTime
  /// The state of the fix, and why.
  var state: GNSSFix
  var reason: FixReason
  /// The measured position; not to be shown while `state` is `.none`.
  var position: GeodeticPosition
  /// The measured velocity.
  var velocity: LocalVelocity
  /// Direction of motion, degrees from north; kept while standing.
  var heading: Double
  /// Accuracy estimates, metres and metres per second.
  var horizontalAccuracy: Double
  var verticalAccuracy: Double
  var speedAccuracy: Double
  /// Satellites in view.
  var sky: SatellitesInView
  /// Dilutions of precision of those that can be used.
  var dilution: Dilution
  /// The corrections in use; `nil` below DGNSS.
  var reference: Reference?
  /// The time since the receiver started, and the time it took to its first position since.
  var sinceStart = Duration.zero
  var timeToFirstFix: Duration?
  /// The receiver's state as a base.
  var base = BaseStation()
  /// The measurements; `nil` with the sky off, and until somebody wants them.
  var raw: RawEpoch?

  /// The station whose corrections are used.
  struct Reference: Hashable, Sendable {
    var stationID: UInt16
    var age: Duration
    /// From the station to the receiver.
    var east: Double, north: Double, up: Double

    /// Length of the vector, metres.
    var length: Double { (east * east + north * north + up * up).squareRoot() }
  }
}

extension NavigationSolution {
  /// Whether there is a position.
  var hasFix: Bool { state != .none }
  /// Height above the geoid, metres.
  var heightAboveGeoid: Double { position.height - Self.geoidSeparation }
  /// Geoid above the ellipsoid, metres: the world's, the same everywhere.
  static var geoidSeparation: Double { Atmosphere.geoidSeparation }
  /// Speed over ground, metres per second.
  var groundSpeed: Double {
    (velocity.east * velocity.east + velocity.north * velocity.north).squareRoot()
  }
  /// Satellites used in the position.
  var satellitesUsed: Int { hasFix ? sky.usableCount : 0 }
  /// Speed below which the direction of motion is noise.
  static let slowestCourse = 0.3
}
