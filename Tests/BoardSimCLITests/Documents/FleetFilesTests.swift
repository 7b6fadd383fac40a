import Foundation
import TestSupport
import Testing

@testable import BoardSimCLI

/// The files in `packaging/` that start a fleet on several machines.
@Suite("Files for fleets")
struct FleetFilesTests {
  private static let packaging = SharedCaptures.packageRoot.appending(path: "packaging")
  private static let manifest = packaging.appending(path: "kubernetes/fleet.yaml")
  private static let batch = packaging.appending(path: "slurm/fleet.sbatch")

  @Test(
    "the file for Kubernetes is one by its own interface, and a misspelt key is found",
    .compares(with: .kubernetesValidate))
  func kubernetes() throws {
    let folder = try TemporaryFolder()
    let check = try OutsideProgram(.kubernetesValidate)
    let found = try check.run(["--strict", Self.manifest.path], in: folder.url)
    #expect(found.status == 0, "\(found.output)")
    #expect(found.output.contains("job/boards") && found.output.contains("service/boards"))
    let text = try String(contentsOf: Self.manifest, encoding: .utf8)
    let misspelt = text.replacing("completionMode", with: "completionsMode")
    let file = try folder.write(Array(misspelt.utf8), to: "fleet.yaml")
    #expect(try check.run(["--strict", file], in: folder.url).status != 0)
  }

  @Test("the pods' command is one of ours, with as many shards as pods")
  func podCommand() async throws {
    let text = try String(contentsOf: Self.manifest, encoding: .utf8)
    #expect(text.hasPrefix("# kubectl apply -f packaging/kubernetes/fleet.yaml\n"))
    let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let start = try #require(lines.firstIndex(of: "args:"))
    let words = lines[(start + 1)...].prefix { $0.hasPrefix("- ") }.map {
      $0.dropFirst(2).trimmingCharacters(in: ["\""])
    }
    let short = [
      "--boards", "8", "--port", "0", "--duration", "1", "--speed", "max", "--json", "-q",
    ]
    #expect(words.first == "run" && words.contains("--lan"))
    let pods = try #require(words.firstIndex(of: "--shards").map { words[$0 + 1] })
    #expect(lines.contains("completions: \(pods)") && lines.contains("parallelism: \(pods)"))
    let outcome = try await BoardSimProcess(
      words.filter { $0 != "--lan" } + short, environment: ["JOB_COMPLETION_INDEX": "3"]
    ).end()
    let ready = try JSONDocument(outcome.text)
    #expect(ready.text("shard") == "3/\(pods)" && ready.number("boards") == 8)
    #expect(ready.number("first_board") == 6 && ready.number("last_board") == 7)
  }

  @Test("the batch file hands its arguments on to a run of the task's part")
  func batchCommand() throws {
    let text = try String(contentsOf: Self.batch, encoding: .utf8)
    #expect(text.hasPrefix("#!/bin/sh\n# sbatch --array=0-3 packaging/slurm/fleet.sbatch"))
    let folder = try TemporaryFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "boardsim"), withDestinationURL: try BoardSimProcess.program)
    let shell = try #require(OutsideProgram("sh"))
    let script = """
      export PATH='\(folder.url.path)':$PATH
      export SLURM_ARRAY_TASK_ID=2 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_MIN=0
      exec sh '\(Self.batch.path)' --boards 12 --card 'a b' --duration 1 --speed max --json -q
      """
    let printed = try shell.run(["-c", script], in: folder.url)
    #expect(printed.status == 0)
    let ready = try JSONDocument(printed.output)
    #expect(ready.text("shard") == "2/4" && ready.number("boards") == 12)
    #expect(try folder.names(in: "a b") == ["6", "7", "8"])
  }
}
