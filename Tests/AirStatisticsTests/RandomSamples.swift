import AirStatistics
import GNSSBasics
import Mathematics

/// A generator of random samples, equal for equal seeds.
struct RandomSamples {
  private var chance: Xoshiro256

  init(seed: UInt64) { chance = Xoshiro256(seed: seed, part: "samples") }

  /// Returns samples within about a kilometre, some without a position, some without a value.
  mutating func samples(_ count: Int, fields: Int = 3, gaps: Double = 0.1) -> [PlacedSample] {
    (0..<count).map { index in
      let isPlaced = chance.uniform() >= gaps
      return PlacedSample(
        time: UnixTime(seconds: Int64(index)),
        latitude: isPlaced ? 45.47 + 0.01 * chance.uniform() : nil,
        longitude: isPlaced ? 9.22 + 0.015 * chance.uniform() : nil,
        values: (0..<fields).map { _ in
          chance.uniform() < gaps ? nil : (chance.uniform() * 1000).rounded() / 10
        })
    }
  }

  /// Returns values at times, some of which are equal.
  mutating func series(_ count: Int) -> [TimedValue] {
    (0..<count).map { _ in
      TimedValue(
        (chance.uniform() * 300).rounded() / 10,
        at: UnixTime(seconds: Int64(chance.uniform() * 3 * Double(count))))
    }
  }

  mutating func count(_ most: Int) -> Int { Int(chance.uniform() * Double(most + 1)) }
}
