/// A part of a numbered set that several processes share: part `index` of `count`, counted from 0.
///
/// The parts are contiguous, differ by one at most, and together are the whole.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// The part's number, from 0.
  public let index: Int
  /// The number of parts, at least 1.
  public let count: Int

  /// Creates part `index` of `count`.
  ///
  /// - Throws: ``ShardError/outside(_:of:)`` for an index that is not from 0 to `count - 1`.
  public init(_ index: Int, of count: Int) throws(ShardError) {
    guard index >= 0, index < count else { throw .outside(index, of: count) }
    (self.index, self.count) = (index, count)
  }

  /// Reads a text such as `1/3`.
  public init(_ text: String) throws(ShardError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Self.number(parts[0]), let count = Self.number(parts[1])
    else { throw .form(text) }
    try self.init(index, of: count)
  }

  /// Reads the part of a job array: of Slurm, or of a Kubernetes Indexed Job.
  ///
  /// Slurm tells index and number by `SLURM_ARRAY_TASK_ID`, `_COUNT`, `_MIN` and `_STEP`; Kubernetes tells the
  /// index alone, by `JOB_COMPLETION_INDEX`.
  ///
  /// - Parameters:
  ///   - value: Returns a variable of the environment; `nil` for one that is not set.
  ///   - count: The number of parts that the user gives; `nil` for none.
  /// - Throws: ``ShardError`` with the name of the variable that is missing, is no number or contradicts.
  public init(
    environment value: (String) -> String?, count: Int? = nil
  ) throws(ShardError) {
    let isSlurm = value(Variable.slurmIndex) != nil
    let isKubernetes = value(Variable.kubernetesIndex) != nil
    switch (isSlurm, isKubernetes) {
    case (true, true): throw .both(Variable.slurmIndex, Variable.kubernetesIndex)
    case (false, false): throw .noJob
    case (true, false): try self.init(slurm: value, count: count)
    case (false, true):
      let index = try Self.required(Variable.kubernetesIndex, value)
      guard let count else { throw .noCount(Variable.kubernetesIndex) }
      try self.init(index, of: count)
    }
  }

  private init(slurm value: (String) -> String?, count given: Int?) throws(ShardError) {
    let id = try Self.required(Variable.slurmIndex, value)
    let count = try Self.required(Variable.slurmCount, value)
    let least = try Self.required(Variable.slurmLeast, value)
    let step = try Self.optional(Variable.slurmStep, value) ?? 1
    if let given, given != count {
      throw .contradiction(Variable.slurmCount, count, given: given)
    }
    let distance = id - least
    guard step > 0, distance >= 0, distance % step == 0, distance / step < count else {
      throw .gaps(id: id, least: least, count: count)
    }
    try self.init(distance / step, of: count)
  }

  private static func required(
    _ name: String, _ value: (String) -> String?
  ) throws(ShardError) -> Int {
    guard let number = try optional(name, value) else { throw .missing(name) }
    return number
  }

  private static func optional(
    _ name: String, _ value: (String) -> String?
  ) throws(ShardError) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = number(text[...]) else { throw .notANumber(name, text) }
    return number
  }

  /// Reads digits alone: a sign would be another way to write the same part.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
  }

  /// Returns the numbers of the part of `total` that are numbered from 0; none where there are more parts than
  /// numbers.
  public func numbers(of total: Int) -> Range<Int> { bound(index, total)..<bound(index + 1, total) }

  /// Returns the part's bound, the whole part of `total` · `index` / `count`.
  private func bound(_ index: Int, _ total: Int) -> Int {
    let product = total.multipliedFullWidth(by: index)
    return count.dividingFullWidth(product).quotient
  }

  /// The part as text, such as `1/3`.
  public var description: String { "\(index)/\(count)" }

  private enum Variable {
    static let slurmIndex = "SLURM_ARRAY_TASK_ID"
    static let slurmCount = "SLURM_ARRAY_TASK_COUNT"
    static let slurmLeast = "SLURM_ARRAY_TASK_MIN"
    static let slurmStep = "SLURM_ARRAY_TASK_STEP"
    static let kubernetesIndex = "JOB_COMPLETION_INDEX"
  }
}

/// An invalid part of a numbered set.
public enum ShardError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is no part such as `1/3`.
  case form(String)
  /// The index is not from 0 to the number of parts less one.
  case outside(Int, of: Int)
  /// The environment is of no job array.
  case noJob
  /// Two job arrays tell an index.
  case both(String, String)
  /// A variable of the environment is not set.
  case missing(String)
  /// A variable of the environment is no number.
  case notANumber(String, String)
  /// The job tells an index, and nobody the number of parts.
  case noCount(String)
  /// The number of parts is another one than the job's.
  case contradiction(String, Int, given: Int)
  /// The array's numbers do not follow each other, so that its parts cannot be counted.
  case gaps(id: Int, least: Int, count: Int)

  /// A description of the error and its remedy.
  public var description: String {
    switch self {
    case .form(let text):
      "'\(text)' is no part: write I/M, as in 0/3 for the first of three, or auto"
    case .outside(let index, let count):
      count < 1
        ? "there must be a shard at least, not \(count)"
        : "there is no shard \(index) of \(count): they count from 0 to \(count - 1)"
    case .noJob:
      "auto needs a job array: SLURM_ARRAY_TASK_ID and JOB_COMPLETION_INDEX are both missing from the "
        + "environment; else give I/M"
    case .both(let first, let second):
      "auto finds two job arrays, \(first) and \(second): unset one of them, or give I/M"
    case .missing(let name): "auto needs \(name), which is missing from the environment"
    case .notANumber(let name, let text): "\(name) is '\(text)' and must be a whole number"
    case .noCount(let name):
      "\(name) tells the shard, and not how many there are: add --shards M, the job's completions"
    case .contradiction(let name, let count, let given):
      "\(name) is \(count), and --shards \(given): leave --shards out"
    case .gaps(let id, let least, let count):
      "task \(id) is none of \(count) that follow each other from \(least): submit the array without gaps, as "
        + "0-\(max(count - 1, 0))"
    }
  }
}
