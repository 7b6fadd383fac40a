import Testing

@testable import BoardHost

@Suite("Parts of a numbered set")
struct ShardTests {
  @Test("parts follow each other, are the whole, and differ by one at most")
  func parts() throws {
    for (total, count) in [(12, 3), (10, 3), (2, 5), (0, 2), (1, 1), (Int.max, 7), (10_000, 4)] {
      let parts = try (0..<count).map { try Shard($0, of: count).numbers(of: total) }
      #expect(parts[0].lowerBound == 0 && parts[count - 1].upperBound == total)
      for (part, next) in zip(parts, parts.dropFirst()) {
        #expect(part.upperBound == next.lowerBound)
      }
      let sizes = parts.map(\.count)
      #expect((sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
    }
    #expect(try Shard(1, of: 3).numbers(of: 10) == 3..<6)
    #expect(try Shard(2, of: 3).numbers(of: 10) == 6..<10)
  }

  @Test("a part is written I/M")
  func texts() throws {
    #expect(try Shard("1/3") == Shard(1, of: 3))
    #expect(try Shard("1/3").description == "1/3")
    for text in [
      "", "1", "1/", "/3", "1/2/3", "-1/3", "+1/3", "a/b", "1 / 3", "99999999999999999999/3",
    ] {
      #expect(throws: ShardError.form(text)) { try Shard(text) }
    }
    #expect(throws: ShardError.outside(5, of: 3)) { try Shard("5/3") }
    #expect(throws: ShardError.outside(3, of: 3)) { try Shard("3/3") }
    #expect(throws: ShardError.outside(0, of: 0)) { try Shard("0/0") }
    #expect("\(ShardError.outside(5, of: 3))" == "there is no shard 5 of 3: they count from 0 to 2")
    #expect("\(ShardError.outside(0, of: 0))" == "there must be a shard at least, not 0")
  }

  private static let slurm = [
    "SLURM_ARRAY_TASK_ID": "6", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "5",
  ]

  private func shard(_ environment: [String: String], _ count: Int? = nil) throws -> Shard {
    try Shard(environment: { environment[$0] }, count: count)
  }

  @Test("Slurm's array tells part and number, from any first number and in any step")
  func slurm() throws {
    #expect(try shard(Self.slurm) == Shard(1, of: 4))
    #expect(try shard(Self.slurm, 4) == Shard(1, of: 4))
    let steps = ["SLURM_ARRAY_TASK_ID": "11", "SLURM_ARRAY_TASK_STEP": "2"]
    #expect(try shard(Self.slurm.merging(steps) { $1 }) == Shard(3, of: 4))
  }

  @Test("Kubernetes tells the part, and the user the number")
  func kubernetes() throws {
    #expect(try shard(["JOB_COMPLETION_INDEX": "2"], 3) == Shard(2, of: 3))
    #expect(throws: ShardError.noCount("JOB_COMPLETION_INDEX")) {
      try shard(["JOB_COMPLETION_INDEX": "2"])
    }
    #expect(throws: ShardError.outside(3, of: 3)) { try shard(["JOB_COMPLETION_INDEX": "3"], 3) }
  }

  @Test("a variable that is missing, is no number or contradicts is told by its name")
  func contradictions() {
    func error(_ changes: KeyValuePairs<String, String?>, _ count: Int? = nil) -> ShardError? {
      var environment = Self.slurm
      for (name, value) in changes { environment[name] = value }
      return #expect(throws: ShardError.self) { try shard(environment, count) }
    }
    #expect(error(["SLURM_ARRAY_TASK_ID": nil]) == .noJob)
    #expect(error(["SLURM_ARRAY_TASK_COUNT": nil]) == .missing("SLURM_ARRAY_TASK_COUNT"))
    #expect(error(["SLURM_ARRAY_TASK_MIN": nil]) == .missing("SLURM_ARRAY_TASK_MIN"))
    #expect(error(["SLURM_ARRAY_TASK_ID": "x"]) == .notANumber("SLURM_ARRAY_TASK_ID", "x"))
    #expect(error(["SLURM_ARRAY_TASK_MIN": "-1"]) == .notANumber("SLURM_ARRAY_TASK_MIN", "-1"))
    #expect(error([:], 3) == .contradiction("SLURM_ARRAY_TASK_COUNT", 4, given: 3))
    #expect(
      error(["JOB_COMPLETION_INDEX": "0"], 3)
        == .both("SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX"))
    #expect(error(["SLURM_ARRAY_TASK_ID": "4"]) == .gaps(id: 4, least: 5, count: 4))
    #expect(error(["SLURM_ARRAY_TASK_ID": "9"]) == .gaps(id: 9, least: 5, count: 4))
    #expect(error(["SLURM_ARRAY_TASK_STEP": "2"]) == .gaps(id: 6, least: 5, count: 4))
    #expect(error(["SLURM_ARRAY_TASK_STEP": "0"]) == .gaps(id: 6, least: 5, count: 4))
    #expect(
      ShardError.noCount("A").description
        == "A tells the shard, and not how many there are: add --shards M, the job's completions")
    #expect(
      ShardError.gaps(id: 4, least: 5, count: 4).description
        == "task 4 is none of 4 that follow each other from 5: submit the array without gaps, as 0-3"
    )
  }
}
