public import GNSSBasics
internal import Mathematics

/// A scenario's description of the world: the board's path and the air along it.
///
/// Anything that the script leaves open follows ``World``'s defaults. A hold by hand overrides the script;
/// after its release the quantity follows the script again.
public struct WorldScript: Hashable, Sendable {
  /// The board's path.
  public enum Path: Hashable, Sendable {
    /// No movement: the board stays in its place.
    case standing
    /// A walk round the blocks of Milan's Città Studi at 1.4 m/s, again and again.
    case round
    /// A route of the scenario's own.
    case route(Route)
  }

  /// The start of the path, unless the world is created with another origin.
  public var place: GeodeticPosition
  /// The board's path.
  public var path: Path
  /// The kind of spot at which the board stands; `nil` takes the map's.
  public var site: Site?
  /// The scripted courses by quantity.
  public var courses: [WorldQuantity: WorldCourse]
  /// The cloud cover, percent; `nil` leaves the clouds to the weather.
  public var clouds: WorldCourse?
  /// The rain, mm/h; `nil` leaves the rain to the weather.
  public var rain: WorldCourse?
  /// The mask that hides the sky from the receiver; `nil` for an open sky.
  public var skyMask: SkyMask?

  /// Creates a script; by default a board stands in Milan in the default weather.
  public init(
    place: GeodeticPosition = World.milan, path: Path = .standing, site: Site? = nil,
    courses: [WorldQuantity: WorldCourse] = [:], clouds: WorldCourse? = nil,
    rain: WorldCourse? = nil, skyMask: SkyMask? = nil
  ) {
    self.place = place
    self.path = path
    self.site = site
    self.courses = courses
    self.clouds = clouds
    self.rain = rain
    self.skyMask = skyMask
  }

  /// A walk at 1.4 m/s round the blocks of Milan's Città Studi, again and again.
  public static let milanWalk = WorldScript(path: .round)
  /// A board standing still at the default place, in the default weather.
  public static let standing = WorldScript()

  /// Whether the script changes anything about the air.
  var concernsAir: Bool { !courses.isEmpty || clouds != nil || rain != nil }
}

// MARK: The air

extension WorldScript {
  /// The scripted air, prepared for one boot date.
  struct Air: Hashable, Sendable {
    private let courses: [Course]
    private let clouds: WorldCourse?
    private let rain: WorldCourse?
    /// Whether the humidity follows from the scripted temperature, because the script has no humidity of its
    /// own.
    private let keepsVapour: Bool
    private let bootDate: UnixTime

    private struct Course: Hashable, Sendable {
      var quantity: WorldQuantity
      var course: WorldCourse
    }

    /// Creates the scripted air; `nil` if the script changes nothing about the air.
    init?(_ script: WorldScript, bootDate: UnixTime) {
      guard script.concernsAir else { return nil }
      courses = WorldQuantity.allCases.compactMap { quantity in
        script.courses[quantity].map { Course(quantity: quantity, course: $0) }
      }
      clouds = script.clouds
      rain = script.rain
      keepsVapour = script.courses[.temperature] != nil && script.courses[.humidity] == nil
      self.bootDate = bootDate
    }

    /// Applies the script to a state.
    ///
    /// - Parameters:
    ///   - state: The state of the weather.
    ///   - time: The board time.
    ///   - elapsed: The script's own time.
    func apply(to state: inout WorldState, at time: Duration, elapsed: Duration) {
      let before = state.temperature
      let date = bootDate.advanced(by: time)
      if let rain { state.rain = rain.value(at: elapsed, date: date) }
      if let clouds {
        state.clouds = clouds.value(at: elapsed, date: date)
        let days = Double(date.nanoseconds) * 1e-9 / 86_400
        let latitude = state.position.latitude.degreesInRadians
        let sun = Sun(
          latitude: (Math.sine(latitude), Math.cosine(latitude)),
          longitude: state.position.longitude, unixDays: days)
        state.illuminance =
          Sun.illuminance(elevationSine: sun.elevationSine)
          * Sun.transmission(through: state.clouds / 100)
      }
      for entry in courses {
        entry.quantity.set(entry.course.value(at: elapsed, date: date), in: &state)
      }
      if keepsVapour {
        state.humidity = Atmosphere.humidity(
          state.humidity, at: before, warmedTo: state.temperature)
      }
    }
  }
}
