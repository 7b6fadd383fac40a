internal import GNSSBasics

/// The surroundings of a place: its traffic and its height.
///
/// A place always has the same surroundings. They change gently, over a few hundred metres from a street with
/// heavy traffic to a park. There is no chance and no map in it: a dozen spots in Milan have coordinates, to
/// about a hundred metres, in a city that thins out over ten kilometres.
enum Surroundings {
  /// Returns the traffic relative to an ordinary block of Milan: about 0.4 in the country and in a park, 1.6
  /// beside a ring road.
  static func traffic(at position: GeodeticPosition) -> Double {
    let east = (position.longitude - duomo.longitude) * metresPerDegreeOfLongitude
    let north = (position.latitude - duomo.latitude) * metresPerDegreeOfLatitude
    let squared = (east * east + north * north) / (cityRadius * cityRadius)
    var traffic = country + (1 - country) / (1 + squared * squared)
    for spot in spots {
      let (x, y) = (east - spot.east, north - spot.north)
      let rest = 1 - (x * x + y * y) * spot.inverseSquare
      // The square makes the change smooth at the spot's rim.
      if rest > 0 { traffic += spot.change * rest * rest }
    }
    return traffic
  }

  /// The reference height of ``Weather``'s temperatures, metres above the ellipsoid: Milan's.
  static let referenceHeight = 165.0

  /// Returns the height of a place above Milan, metres, limited to the troposphere.
  static func height(of position: GeodeticPosition) -> Double {
    position.height.limited(to: -500...11_000) - referenceHeight
  }
}

extension Surroundings {
  /// A spot with more or less traffic than its surroundings.
  private struct Spot {
    var east: Double  // of the Duomo, metres
    var north: Double
    var inverseSquare: Double  // of the radius
    var change: Double

    init(_ latitude: Double, _ longitude: Double, radius: Double, _ change: Double) {
      east = (longitude - duomo.longitude) * metresPerDegreeOfLongitude
      north = (latitude - duomo.latitude) * metresPerDegreeOfLatitude
      inverseSquare = 1 / (radius * radius)
      self.change = change
    }
  }

  private static let duomo = (latitude: 45.4642, longitude: 9.1900)
  private static let metresPerDegreeOfLatitude = 111_150.0
  private static let metresPerDegreeOfLongitude = 78_190.0  // at Milan
  private static let cityRadius = 11_000.0
  private static let country = 0.4

  private static let spots = [
    // Ring roads and crossings.
    Spot(45.4963, 9.1934, radius: 500, 0.60),  // viale Marche
    Spot(45.4708, 9.1975, radius: 300, 0.45),  // via Senato
    Spot(45.4441, 9.1676, radius: 500, 0.50),  // viale Liguria
    Spot(45.4761, 9.1418, radius: 450, 0.50),  // piazza Zavattari
    Spot(45.4305, 9.1790, radius: 400, 0.30),  // piazza Abbiategrasso
    Spot(45.4737, 9.2210, radius: 250, 0.25),  // via Juvara
    Spot(45.4776, 9.2304, radius: 260, 0.32),  // viale Romagna
    Spot(45.4960, 9.2600, radius: 600, 0.35),  // the motorway at Lambrate
    // Parks and quiet squares.
    Spot(45.4772, 9.2258, radius: 220, -0.28),  // piazza Leonardo da Vinci
    Spot(45.4990, 9.2470, radius: 800, -0.50),  // Parco Lambro
    Spot(45.4722, 9.1767, radius: 500, -0.40),  // Parco Sempione
    Spot(45.4744, 9.2000, radius: 280, -0.30),  // Giardini Montanelli
    Spot(45.5390, 9.2050, radius: 1300, -0.45),  // Parco Nord
  ]
}
