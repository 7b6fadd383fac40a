import Foundation
import TestSupport
import Testing

@testable import BoardSimCLI

/// The receiver on a serial line, with the programs that people connect to a ZED-F9P.
@Suite("The command receiver", .timeLimit(.minutes(10)))
struct ReceiverCommandTests {
  /// A receiver that runs, with the places that its ready line tells.
  private struct Receiver {
    let process: BoardSimProcess
    /// The line, and the URLs of data port and control port.
    let line: String, url: String, control: String
    /// The line of the second antenna's receiver; `nil` without one.
    let base: String?

    init(_ arguments: String...) async throws { try await self.init(arguments) }

    init(_ arguments: [String]) async throws {
      process = try BoardSimProcess(["receiver", "--json", "-q"] + arguments)
      let ready = try JSONDocument(try #require(await process.nextLine()))
      #expect(ready.text("event") == "ready")
      line = try #require(ready.text("receiver"))
      base = ready.text("base")
      url = try #require(ready.text("url"))
      control = try #require(ready.text("control"))
    }

    var port: UInt16 { Self.port(of: line) }

    /// Returns the port at the end of an address.
    static func port(of address: String) -> UInt16 {
      UInt16(address.split(separator: ":").last ?? "") ?? 0
    }
  }

  @Test(
    "it is ready on a port, answers there, and ends when asked to; the port is then in use by nobody"
  )
  func port() async throws {
    let receiver = try await Receiver("--port", "0", "--boot", "warm")
    let second = await (try BoardSimProcess(["receiver", "--port", "\(receiver.port)"])).end()
    #expect(second.status == 1)
    #expect(second.errorLines.first?.contains("\(receiver.port)") == true)
    try hearModel(at: receiver.port)
    receiver.process.terminate()
    #expect(await receiver.process.end().status == 0)
  }

  @Test("the second antenna's receiver has a line of its own, and the status tells the heading")
  func twoAntennas() async throws {
    let receiver = try await Receiver(
      "--port", "0", "--boot", "warm", "--speed", "8", "--heading-baseline", "1", "--base-port", "0"
    )
    let base = try #require(receiver.base)
    #expect(base != receiver.line)
    try hearModel(at: Receiver.port(of: base))
    let port = UInt16(receiver.url.split(separator: ":").last?.dropLast() ?? "") ?? 0
    let distance = try await onThread {
      Result {
        let end = ContinuousClock.now + .seconds(500)
        while ContinuousClock.now < end {
          let status = try JSONDocument(HTTPAnswer.get("/api/v1/status", port: port).body)
          if status.number("gnss.heading") != nil { return status.number("gnss.antenna_distance") }
        }
        return nil
      }
    }.get()
    #expect(((distance ?? 0) - 1).magnitude < 0.1)
    receiver.process.terminate()
    #expect(await receiver.process.end().status == 0)
  }

