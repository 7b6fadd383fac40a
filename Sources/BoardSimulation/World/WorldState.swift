public import GNSSBasics

/// The truth at one place and moment: the board's position and velocity, and the air around the board.
public struct WorldState: Hashable, Sendable {
  /// The position of the board's antenna.
  public var position: GeodeticPosition
  /// The board's velocity, in its local tangent plane.
  public var velocity: LocalVelocity
  /// Air temperature, °C.
  public var temperature: Double
  /// Relative humidity, percent, `0...100`.
  public var humidity: Double
  /// Air pressure at the board's height, Pa.
  public var pressure: Double
  /// Equivalent CO2, ppm, 400 or more.
  public var eco2: Double
  /// Total volatile organic compounds, ppb, not negative.
  public var tvoc: Double
  /// Particles in the air, by their dry mass.
  public var particulates: ParticulateState
  /// Illuminance on a level surface, lx.
  public var illuminance: Double
  /// Cloud cover, percent of the sky, `0...100`, without its changes from minute to minute.
  public var clouds: Double
  /// Rain, mm/h, not negative.
  public var rain: Double
  /// The sources of the air's content.
  public var sources: AirSources

  /// Creates a state; the defaults are a mild, clean day for a board standing near Milan's Politecnico.
  public init(
    position: GeodeticPosition = GeodeticPosition(latitude: 45.478, longitude: 9.227, height: 165),
    velocity: LocalVelocity = LocalVelocity(),
    temperature: Double = 21,
    humidity: Double = 45,
    pressure: Double = 99_930,
    eco2: Double = 450,
    tvoc: Double = 7.5,
    particulates: ParticulateState = ParticulateState(fineMass: 9, coarseMass: 7),
    illuminance: Double = 20_000,
    clouds: Double = 50,
    rain: Double = 0,
    sources: AirSources = AirSources()
  ) {
    self.position = position
    self.velocity = velocity
    self.temperature = temperature
    self.humidity = humidity
    self.pressure = pressure
    self.eco2 = eco2
    self.tvoc = tvoc
    self.particulates = particulates
    self.illuminance = illuminance
    self.clouds = clouds
    self.rain = rain
    self.sources = sources
  }

  /// Sets the state's sources, and the eCO2 and TVOC that follow from them.
  mutating func breathe(_ sources: AirSources) {
    self.sources = sources
    eco2 = 400 + sources.eco2
    tvoc = sources.tvoc
  }

  /// The gases in the air that no part of a board measures.
  public var gases: AmbientGases { AmbientGases(in: self) }
}

/// A velocity in the local tangent plane, m/s.
public struct LocalVelocity: Hashable, Sendable {
  /// The eastward velocity, m/s.
  public var east: Double
  /// The northward velocity, m/s.
  public var north: Double
  /// The upward velocity, m/s.
  public var up: Double

  /// Creates a velocity; the default is rest.
  public init(east: Double = 0, north: Double = 0, up: Double = 0) {
    self.east = east
    self.north = north
    self.up = up
  }
}
