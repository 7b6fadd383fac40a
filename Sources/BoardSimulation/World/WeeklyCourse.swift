internal import Mathematics

/// The course of an emission, by the hour of the week: a mean of about 1.
///
/// What was given lingers: to more than half it is that of the last hours, the older the less, which fills
/// the nights. Dilution comes on top (``Sky/mixing``).
struct WeeklyCourse {
  /// Means of each hour, Monday's first.
  private let values: [Double]

  /// The share that is of this very hour.
  private static let fresh = 0.45
  /// Hours in which the rest falls to 1/e.
  private static let lingering = 5.0

  /// Creates a course.
  ///
  /// - Parameters:
  ///   - workdays: Shares of the hours of a day, Monday to Friday.
  ///   - weekend: The same on Saturday and Sunday; those of workdays without a word.
  ///   - days: How much each day has, Monday's first.
  ///   - lingers: Whether it is kept for hours.
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

  /// Returns the emission at an hour of the week, `0..<168`; hours are told by their middle.
  func value(at hour: Double) -> Double {
    let place = hour < 0.5 ? hour + 167.5 : hour - 0.5
    let index = min(Int(place), 167)
    let next = values[index == 167 ? 0 : index + 1]
    return values[index] + (next - values[index]) * (place - Double(index))
  }
}

extension WeeklyCourse {
  /// Engines.
  ///
  /// Source: Denier van der Gon et al., "Description of current temporal emission patterns", TNO 2011, road
  /// transport, for workdays; a weekend, later, flatter and without lorries, is of our own making.
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

  /// Boilers and stoves, by the same source: residential combustion, rounded.
  static let heating = WeeklyCourse([
    0.40, 0.40, 0.40, 0.40, 0.40, 0.50, 1.20, 1.50, 1.60, 1.60, 1.40, 1.20,
    1.10, 1.10, 1.00, 1.00, 1.00, 1.10, 1.40, 1.50, 1.40, 1.40, 1.00, 0.40,
  ])

  /// Stoves and ovens, of our own making: lunch at one, dinner at eight.
  static let cooking = WeeklyCourse(
    [
      0.10, 0.05, 0.05, 0.05, 0.05, 0.10, 0.50, 0.90, 0.60, 0.40, 0.50, 1.20,
      3.00, 2.60, 0.90, 0.40, 0.40, 0.70, 1.80, 4.00, 3.60, 1.40, 0.50, 0.20,
    ], lingers: false)

  /// People up and about, of our own making.
  static let people = WeeklyCourse(
    [
      0.30, 0.15, 0.10, 0.10, 0.15, 0.35, 0.80, 1.30, 1.40, 1.25, 1.25, 1.40,
      1.55, 1.45, 1.30, 1.30, 1.45, 1.65, 1.70, 1.45, 1.20, 1.00, 0.75, 0.50,
    ], lingers: false)

  /// People at home, of our own making; a weekend keeps them there by day.
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
