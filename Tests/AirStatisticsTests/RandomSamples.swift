import AirStatistics
import GNSSBasics
import Mathematics

/// Samples by chance, the same for the same seed.
struct RandomSamples {
  private var chance: Xoshiro256

  init(seed: UInt64) { chance = Xoshiro256(seed: seed, part: "samples") }

  /// Samples within a kilometre or so, some without a position, some without a value.
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

  /// Values at times of which some are alike.
  mutating func series(_ count: Int) -> [TimedValue] {
    (0..<count).map { _ in
      TimedValue(
        (chance.uniform() * 300).rounded() / 10,
        at: UnixTime(seconds: Int64(chance.uniform() * 3 * Double(count))))
    }
  }

  mutating func count(_ most: Int) -> Int { Int(chance.uniform() * Double(most + 1)) }
}
