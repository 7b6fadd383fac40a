public import GNSSBasics
internal import Mathematics

/// A scenario's description of the world: the board's path, and the air along it.
///
/// Whatever it leaves open is as ``World`` has it anyway. What is held by hand comes before it, and a
/// quantity that is released follows it again.
public struct WorldScript: Hashable, Sendable {
  /// The path of a board.
  public enum Path: Hashable, Sendable {
    /// The board stays in its place.
    case standing
    /// The board is carried round the blocks of Milan's Città Studi at 1.4 m/s, again and again.
    case round
    /// The board is carried along a way of its own.
    case route(Route)
  }

  /// The beginning of the path, unless the world is told another origin.
  public var place: GeodeticPosition
  /// The board's path.
  public var path: Path
  /// The kind of spot the board stands at; the map's when `nil`.
  public var site: Site?
  /// The quantities that follow a course of their own.
  public var courses: [WorldQuantity: WorldCourse]
  /// The cloud cover, percent; `nil` leaves that to the weather.
  public var clouds: WorldCourse?
  /// The mask that hides the sky from the receiver; `nil` for none.
  public var skyMask: SkyMask?

  /// Creates a script.
  public init(
    place: GeodeticPosition = World.milan, path: Path = .standing, site: Site? = nil,
    courses: [WorldQuantity: WorldCourse] = [:], clouds: WorldCourse? = nil,
    skyMask: SkyMask? = nil
  ) {
    self.place = place
    self.path = path
    self.site = site
    self.courses = courses
    self.clouds = clouds
    self.skyMask = skyMask
  }

  /// A walk at 1.4 m/s round the blocks of Milan's Città Studi, again and again.
  public static let milanWalk = WorldScript(path: .round)
  /// The same place and weather, not moving.
  public static let standing = WorldScript()

  /// Whether it says anything of the air.
  var concernsAir: Bool { !courses.isEmpty || clouds != nil }
}

// MARK: The air

extension WorldScript {
  /// The script of the air, made ready for one date of boot.
  struct Air: Hashable, Sendable {
    private let courses: [Course]
    private let clouds: WorldCourse?
    /// Whether relative humidity follows from the temperature that is given.
    private let keepsVapour: Bool
    private let bootDate: UnixTime

    private struct Course: Hashable, Sendable {
      var quantity: WorldQuantity
      var course: WorldCourse
    }

    /// Prepares a script; `nil` where it says nothing of the air.
    init?(_ script: WorldScript, bootDate: UnixTime) {
      guard script.concernsAir else { return nil }
      courses = WorldQuantity.allCases.compactMap { quantity in
        script.courses[quantity].map { Course(quantity: quantity, course: $0) }
      }
      clouds = script.clouds
      keepsVapour = script.courses[.temperature] != nil && script.courses[.humidity] == nil
      self.bootDate = bootDate
    }

    /// Changes a state into what the script makes of it.
    func apply(to state: inout WorldState, at time: Duration) {
      let before = state.temperature
      let date = bootDate.advanced(by: time)
      if let clouds {
        let days = Double(date.nanoseconds) * 1e-9 / 86_400
        let latitude = state.position.latitude.degreesInRadians
        let sun = Sun(
          latitude: (Math.sine(latitude), Math.cosine(latitude)),
          longitude: state.position.longitude, unixDays: days)
        state.illuminance =
          Sun.illuminance(elevationSine: sun.elevationSine)
          * Sun.transmission(through: clouds.value(at: time, date: date) / 100)
      }
      for entry in courses {
        entry.quantity.set(entry.course.value(at: time, date: date), in: &state)
      }
      if keepsVapour {
        state.humidity = Atmosphere.humidity(
          state.humidity, at: before, warmedTo: state.temperature)
      }
    }
  }
}
