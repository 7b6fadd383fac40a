internal import AppSecrets
internal import Bytes

/// A replay of a sweep: a capture with a seed in a scenario.
struct SweepJob: Hashable, Sendable {
  /// The path of the capture.
  var capture: String
  /// The scenario, as it was typed; `nil` for the one that all replays have.
  var scenario: String?
  /// The seed; `nil` for the one that all replays have.
  var seed: UInt64?

  /// The job in words: `base.rtcm3 kitchen seed 3`.
  var title: String {
    let parts = [StreamInput.title(of: capture), scenario, seed.map { "seed \($0)" }]
    return parts.compactMap(\.self).joined(separator: " ")
  }

  /// The name of the job's files, without ending.
  ///
  /// The name begins with readable parts and ends with a digest of the whole, which tells captures of one name in
  /// different folders apart.
  var name: String {
    let parts = [Self.stem(capture), scenario.map(Self.stem), seed.map { "seed-\($0)" }]
    let key = [capture, scenario ?? "", seed.map { "\($0)" } ?? ""].joined(separator: "\n")
    return
      (parts.compactMap(\.self) + [String(Digest.sha256(Array(key.utf8)).hexadecimal.prefix(8))])
      .joined(separator: ".")
  }

  /// Returns a path's last part without ending, in characters that every file system takes.
  private static func stem(_ path: String) -> String {
    let last = path.split(separator: "/").last ?? "capture"
    let stem = last.prefix { $0 != "." }
    let plain = (stem.isEmpty ? last : stem).map { character in
      character.isASCII && (character.isLetter || character.isNumber || character == "_")
        ? character : "-"
    }
    return String(plain.prefix(60))
  }
}

/// The replays of a sweep: the product of captures, scenarios and seeds, in this order.
struct SweepPlan: Sendable {
  let jobs: [SweepJob]

  /// Makes the product; empty scenarios or seeds stand for the one that all replays have.
  init(captures: [String], scenarios: [String], seeds: [UInt64]) {
    let scenarios: [String?] = scenarios.isEmpty ? [nil] : scenarios
    let seeds: [UInt64?] = seeds.isEmpty ? [nil] : seeds
    jobs = captures.flatMap { capture in
      scenarios.flatMap { scenario in
        seeds.map { SweepJob(capture: capture, scenario: scenario, seed: $0) }
      }
    }
  }

  /// The first job that is there twice; `nil` when all differ.
  var repeated: SweepJob? {
    var seen: Set<SweepJob> = []
    return jobs.first { !seen.insert($0).inserted }
  }
}
