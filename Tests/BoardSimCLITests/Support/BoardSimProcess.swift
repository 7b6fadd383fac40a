import Foundation
import Synchronization
import TestSupport

@testable import BoardSimCLI

/// The command as its users have it: the program that was built beside the tests, in a process.
///
/// A process ends with its owner at the latest; one that runs for thirteen minutes is killed, before
/// `scripts/watched` ends all. A busy machine has kept a test from going on for more than five.
final class BoardSimProcess: Sendable {
  private let process: Process
  private let standardOutput: LineReader
  private let standardError: LineReader

  /// Starts the program, with something to read from its standard input.
  ///
  /// Its standard output may go elsewhere; then there is none to be read. Its environment is the tests',
  /// with more in it. It may have a limit of descriptors of its own.
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

  /// The program: in the folder of the test bundle, whatever that is called.
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

  /// Asks the process to end, as `kill` does.
  func terminate() {
    if process.isRunning { process.terminate() }
  }

  /// Ends the process without asking it.
  func kill() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Asks a server to read its files again.
  func hangUp() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGHUP) }
  }

  /// Asks the process to end, as Ctrl-C does.
  func interrupt() {
    if process.isRunning { process.interrupt() }
  }

  /// The next line of standard output; `nil` at its end.
  func nextLine() async -> String? { await standardOutput.nextLine() }

  /// The next bytes of standard output, at least so many unless it ends before.
  func nextBytes(_ count: Int) async -> [UInt8] { await standardOutput.nextBytes(count) }

  /// The next line of standard error; `nil` at its end.
  func nextErrorLine() async -> String? { await standardError.nextLine() }

  /// What became of it, once it has ended.
  func end() async -> Outcome {
    let output = await standardOutput.rest()
    let errors = await standardError.rest()
    // Both ends are closed: what is left is a moment, too short for a continuation.
    process.waitUntilExit()
    return Outcome(
      status: process.terminationReason == .exit ? Int(process.terminationStatus) : -1,
      output: output, errors: Self.withoutProgress(errors))
  }

  /// Standard error without `converting …: 40 %`, which is told every five seconds, so on a slow machine.
  private static func withoutProgress(_ errors: [UInt8]) -> [UInt8] {
    let lines = errors.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Array(
      lines.filter { !$0.reversed().starts(with: "% ".utf8) }.joined(separator: "\n".utf8))
  }

  /// How a process ended.
  struct Outcome {
    /// The exit status; -1 when a signal ended it.
    var status: Int
    /// Standard output, from where lines had been read.
    var output: [UInt8]
    /// Standard error, but for how far the work has come.
    var errors: [UInt8]

    var text: String { String(decoding: output, as: UTF8.self) }
    var errorLines: [String] {
      String(decoding: errors, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }
}

/// Runs a command to its end without a process of its own.
///
/// For command lines that only print: what is written elsewhere than by `Console` is not seen.
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
