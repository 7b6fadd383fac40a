/// The errors of a file: all are counted, and the first ones are kept.
struct ErrorList: Sendable {
  private(set) var count = 0
  private(set) var first: [RINEXReadingError] = []

  /// The most errors that are kept.
  static let limit = 10

  mutating func note(_ error: RINEXReadingError) {
    count += 1
    if first.count < Self.limit { first.append(error) }
  }
}
