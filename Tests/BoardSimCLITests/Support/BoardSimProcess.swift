import Foundation
import Synchronization
import TestSupport

@testable import BoardSimCLI

/// The command as users run it: the program built beside the tests, in a process.
///
/// A process ends with its owner at the latest. A process that runs for thirteen minutes is killed, before
/// `scripts/build/watched` ends everything; a busy machine has delayed a test by more than five minutes.
final class BoardSimProcess: Sendable {
  private let process: Process
  private let standardOutput: LineReader
  private let standardError: LineReader

  /// Starts the program with standard input.
  ///
  /// With `elsewhere`, standard output is redirected and cannot be read here. The environment is that of
  /// the tests, with additions. The process may have a descriptor limit of its own.
  init(
    _ arguments: [String], input: [UInt8] = [], output elsewhere: FileHandle? = nil,
    environment: [String: String] = [:], descriptorLimit: Int? = nil
  ) throws {
    let (output, errors) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = try Self.program
    process.arguments = arguments
    if let descriptorLimit {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments =
        ["-c", "ulimit -n \(descriptorLimit) && exec \"$0\" \"$@\"", try Self.program.path]
        + arguments
    }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = SharedCaptures.packageRoot
    process.standardOutput = elsewhere ?? output
    process.standardError = errors
    let folder = try TemporaryFolder()
    process.standardInput = FileHandle(
      forReadingAtPath: try folder.write(input, to: "input"))
    try process.run()
    self.process = process
    if elsewhere != nil { try output.fileHandleForWriting.close() }
    standardOutput = LineReader(output.fileHandleForReading)
    standardError = LineReader(errors.fileHandleForReading)
    let pid = process.processIdentifier
    DispatchQueue.global().asyncAfter(deadline: .now() + 780) { [weak process] in
      if process?.isRunning == true { Foundation.kill(pid, SIGKILL) }
    }
  }

  deinit {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
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
  func terminate() {
    if process.isRunning { process.terminate() }
  }

  /// Kills the process with SIGKILL.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Sends SIGHUP, which asks a server to reload its files.
  func hangUp() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGHUP) }
  }

  /// Sends SIGINT, as Ctrl-C does.
  func interrupt() {
    if process.isRunning { process.interrupt() }
  }

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
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit ? Int(process.terminationStatus) : -1,
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
