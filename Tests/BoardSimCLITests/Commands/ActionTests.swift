import Foundation
import TestSupport
import Testing

/// The action itself needs GitHub; the arguments for its script, and the script's work, do not.
@Suite("The GitHub action")
struct ActionTests {
  private static let script = SharedCaptures.packageRoot.appending(path: "scripts/action")

  @Test("every input reaches the script, and the script asks for nothing else")
  func handsInputsOn() throws {
    let action = try Self.text(of: "action.yml")
    let parts = action.components(separatedBy: "\nruns:\n")
    try #require(parts.count == 2)
    let inputs = Set(parts[0].matches(of: /\n  ([a-z]+):\n/).map { String($0.1) })
    #expect(inputs.contains("capture"))
    let handedOn = parts[1].matches(of: /BOARDSIM_([A-Z]+): \$\{\{ inputs\.([a-z]+) \}\}/)
    #expect(handedOn.allSatisfy { $0.1.lowercased() == $0.2 })
    #expect(Set(handedOn.map { String($0.2) }) == inputs)
    let asked = try Self.text(of: "scripts/action").matches(of: /BOARDSIM_([A-Z]+)/)
    #expect(Set(asked.map { $0.1.lowercased() }) == inputs)
  }

  @Test("a replay that meets every expectation passes, and leaves a JUnit file")
  func passes() throws {
    let folder = try TemporaryFolder()
    let junit = folder.path("boardsim.xml")
    let status = try Self.replay(
      "milan-base", expect: "rtcm.bad_crc == 0\n\n  gnss.best_fix == rtk-fixed\n", junit: junit)
    #expect(status == 0)
    #expect(try folder.text(of: "boardsim.xml").contains(#"tests="2" failures="0""#))
  }

  @Test("one that does not fails, and so do options that are handed on")
  func fails() throws {
    #expect(try Self.replay("damaged", expect: "rtcm.bad_crc == 0") == 1)
    #expect(try Self.replay("milan-base", arguments: "-q --duration") == 2)
  }

  private static func text(of path: String) throws -> String {
    String(decoding: try [UInt8](contentsOf: path), as: UTF8.self)
  }

  private static func replay(
    _ capture: String, expect: String = "", junit: String = "", arguments: String = "-q"
  ) throws -> Int32 {
    let folder = try BoardSimProcess.program.deletingLastPathComponent().path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let variables = [
      "PATH=\(folder):\(path)", "BOARDSIM_CAPTURE=captures/\(capture).rtcm3",
      "BOARDSIM_EXPECT=\(expect)", "BOARDSIM_JUNIT=\(junit)", "BOARDSIM_ARGUMENTS=\(arguments)",
    ]
    return try OutsideProgram(at: URL(filePath: "/usr/bin/env"))
      .run(variables + [script.path, "replay"], in: SharedCaptures.packageRoot).status
  }
}
