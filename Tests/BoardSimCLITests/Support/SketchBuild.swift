import Foundation
import TestSupport

/// The emulator and the sketches of `Examples/avr`, made once for all tests.
final class SketchBuild: Sendable {
  private let folder: TemporaryFolder

  private static let shared = Task {
    try await onThread { Result { try SketchBuild() } }.get()
  }

  /// Returns what is made, once it is.
  static func make() async throws -> SketchBuild { try await shared.value }

  private init() throws {
    folder = try TemporaryFolder()
    try Self.make(["BUILD=\(folder.path("build"))"])
  }

  private static func make(_ words: [String]) throws {
    guard let make = OutsideProgram("make") else { throw MissingOracle(oracle: .avr) }
    let examples = SharedCaptures.packageRoot.appending(path: "Examples/avr")
    let made = try make.run(["-s"] + words, in: examples)
    guard made.status == 0 else { throw BuildError(output: made.output) }
    Oracle.avr.note()
  }

  /// Compiles a sketch as a user does, for an Uno or a Mega, and returns the firmware's path.
  func compile(sketch text: String, named name: String, forMega isMega: Bool = false) throws
    -> String
  {
    let place = URL(filePath: folder.path(name))
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place.appending(path: "\(name).ino"))
    try Self.make(
      ["BUILD=\(folder.path("build"))", "SKETCH=\(place.path)"] + (isMega ? ["BOARD=mega"] : []))
    return path(isMega ? "\(name)-mega.elf" : "\(name).elf")
  }

  /// The path of a file that was made.
  func path(_ name: String) -> String { folder.path("build/\(name)") }

  /// Compiles a program of C for the emulated processor, without Arduino's core.
  func compile(_ text: String, in folder: TemporaryFolder) throws -> String {
    let source = try folder.write(Array(text.utf8), to: "program.c")
    let compiled = try OutsideProgram(.avr).run(
      ["-mmcu=atmega328p", "-Os", "-o", folder.path("program.elf"), source],
      in: URL(filePath: folder.path))
    guard compiled.status == 0 else { throw BuildError(output: compiled.output) }
    return folder.path("program.elf")
  }

  /// A build that failed.
  struct BuildError: Error {
    let output: String
  }
}
