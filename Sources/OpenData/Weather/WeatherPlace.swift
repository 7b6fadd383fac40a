internal import BoardSimulation
internal import GNSSBasics

/// A place whose weather is asked for: a town, or coordinates.
struct WeatherPlace: Hashable {
  /// The number of the place; 0 far from every town.
  var id = 0
  /// The name of the town; empty far from every town.
  var name = ""
  /// The two-letter code of the country; `nil` far from every town.
  var country: String?
  /// The two-letter code of the province.
  var province: String?
  /// The position; its height is ellipsoidal.
  var position: GeodeticPosition
}

extension WeatherPlace {
  /// Milan, with the number that the service has for it.
  ///
  /// The other towns have the numbers of their stations.
  static let milan = WeatherPlace(
    id: 3_173_435, name: "Milan", country: "IT", province: "MI",
    position: GeodeticPosition(
      latitude: 45.4643, longitude: 9.1895, height: World.milan.height))

  /// The towns that the world knows: those with a station of the open data.
  static let towns: [WeatherPlace] = {
    var towns = [milan]
    var names: Set = ["Milano"]
    for station in OpenDataStation.all where names.insert(station.town).inserted {
      towns.append(
        WeatherPlace(
          id: station.id, name: station.town, country: "IT", province: station.province,
          position: station.position))
    }
    return towns
  }()

  /// The distance within which coordinates get the name and the height of a town, metres.
  private static let nearby = 15_000.0

  /// Creates the place of coordinates, in degrees: with name and height of the nearest town if it is near.
  init(latitude: Double, longitude: Double) {
    let point = GeodeticPosition(
      latitude: latitude, longitude: longitude, height: World.milan.height)
    let distances = Self.towns.map { (town: $0, metres: $0.distance(to: point)) }
    let nearest = distances.min { $0.metres < $1.metres }
    if let nearest, nearest.metres < Self.nearby { self = nearest.town } else { position = point }
    position.latitude = latitude
    position.longitude = longitude
  }

  private func distance(to point: GeodeticPosition) -> Double {
    ECEFPosition(position).distance(to: ECEFPosition(point))
  }

  /// Creates the place of a query: `Milan`, `Monza,IT` or `Monza,MB,IT`; `nil` for an unknown one.
  init?(query: String) {
    let parts = query.lowercased().split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " }) }
    guard let town = Self.towns.first(where: { $0.isNamed(by: parts) }) else { return nil }
    self = town
  }

  /// Whether a query's parts name the town: its name, alone, or with the country, or with province and country.
  private func isNamed(by parts: [String]) -> Bool {
    let names = [name, self == .milan ? "Milano" : name].map { $0.lowercased() }
    let regions = [country, province].compactMap { $0?.lowercased() }
    return names.contains(parts[0]) && parts.count <= 1 + regions.count
      && parts.dropFirst().reversed().elementsEqual(regions.prefix(parts.count - 1))
  }

  /// Creates the place with a number; `nil` for an unknown one.
  init?(id: String) {
    guard let town = Self.towns.first(where: { "\($0.id)" == id }) else { return nil }
    self = town
  }
}