  @Test("a pseudoterminal has a name while it runs, and none afterwards")
  func pseudoterminal() async throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "ttyF9P").path
    let receiver = try await Receiver("--pty", path, "--baud", "115200")
    #expect(receiver.line == path)
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
    #expect(target.hasPrefix("/dev/"))
    receiver.process.terminate()
    #expect(await receiver.process.end().status == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
    let file = try folder.write([1], to: "taken")
    let refused = await (try BoardSimProcess(["receiver", "--pty", file])).end()
    #expect(refused.status == 1)
    #expect(refused.errorLines.first?.contains("'\(file)'") == true, "\(refused.errorLines)")
  }

  @Test("a rate that no receiver has is refused with those there are")
  func rates() async throws {
    let refused = await (try BoardSimProcess(["receiver", "--baud", "4800"])).end()
    #expect(refused.status == 2)
    #expect(refused.errorLines.first?.contains("9600, 19200") == true)
    let ended = await
      (try BoardSimProcess(["receiver", "--speed", "max", "--duration", "5", "--baud", "9600"]))
      .end()
    #expect(ended.status == 0)
  }

  /// Asks a receiver at a port for its version (MON-VER), and reads until it has told its model.
  private func hearModel(at port: UInt16) throws {
    let client = try TCPConnection(port: port)
    try client.send([0xB5, 0x62, 0x0A, 0x04, 0x00, 0x00, 0x0E, 0x34])
    var heard: [UInt8] = []
    while !String(decoding: heard, as: UTF8.self).contains("MODEL=boardsim rtk") {
      let byte = try client.read(1)
      try #require(!byte.isEmpty)
      heard += byte
    }
  }

  @Test("pyubx2 sets it up over its port as PyGPSClient does", .compares(with: .drivers))
  func pyubx2() async throws {
    let receiver = try await Receiver("--port", "0", "--boot", "warm", "--speed", "4")
    let port = receiver.port
    let lines = try await onThread {
      Result { try ForeignDrivers.session(withReceiverAt: port) }
    }.get()
    #expect(lines.first == "boardsim RTK receiver")
    let epochs = lines.dropFirst().map { $0.split(separator: " ").compactMap { Double($0) } }
    #expect(epochs.count == 10)
    #expect(zip(epochs, epochs.dropFirst()).allSatisfy { $1[0] - $0[0] == 200 })
    #expect(epochs.allSatisfy { $0[1] == 3 && ($0[2] - 45.478).magnitude < 0.01 })
    receiver.process.terminate()
    #expect(await receiver.process.end().status == 0)
  }

  @Test(
    "str2str from our caster into the port brings it to a fix that is computed",
    .compares(with: .str2str))
  func corrections() async throws {
    let held = try HeldPort()
    let caster = try BoardSimProcess([
      "run", "--json", "-q", "--port", "0", "--control-port", "0", "--boot", "cold", "--speed", "8",
      "--caster-port", "\(held.port)",
    ])
    _ = try #require(await caster.nextLine())
    let receiver = try await Receiver("--port", "0", "--speed", "8", "--origin", "base")
    let str2str = try RunningProgram(
      "str2str",
      [
        "-in", "ntrip://127.0.0.1:\(held.port)/BASE", "-out", "tcpcli://127.0.0.1:\(receiver.port)",
      ])
    let wait = await
      (try BoardSimProcess(["wait", receiver.url, "--fix", "rtk-fixed", "--timeout", "200"])).end()
    #expect(wait.status == 0, "\(wait.errorLines)")
    str2str.end()
    for process in [caster, receiver.process] { process.terminate() }
  }

  @Test(
    "gpsd finds the receiver, sets it up where it can write, and knows where it is",
    .compares(with: .gpsd), arguments: [true, false])
  func gpsd(onPseudoterminal isTerminal: Bool) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
    let path = folder.url.appending(path: "ttyF9P").path
    let receiver =
      isTerminal
      ? try await Receiver("--pty", path, "--boot", "warm")
      : try await Receiver("--port", "0", "--boot", "warm")
    if isTerminal { try letAllOpen(path) }
    let port = try HeldPort()
    let gpsd = try RunningProgram.gpsd(
      isTerminal ? path : "tcp://\(receiver.line)", port: port.port)
    defer { gpsd.terminate() }
    let latitude = try await latitude(at: port.port, driver: isTerminal ? "u-blox" : nil)
    #expect((latitude - 45.478).magnitude < 0.01)
    receiver.process.terminate()
  }

  @Test(
    "gpsd takes corrections to the receiver, and tells the status that it has then",
    .compares(with: .gpsd, .str2str), arguments: [true, false])
  func gpsdWithCorrections(onPseudoterminal isTerminal: Bool) async throws {
    let folder = try TemporaryFolder()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
    let path = folder.url.appending(path: "ttyF9P").path
    let held = try HeldPort()
    let caster = try BoardSimProcess([
      "run", "--json", "-q", "--port", "0", "--control-port", "0", "--boot", "cold", "--speed", "4",
      "--caster-port", "\(held.port)",
    ])
    _ = try #require(await caster.nextLine())
    let stream = "ntrip://127.0.0.1:\(held.port)/BASE"
    let line = isTerminal ? ["--pty", path, "--baud", "115200"] : ["--port", "0"]
    let receiver = try await Receiver(line + ["--speed", "4", "--origin", "base"])
    if isTerminal { try letAllOpen(path) }
    let port = try HeldPort()
    // gpsd passes the stream on to a serial line; to a port str2str does.
    let gpsd =
      isTerminal
      ? try RunningProgram.gpsd(path, stream, port: port.port)
      : try RunningProgram.gpsd("-b", "tcp://\(receiver.line)", port: port.port)
    defer { gpsd.terminate() }
    let bridge =
      isTerminal
      ? nil
      : try RunningProgram("str2str", ["-in", stream, "-out", "tcpcli://\(receiver.line)"])
    defer { bridge?.end() }
    // By NMEA, which -b leaves it at, gpsd tells 3, RTK fixed; of UBX-NAV-PVT it reads no more than differential, 2.
    let latitude = try await latitude(at: port.port, status: isTerminal ? 2 : 3)
    #expect((latitude - 45.487).magnitude < 0.02)
    let wait = await
      (try BoardSimProcess(["wait", receiver.url, "--fix", "rtk-fixed", "--timeout", "100"])).end()
    #expect(wait.status == 0, "\(wait.errorLines)")
    for process in [caster, receiver.process] { process.terminate() }
  }

  /// Lets gpsd, which has no rights of its own, open a pseudoterminal by its name.
  private func letAllOpen(_ path: String) throws {
    let device = try FileManager.default.destinationOfSymbolicLink(atPath: path)
    try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: device)
  }

  /// Returns the latitude in the first report of a position (TPV) in three dimensions by a gpsd.
  ///
  /// - Parameters:
  ///   - port: The port of gpsd.
  ///   - status: The status that the report must have; `nil` takes any.
  ///   - driver: The driver that gpsd must have found by then; `nil` takes any.
  private func latitude(
    at port: UInt16, status: Double? = nil, driver: String? = nil
  ) async throws -> Double {
    try await onThread { Result { try Self.latitude(at: port, status, driver) } }.get()
  }

  private static func latitude(at port: UInt16, _ status: Double?, _ driver: String?) throws
    -> Double
  {
    let end = ContinuousClock.now + .seconds(500)
    var connection: TCPConnection?
    while connection == nil, ContinuousClock.now < end {
      connection = try? TCPConnection(port: port, patience: 20)
    }
    let client = try #require(connection)
    func watch() throws { try client.send("?WATCH={\"enable\":true,\"json\":true};\n") }
    try watch()
    var (found, line) = ("", [UInt8]())
    while ContinuousClock.now < end {
      let byte: UInt8
      do {
        byte = try client.read(1)[0]
      } catch let error as TCPError where error.code == EAGAIN {
        // On a busy machine gpsd may have tried all rates before a byte came; asked again it tries again.
        try watch()
        continue
      }
      guard byte == 10 else {
        line.append(byte)
        continue
      }
      defer { line = [] }
      // Of some messages of RTCM gpsd makes no JSON.
      guard let report = try? JSONDocument(String(decoding: line, as: UTF8.self)) else { continue }
      // Who asks before gpsd knows the device is told later, and who asks afterwards in the list of devices.
      let devices = report["devices"] as? [[String: Any]]
      found = report.text("driver") ?? devices?.first?["driver"] as? String ?? found
      guard report.text("class") == "TPV", report.number("mode") == 3,
        status == nil || report.number("status") == status, driver == nil || found == driver,
        // A report has what gpsd knows of the epoch so far.
        let latitude = report.number("lat")
      else { continue }
      return latitude
    }
    throw TCPError(call: "gpsd tells no such position", code: 0)
  }
}
