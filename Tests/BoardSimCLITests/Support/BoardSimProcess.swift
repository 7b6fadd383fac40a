import Foundation
import Synchronization
import TestSupport

@testable import BoardSimCLI

/// The command as users run it: the program built beside the tests, in a process.
///
/// A process ends with its owner at the latest. A process that runs for thirteen minutes is killed, before
/// `scripts/build/watched` ends everything; a busy machine has delayed a test by more than five minutes.
final class BoardSimProcess: Sendable {
  private let process: StartedProgram
  private let standardOutput: LineReader
  private let standardError: LineReader

  /// Starts the program with standard input.
  ///
  /// With `elsewhere`, a descriptor, standard output is redirected and cannot be read here. The environment is
  /// that of the tests, with additions. The process may have a descriptor limit of its own.
  init(
    _ arguments: [String], input: [UInt8] = [], output elsewhere: Int32? = nil,
    environment: [String: String] = [:], descriptorLimit: Int? = nil
  ) throws {
    let program = try Self.program.path
    var words = [program] + arguments
    if let descriptorLimit {
      words = ["sh", "-c", "ulimit -n \(descriptorLimit) && exec \"$0\" \"$@\""] + words
    }
    let folder = try TemporaryFolder()
    let read = try FileHandle(
      forReadingFrom: URL(filePath: try folder.write(input, to: "input")))
    let (output, errors) = (try PrivatePipe(), try PrivatePipe())
    defer { for end in [output.writing, errors.writing] { close(end) } }
    process = try StartedProgram(
      at: descriptorLimit == nil ? program : "/bin/sh", words,
      environment: ProcessInfo.processInfo.environment.merging(environment) { $1 },
      folder: SharedCaptures.packageRoot.path, input: read.fileDescriptor,
      output: elsewhere ?? output.writing, errors: errors.writing)
    standardOutput = LineReader(output.reading)
    standardError = LineReader(errors.reading)
    DispatchQueue.global().asyncAfter(deadline: .now() + 780) { [weak process] in
      process?.send(SIGKILL)
    }
  }

  /// The program's file, in the folder of the test bundle.
  static var program: URL {
    get throws {
      let places =
        [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
        + CommandLine.arguments.map { URL(filePath: $0).deletingLastPathComponent() }
      for place in places.compactMap(\.self) {
        for folder in [place, place.deletingLastPathComponent()] {
          let program = folder.appending(path: "boardsim")
          if FileManager.default.isExecutableFile(atPath: program.path) { return program }
        }
      }
      throw CocoaError(.fileNoSuchFile)
    }
  }

  /// Sends SIGTERM, as `kill` does.
  func terminate() { process.send(SIGTERM) }

  /// Kills the process with SIGKILL.
  func kill() { process.send(SIGKILL) }

  /// Sends SIGHUP, which asks a server to reload its files.
  func hangUp() { process.send(SIGHUP) }

  /// Sends SIGINT, as Ctrl-C does.
  func interrupt() { process.send(SIGINT) }

  /// Returns the next line of standard output; `nil` at its end.
  func nextLine() async -> String? { await standardOutput.nextLine() }

  /// Returns the next bytes of standard output, at least `count` unless it ends before.
  func nextBytes(_ count: Int) async -> [UInt8] { await standardOutput.nextBytes(count) }

  /// Returns the next line of standard error; `nil` at its end.
  func nextErrorLine() async -> String? { await standardError.nextLine() }

  /// Waits for the end of the process, and returns its outcome.
  func end() async -> Outcome {
    let output = await standardOutput.rest()
    let errors = await standardError.rest()
    // Both streams are closed, so that the remaining wait is too short for a continuation.
    let status = process.waitForEnd()
    return Outcome(
      status: status.map(Int.init) ?? -1,
      output: output, errors: Self.withoutProgress(errors))
  }

  /// Returns standard error without progress lines such as `converting …: 40 %`, which depend on the
  /// machine's speed.
  private static func withoutProgress(_ errors: [UInt8]) -> [UInt8] {
    let lines = errors.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Array(
      lines.filter { !$0.reversed().starts(with: "% ".utf8) }.joined(separator: "\n".utf8))
  }

  /// The outcome of a process.
  struct Outcome {
    /// The exit status; -1 when a signal ended the process.
    var status: Int
    /// The standard output after the lines already read.
    var output: [UInt8]
    /// The standard error, without progress lines.
    var errors: [UInt8]

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorLines: [String] {
      String(decoding: errors, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }
}

/// Runs a command to its end in this process.
///
/// The function serves command lines that only print: output that bypasses `Console` is not captured.
func boardsimHere(_ words: [String]) async -> BoardSimProcess.Outcome {
  let transcript = Console.Transcript()
  let status = await Console.$transcript.withValue(transcript) { await BoardSim.run(words) }
  return BoardSimProcess.Outcome(
    status: Int(status), output: transcript.output, errors: transcript.errors)
}

/// Runs a command to its end in a process.
func boardsim(_ arguments: String..., input: [UInt8] = []) async throws -> BoardSimProcess.Outcome {
  try await BoardSimProcess(arguments, input: input).end()
}

/// Runs the program, and waits for its end.
func boardsim(_ arguments: [String]) async throws -> BoardSimProcess.Outcome {
  try await BoardSimProcess(arguments).end()
}
