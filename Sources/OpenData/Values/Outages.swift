internal import Mathematics

/// The outages of sensors: about one row in a hundred is invalid.
///
/// Outages are a pure function of seed, sensor and time. A sensor with hourly or faster rows fails for some
/// hours now and then. A sensor with daily rows, which weighs a filter, loses single days.
struct Outages: Hashable, Sendable {
  /// The seed from which the outages are drawn.
  var seed: UInt64

  /// The period that contains at most one outage of a sensor, seconds: four days.
  private static let period: Int64 = 4 * 86_400

  /// Returns whether the row of a sensor at a local time is invalid.
  func contain(_ sensor: Int, _ cadence: Cadence, at time: Int64) -> Bool {
    switch cadence {
    case .day:
      var chance = generator(sensor, time.dividedRoundingDown(by: 86_400).quotient)
      return chance.uniform() < 0.01
    case .tenMinutes, .hour:
      let (number, second) = time.dividedRoundingDown(by: Self.period)
      var chance = generator(sensor, number)
      // 30 % of the periods have an outage of one to six hours: 3.65 % of the time of 30 % of the periods.
      guard chance.uniform() < 0.3 else { return false }
      let length = 3600 * (1 + Int64(6 * chance.uniform()))
      let start = Int64(Double(Self.period - length) * chance.uniform())
      return (start..<start + length).contains(second)
    }
  }

  private func generator(_ sensor: Int, _ number: Int64) -> Xoshiro256 {
    let key = UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15
    return Xoshiro256(
      seed: seed ^ (key &+ UInt64(sensor)) &* 0xD6E8_FEB8_6659_FD93, part: "open-data.outages")
  }
}
