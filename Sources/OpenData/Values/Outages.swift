internal import Mathematics

/// When sensors have nothing valid to tell: about one row in a hundred.
///
/// A pure function of seed, sensor and time. An hourly or faster sensor is out for hours on end, now and then;
/// a daily one, which weighs a filter, loses a day.
struct Outages: Hashable, Sendable {
  /// The seed that the outages are drawn from.
  var seed: UInt64

  /// Seconds in which there is at most one outage of a sensor: four days.
  private static let period: Int64 = 4 * 86_400

  /// Whether the row of a sensor at a local time is not valid.
  func contain(_ sensor: Int, _ cadence: Cadence, at time: Int64) -> Bool {
    switch cadence {
    case .day:
      var chance = generator(sensor, time.dividedRoundingDown(by: 86_400).quotient)
      return chance.uniform() < 0.01
    case .tenMinutes, .hour:
      let (number, second) = time.dividedRoundingDown(by: Self.period)
      var chance = generator(sensor, number)
      // Three in ten periods have one, of one to six hours: 3.65 % of 3 in 10.
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
