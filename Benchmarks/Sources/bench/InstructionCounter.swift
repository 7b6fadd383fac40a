import Foundation

/// Counts the instructions of a pass of some work, by running this program again in valgrind's callgrind.
///
/// The number depends on nothing else that the machine does. The pass goes over every tenth frame of the
/// files, since valgrind is some fifty times as slow.
struct InstructionCounter {
  private let files: [String]
  /// This program as valgrind can read it: it gives up on the compiler's debug information.
  private let program: String

  /// Creates a counter; `nil` where valgrind or objcopy is missing.
  init?(files: [String]) {
    self.files = files
    program = NSTemporaryDirectory() + "/bench-\(ProcessInfo.processInfo.processIdentifier)"
    guard let this = Bundle.main.executablePath,
      Self.output(of: ["objcopy", "--strip-debug", this, program]) != nil,
      Self.output(of: ["valgrind", "--version"]) != nil
    else { return nil }
  }

  /// Removes what was made for valgrind.
  func finish() { try? FileManager.default.removeItem(atPath: program) }

  /// The instructions of a measurement's pass for each frame that it goes over; `nil` where valgrind
  /// fails.
  func instructionsPerFrame(of name: String) -> Int? {
    let valgrind = [
      "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--log-fd=1",
      "--toggle-collect=*\(Self.countedFunction)*",
    ]
    let report = Self.output(of: valgrind + [program, "--count", name] + files) ?? ""
    guard let frames = Self.number(behind: "frames: ", in: report),
      let instructions = Self.number(behind: "Collected : ", in: report)
    else { return nil }
    return instructions / frames
  }

  private static let countedFunction = "countedPass"

  private static func number(behind label: String, in text: String) -> Int? {
    text.range(of: label).flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) }
  }

  /// What a command prints; `nil` where it is missing or fails.
  private static func output(of command: [String]) -> String? {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    do { try process.run() } catch { return nil }
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: output, as: UTF8.self) : nil
  }
}

/// Does what ``InstructionCounter`` runs: one pass, uncounted, then another that is counted.
func count(_ name: String, of files: [UInt8]) {
  let input = Input(name: name, everyTenthFrameOf: files)
  guard let measurement = measurements(of: input).first(where: { $0.name == name }) else {
    fatalError("there is no measurement '\(name)'")
  }
  measurement.body()
  countedPass(measurement.body)
  print("frames: \(measurement.frameCount ?? input.frameCount)")
}

/// What happens in here is counted, and nothing else.
@inline(never)
func countedPass(_ body: () -> Void) { body() }
