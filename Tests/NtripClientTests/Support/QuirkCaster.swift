import Foundation
import TestSupport
import Testing

/// A caster from outside the project with misbehaving mountpoints, modelled on casters in use.
final class QuirkCaster {
  let port: Int
  let tlsPort: Int?
  private let program: RunningProgram

  private struct Line: Decodable { let port: Int }

  /// Starts the caster on free ports; with a certificate and its key, also on a TLS port.
  init(certificate: URL? = nil, key: URL? = nil) throws {
    guard let script = SharedCaptures.quirkCaster else {
      throw MissingOracle(oracle: .quirkCaster)
    }
    Oracle.quirkCaster.note()
    var arguments = [script.path, "--port", "0"]
    if let certificate, let key {
      arguments += ["--tls-port", "0", "--cert", certificate.path, "--key", key.path]
    }
    program = try RunningProgram("python3", arguments)
    port = try Self.port(in: program.nextLine())
    tlsPort = certificate == nil ? nil : try Self.port(in: program.nextLine())
  }

  private static func port(in line: String) throws -> Int {
    try JSONDecoder().decode(Line.self, from: Data(line.utf8)).port
  }

  /// The frame that the caster streams: 1005 with line ends inside, and its CRC-24Q.
  static let frame: [UInt8] =
    [0xD3, 0, 29, 0x3E, 0xD0, 0, 0x0A, 0x0A, 0x0D, 0x0A, 0x0D, 0x0A] + Array(0..<20)
    + [0x0B, 0x94, 0x83]

  /// Returns the caster's mountpoints and their meanings.
  static func modes() throws -> [(name: String, meaning: String)] {
    guard let script = SharedCaptures.quirkCaster else { return [] }
    let list = try RunningProgram("python3", [script.path, "--list"]).readToEnd()
    return String(decoding: list, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { return nil }
      return (String(words[0]), words[1].trimmingCharacters(in: .whitespaces))
    }
  }

  /// Returns the names of all the caster's mountpoints.
  static func names() throws -> Set<String> { Set(try modes().map(\.name)) }
}

/// A trait that runs one misbehaving caster for all tests of a suite.
struct QuirkCasterTrait: SuiteTrait, TestScoping {
  /// The port of the suite's caster.
  @TaskLocal static var port = 0

  @concurrent func provideScope(
    for test: Test, testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let caster = try QuirkCaster()
    try await Self.$port.withValue(caster.port) { try await function() }
    withExtendedLifetime(caster) {}
  }
}

extension Trait where Self == QuirkCasterTrait {
  /// The trait that runs one misbehaving caster for all tests of a suite.
  static var quirkCaster: Self { QuirkCasterTrait() }
}
