internal import Mathematics

/// The weekly course of an emission, hour by hour, with a mean of about 1.
///
/// An emission lingers: 45 % of a value is the current hour's emission. The rest is a mean of the last two
/// days, weighted by age, which fills the nights. Dilution by mixing (``SkyWeather/mixing``) is applied separately.
struct WeeklyCourse {
  /// The mean of each hour of the week, Monday's first.
  private let values: [Double]

  /// The share of a value that comes from the current hour's emission alone.
  private static let fresh = 0.45
  /// The time constant of lingering, hours: older emission falls to 1/e in it.
  private static let lingering = 5.0

  /// Creates a course.
  ///
  /// - Parameters:
  ///   - workdays: The relative emission of each hour, Monday to Friday.
  ///   - weekend: The relative emission of each hour on Saturday and Sunday; `nil` takes that of workdays.
  ///   - days: The factor of each day, Monday's first.
  ///   - lingers: Whether emissions linger in the air for hours.
  private init(
    _ workdays: [Double], weekend: [Double]? = nil,
    days: [Double] = [1, 1, 1, 1, 1, 1, 1], lingers: Bool = true
  ) {
    let given = days.enumerated().flatMap { day, share in
      (day < 5 ? workdays : weekend ?? workdays).map { $0 * share }
    }
    guard lingers else {
      values = given
      return
    }
    let weights = (0..<48).map { Math.exponential(-Double($0) / Self.lingering) }
    let sum = weights.reduce(0, +)
    values = given.indices.map { hour in
      let old = weights.indices.reduce(0) { $0 + weights[$1] * given[(hour - $1 + 168) % 168] }
      return Self.fresh * given[hour] + (1 - Self.fresh) * old / sum
    }
  }

  /// Returns the emission at an hour of the week, `0..<168`, interpolated between the middles of hours.
  func value(at hour: Double) -> Double {
    let place = hour < 0.5 ? hour + 167.5 : hour - 0.5
    let index = min(Int(place), 167)
    let next = values[index == 167 ? 0 : index + 1]
    return values[index] + (next - values[index]) * (place - Double(index))
  }
}

extension WeeklyCourse {
  /// The traffic: engine exhaust.
  ///
  /// Source: Denier van der Gon et al., "Description of current temporal emission patterns", TNO 2011, road
  /// transport, for workdays. The weekend, later, flatter and without lorries, is the project's own
  /// assumption.
  static let traffic = WeeklyCourse(
    [
      0.19, 0.09, 0.06, 0.05, 0.09, 0.22, 0.86, 1.84, 1.86, 1.41, 1.24, 1.20,
      1.32, 1.44, 1.45, 1.59, 2.03, 2.08, 1.51, 1.06, 0.74, 0.62, 0.61, 0.44,
    ],
    weekend: [
      0.70, 0.50, 0.35, 0.25, 0.20, 0.20, 0.35, 0.55, 0.85, 1.10, 1.30, 1.40,
      1.35, 1.30, 1.35, 1.45, 1.55, 1.60, 1.60, 1.45, 1.25, 1.05, 0.95, 0.85,
    ],
    days: [1.02, 1.06, 1.08, 1.10, 1.14, 0.79, 0.58])

  /// The heating by boilers and stoves.
  ///
  /// Source: the TNO 2011 report that `traffic` names, residential combustion, rounded.
  static let heating = WeeklyCourse([
    0.40, 0.40, 0.40, 0.40, 0.40, 0.50, 1.20, 1.50, 1.60, 1.60, 1.40, 1.20,
    1.10, 1.10, 1.00, 1.00, 1.00, 1.10, 1.40, 1.50, 1.40, 1.40, 1.00, 0.40,
  ])

  /// The cooking on stoves and in ovens, the project's own assumption: lunch at one, dinner at eight.
  static let cooking = WeeklyCourse(
    [
      0.10, 0.05, 0.05, 0.05, 0.05, 0.10, 0.50, 0.90, 0.60, 0.40, 0.50, 1.20,
      3.00, 2.60, 0.90, 0.40, 0.40, 0.70, 1.80, 4.00, 3.60, 1.40, 0.50, 0.20,
    ], lingers: false)

  /// The number of people up and about, the project's own assumption.
  static let people = WeeklyCourse(
    [
      0.30, 0.15, 0.10, 0.10, 0.15, 0.35, 0.80, 1.30, 1.40, 1.25, 1.25, 1.40,
      1.55, 1.45, 1.30, 1.30, 1.45, 1.65, 1.70, 1.45, 1.20, 1.00, 0.75, 0.50,
    ], lingers: false)

  /// The number of people at home, the project's own assumption; on weekends they are at home by day too.
  static let atHome = WeeklyCourse(
    [
      1.50, 1.50, 1.50, 1.50, 1.50, 1.50, 1.40, 1.10, 0.60, 0.40, 0.40, 0.50,
      0.70, 0.60, 0.40, 0.40, 0.50, 0.80, 1.20, 1.50, 1.60, 1.60, 1.60, 1.50,
    ],
    weekend: [
      1.50, 1.50, 1.50, 1.50, 1.50, 1.50, 1.50, 1.40, 1.30, 1.10, 0.90, 1.00,
      1.30, 1.30, 1.00, 0.80, 0.80, 0.90, 1.20, 1.40, 1.40, 1.40, 1.50, 1.50,
    ])
}
