import Foundation
import TestSupport
import Testing

/// The command `boardsim modem` on a free port, ready for a sketch.
final class RunningModem: Sendable {
  let process: BoardSimProcess
  /// The place of the line: a port, or a device.
  let line: String

  /// Starts a modem whose line is a TCP port, and waits for its ready line.
  convenience init(_ arguments: String...) async throws {
    try await self.init(on: ["--port", "0"], arguments)
  }

  init(on line: [String], _ arguments: [String]) async throws {
    process = try BoardSimProcess(["modem", "--json", "-q"] + line + arguments)
    let ready = try JSONDocument(try #require(await process.nextLine()))
    #expect(ready.text("event") == "ready")
    self.line = try #require(ready.text("modem"))
  }

  /// The port of the line.
  var port: UInt16 { Self.port(of: line) }

  /// Returns the next event of a kind; the ones before are passed over.
  func event(_ kind: String) async throws -> JSONDocument {
    while let line = await process.nextLine() {
      let event = try JSONDocument(line)
      if event.text("event") == kind { return event }
    }
    throw TCPError(call: "no event \(kind)", code: 0)
  }

  /// Ends the modem, and returns what it counted.
  func end() async throws -> JSONDocument {
    process.terminate()
    let counts = try await event("end")
    #expect(await process.end().status == 0)
    return counts
  }

  /// Returns the port at the end of an address.
  static func port(of address: String?) -> UInt16 {
    UInt16(address?.split(separator: ":").last ?? "") ?? 0
  }
}

/// A sketch's library at the other end of a modem's line, with what it looks for in answers.
final class SketchLibrary {
  private let connection: TCPConnection
  /// The size of the ring in which the library keeps what it looks at.
  private var ring: Int
  /// The bytes that were read and belong to a later question.
  private var seen: [UInt8] = []

  /// Connects to a modem; waits until it hears, as libraries do by `AT` once a second.
  init(port: UInt16, ring: Int) throws {
    connection = try TCPConnection(port: port, patience: 1)
    self.ring = 128
    // On a busy machine the answers to several may still be on their way; the echo of the last one tells them apart.
    for attempt in 1...300 {
      try connection.send("AT+TRY\(attempt)\r\n")
      if try find(["AT+TRY\(attempt)\r\r\n\r\nERROR\r\n"], within: .seconds(1)) != nil { break }
    }
    self.ring = ring
  }

  /// Reads until one of some texts is at the end of the ring; returns it.
  @discardableResult
  func find(_ texts: [String], within time: Duration = .seconds(60)) throws -> String? {
    var kept: [UInt8] = []
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end {
      do { kept += try connection.read(1) } catch let error as TCPError where error.code == EAGAIN {
        continue
      }
      if kept.count > ring { kept.removeFirst() }
      seen.append(kept[kept.count - 1])
      if let text = texts.first(where: { kept.suffix($0.utf8.count).elementsEqual($0.utf8) }) {
        return text
      }
    }
    return nil
  }

  /// Sends a command, and looks for the ends of its answer; returns the one that came.
  func ask(_ command: String, _ ends: [String], within time: Duration = .seconds(60)) throws
    -> String?
  {
    seen = []
    try connection.send(command)
    return try find(ends, within: time)
  }

  /// The text since the last command.
  var heard: String { String(decoding: seen, as: UTF8.self) }

  /// Reads bytes as a sketch reads what follows `+IPD`.
  func read(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      do { bytes += try connection.read(1) } catch let error as TCPError where error.code == EAGAIN
      {}
    }
    return bytes
  }
}
