import Foundation
import TestSupport
import Testing

/// The sketch of `Examples/modem`, compiled for this machine with Arduino's own Print, Stream and String.
@Suite("The example of a sketch at a modem", .timeLimit(.minutes(10)))
struct ModemExampleTests {
  private static let request = "GET / HTTP/1.1\r\nHost: board\r\n\r\n"

  private static func build(in folder: TemporaryFolder) throws -> String {
    let make = try #require(OutsideProgram("make"))
    let examples = SharedCaptures.packageRoot.appending(path: "Examples/modem")
    let made = try make.run(["-s", "BUILD=\(folder.path("build"))"], in: examples)
    #expect(made.status == 0, "\(made.output)")
    Oracle.avr.note()
    return folder.path("build/page")
  }

  @Test(
    "it joins, serves a page and reads a caster, on a pseudoterminal and on a port",
    .compares(with: .avr), arguments: [true, false])
  func serves(isPseudoterminal: Bool) async throws {
    let folder = try TemporaryFolder()
    let program = try await onThread { Result { try Self.build(in: folder) } }.get()
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("ICY 200 OK\r\n".utf8) + [UInt8](repeating: 0xD3, count: 88))
      connection.waitForEnd()
    }
    let modem = try await RunningModem(
      on: isPseudoterminal ? ["--pty", folder.path("ttyESP")] : ["--port", "0"],
      ["--baud", "9600", "--dial", "158.102.7.10:2101=127.0.0.1:\(caster.port)"])
    let sketch = try RunningProgram("sh", ["-c", "exec '\(program)' '\(modem.line)'"])
    defer { sketch.end() }
    let first = await onThread { sketch.nextLine() }
    #expect(first == "serving\r")
    let served = RunningModem.port(of: try await modem.event("serve").text("address"))
    let pages = try await onThread {
      Result {
        try (0..<2).map { _ in
          let phone = try TCPConnection(port: served)
          try phone.send(Self.request)
          return String(decoding: try phone.readToEnd(), as: UTF8.self)
        }
      }
    }.get()
    #expect(pages.map { $0.split(separator: "\r\n").last } == ["page 1", "page 2"])
    let last = await onThread {
      var line = ""
      repeat {
        line = sketch.nextLine()
      } while line.hasPrefix("pages") && line != "pages 2 stream 100\r"
      return line
    }
    #expect(last == "pages 2 stream 100\r")
    sketch.end()
    _ = try await modem.end()
  }

  @Test("without a modem it says so", .compares(with: .avr))
  func lacksModem() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await onThread {
      Result {
        let program = try Self.build(in: folder)
        let shell = try #require(OutsideProgram("sh"))
        return try shell.run(
          ["-c", "'\(program)' 127.0.0.1:1 2>&1; '\(program)' \(folder.path("none")) 2>&1"],
          in: folder.url)
      }
    }.get()
    #expect(outcome.status == 1)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("no modem at ") }, "\(lines)")
  }
}
