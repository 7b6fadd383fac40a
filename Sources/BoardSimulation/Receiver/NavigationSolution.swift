internal import GNSSBasics
internal import Mathematics
internal import Positioning

/// The receiver's solution at one navigation epoch, the source of every output message.
struct NavigationSolution: Hashable, Sendable {
  /// The GPS time of the epoch.
  var time: GPSTime
  /// The fix state and its reason.
  var state: GNSSFix
  var reason: FixReason
  /// The measured position; not to be output while `state` is `.none`.
  var position: GeodeticPosition
  /// The measured velocity.
  var velocity: LocalVelocity
  /// The direction of motion, degrees from north; it keeps its last value while standing.
  var heading: Double
  /// The accuracy estimates, metres and metres per second.
  var horizontalAccuracy: Double
  var verticalAccuracy: Double
  var speedAccuracy: Double
  /// The satellites in view.
  var sky: SatellitesInView
  /// The dilutions of precision of the usable satellites.
  var dilution: Dilution
  /// The station of the corrections in use; `nil` below DGNSS.
  var reference: Reference?
  /// The time since the receiver's start, and the time from the start to its first position.
  var sinceStart = Duration.zero
  var timeToFirstFix: Duration?
  /// Whether a base that moves is heard, and the vector from it; `nil` until the base's epoch of the same time has come.
  var hasMovingBase = false
  var vector: MovingBaseVector?
  /// The receiver's state as a base.
  var base = BaseStation()
  /// The ratio of the last search for integers; 0 before the first one, and `nil` where nothing is solved.
  var ratio: Double?
  /// The covariance of the position, square metres, and the signals that the position is computed from; `nil` and none
  /// where nothing is solved.
  var covariance: LocalCovariance?
  var used: [UsedSignal] = []
  /// The satellites and signals that the solution leaves out, each with its reason.
  var leftOut: [LeftOut] = []
  /// Whether a jammer disturbs the signals.
  var isJammed = false
  /// The raw measurements; `nil` with the sky off, and until a message needs them.
  var raw: RawEpoch?

  /// The station whose corrections are in use.
  struct Reference: Hashable, Sendable {
    var stationID: UInt16
    var age: Duration
    /// The vector from the station to the receiver, metres.
    var east: Double, north: Double, up: Double

    /// The length of the vector, metres.
    var length: Double { (east * east + north * north + up * up).squareRoot() }
    /// The direction of the vector, degrees from north, `0..<360`.
    var heading: Double { Math.bearing(east: east, north: north) }

    /// Returns the standard deviation of the direction, degrees, from those of east, north and up, metres.
    func headingDeviation(by deviation: SIMD3<Double>) -> Double {
      let across = (deviation.x * deviation.x + deviation.y * deviation.y) / 2
      let level = east * east + north * north
      return Math.arcTangent(y: across.squareRoot(), x: level.squareRoot()).radiansInDegrees
    }
  }
}

extension NavigationSolution {
  /// The root mean square of the codes' rests beside the position, metres; `nil` where nothing is solved.
  var rangeRMS: Double? {
    let rests = used.compactMap(\.residual)
    guard !rests.isEmpty else { return nil }
    return (rests.reduce(0) { $0 + $1 * $1 } / Double(rests.count)).squareRoot()
  }

  /// The covariance of the position that is told: that of the solution, or of independent axes.
  var toldCovariance: LocalCovariance {
    let across = horizontalAccuracy * horizontalAccuracy / 2
    return covariance
      ?? LocalCovariance(east: across, north: across, up: verticalAccuracy * verticalAccuracy)
  }

  /// Returns the use of a signal: whether the position is computed from it, and the rest of its code, metres.
  ///
  /// Signals of a usable satellite count as used where nothing is solved.
  func use(of satellite: SatellitesInView.Satellite, band: UInt8) -> (isUsed: Bool, rest: Double?) {
    guard satellite.isUsed != nil else { return (hasFix && satellite.isUsable, nil) }
    let signal = used.first { $0.satellite == satellite.id && $0.band == band }
    return (hasFix && signal != nil, signal?.residual)
  }

  /// Whether the solution has a position.
  var hasFix: Bool { state != .none }
  /// The height above the geoid, metres.
  var heightAboveGeoid: Double { position.height - Self.geoidSeparation }
  /// The height of the geoid above the ellipsoid, metres; the world has the same value everywhere.
  static var geoidSeparation: Double { Atmosphere.geoidSeparation }
  /// The speed over ground, metres per second.
  var groundSpeed: Double {
    (velocity.east * velocity.east + velocity.north * velocity.north).squareRoot()
  }
  /// The number of satellites used in the position; 0 without a fix.
  var satellitesUsed: Int { hasFix ? sky.usableCount : 0 }
  /// The lowest speed with a meaningful course, metres per second.
  static let slowestCourse = 0.3
}

extension NavigationSolution.Reference {
  /// Creates the vector from a station at a place to a position.
  init(
    to position: GeodeticPosition, from place: ECEFPosition, of stationID: UInt16, age: Duration
  ) {
    let offset = GeodeticPosition(place).localOffset(to: position)
    self.init(
      stationID: stationID, age: age, east: offset.east, north: offset.north, up: offset.up)
  }
}
