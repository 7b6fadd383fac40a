internal import Platform
internal import TextOutput
internal import VirtualBoard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder with the results of a sweep: for each replay a JSON and a JUnit file, and the list of all replays.
///
/// Several processes may write to one folder, each its own part.
struct SweepFolder: Sendable {
  let path: String

  /// The name of the list of all replays.
  private static let list = "sweep.json"

  private func file(_ name: String) -> String {
    path.hasSuffix("/") ? path + name : "\(path)/\(name)"
  }

  /// Creates the folder where it is missing, and writes the list of all replays of all parts.
  func begin(_ plan: SweepPlan) throws(Failure) {
    try OutputFolder.make(path)
    var json = JSONWriter()
    json.object { json in
      json.array("replays") { json in for job in plan.jobs { json.value(job.name) } }
    }
    try TextFile.write(json.text + "\n", to: file(Self.list))
  }

  /// Writes a result.
  func write(_ result: SweepResult) throws(Failure) {
    let suite = JUnitReport.Suite(name: result.job.title, cases: result.cases)
    try TextFile.write(JUnitReport.document([suite]), to: file(result.job.name + ".xml"))
    // The JSON file tells that the replay is done, and so comes last.
    try TextFile.write(
      String(decoding: result.json, as: UTF8.self) + "\n", to: file(result.job.name + ".json"))
  }

  /// Returns the result of an earlier run with the same inputs; `nil` when there is none.
  ///
  /// A replay that did not come to its end is none: what was in its way may be gone.
  func result(of job: SweepJob, _ inputs: SweepInputs) -> SweepResult? {
    guard let bytes = bytes(of: job.name + ".json"), let result = SweepResult(json: bytes),
      result.job == job, result.inputs == inputs, result.error == nil
    else { return nil }
    return result
  }

  /// The names of all replays, in the order of the sweep.
  ///
  /// - Throws: ``Failure`` when the folder has no list.
  func names() throws(Failure) -> [String] {
    struct List: Decodable { var replays: [String] }
    guard let bytes = bytes(of: Self.list),
      let list = try? JSONDecoder().decode(List.self, from: Data(bytes))
    else {
      throw Failure(
        message:
          "'\(path)' has no \(Self.list); name a folder that 'boardsim replay … --junit DIR' has made"
      )
    }
    return list.replays
  }

  /// Returns the bytes of the result of a replay's name; `nil` when there is none.
  func json(of name: String) -> [UInt8]? { bytes(of: name + ".json") }

  private func bytes(of name: String) -> [UInt8]? {
    // A file that is missing or unreadable is no result.
    (try? Data(contentsOf: URL(filePath: file(name)))).map { [UInt8]($0) }
  }
}
