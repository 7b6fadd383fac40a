import BoardSimulation
import Foundation
import Locks
import SensorDrivers
import TestSupport
import Testing

@testable import BoardHost

@Suite("The connection to a part's program")
struct PartConnectionTests {
  /// Returns the failure of the answer to a question, or of the question.
  private static func failure(of channel: any PartChannel) -> PartFailure? {
    do throws(PartFailure) {
      try channel.send("AT 1")
      _ = try channel.receive()
      try channel.send("AT 2")
      return nil
    } catch {
      return error
    }
  }

  private static func connection(
    limit: Duration = .seconds(300), _ serve: @escaping @Sendable (LocalConnection) -> Void
  ) throws -> (LocalListener, PartConnection) {
    let listener = try LocalListener(serve: serve)
    return (
      listener,
      try PartConnection(to: "127.0.0.1", port: UInt16(listener.port), limit: limit)
    )
  }

  @Test("passes lines on, in whatever pieces they come")
  func speaks() throws {
    let (listener, connection) = try Self.connection { peer in
      let question = peer.receive()
      for byte in Array("INT 0\n".utf8) + question { peer.send([byte]) }
      peer.waitForEnd()
    }
    try connection.send("AT 5")
    #expect(try connection.receive() == Array("INT 0".utf8))
    #expect(try connection.receive() == Array("AT 5".utf8))
    listener.close()
  }

  @Test("fails when the program is silent, ends, never ends its line, or speaks unasked")
  func fails() throws {
    let cases: [(PartFailure, @Sendable (LocalConnection) -> Void)] = [
      (.silent(.milliseconds(50)), { $0.waitForEnd() }),
      (.closed, { _ = $0.receive() }),
      (.closed, { _ in }),
      (
        .tooLong,
        {
          $0.send([UInt8](repeating: 0x30, count: 1 << 20))
          $0.waitForEnd()
        }
      ),
      (
        .unasked,
        {
          _ = $0.receive()
          $0.send(Array("OK\nOK\n".utf8))
          $0.waitForEnd()
        }
      ),
    ]
    for (failure, serve) in cases {
      let limit = failure == .silent(.milliseconds(50)) ? Duration.milliseconds(50) : .seconds(300)
      let (listener, connection) = try Self.connection(limit: limit, serve)
      #expect(Self.failure(of: connection) == failure)
      listener.close()
    }
  }

  @Test("tells why there is no connection")
  func unreachable() {
    let error = #expect(throws: PartFailure.self) {
      _ = try PartConnection(to: "127.0.0.1", port: 1, limit: .seconds(300))
    }
    #expect(error == .unreachable("no connection to 127.0.0.1:1: the connection was refused"))
    let missing = #expect(throws: PartFailure.self) {
      _ = try PartConnection(starting: ["./nobody"], limit: .seconds(300))
    }
    #expect(missing == .unreachable("'./nobody' cannot be started: No such file or directory"))
  }

  @Test("to a started program ends with the program's input")
  func program() throws {
    let folder = try TemporaryFolder()
    let script = try folder.write(
      Array("while read line; do echo OK; done; touch \"$0.ended\"".utf8), to: "part.sh")
    var connection: PartConnection? = try PartConnection(
      starting: ["sh", script], limit: .seconds(300), endLimit: .seconds(300))
    #expect(Self.failure(of: try #require(connection)) == nil)
    connection = nil
    #expect(FileManager.default.fileExists(atPath: script + ".ended"))
  }

  @Test("is tried again when the part's power comes back")
  func comesBack() throws {
    let count = Lock(0)
    let listener = try LocalListener { peer in
      let number = count.withLock { count in
        count += 1
        return count
      }
      // The first one dies in the midst of the transfer, after the greeting and the START.
      for _ in 0..<(number == 1 ? 2 : 100) {
        guard !peer.receive().isEmpty else { return }
        peer.send(Array("OK\n".utf8))
      }
    }
    let place = PartPlace.socket(host: "127.0.0.1", port: UInt16(listener.port))
    let part = OutsidePart(named: "lm75", at: I2CAddress(rawValue: 0x48), from: place.text) {
      () throws(PartFailure) in try place.connect(limit: .seconds(300))
    }
    let board = SimulatedBoard(world: World(scenario: .standing), seed: 1, outside: [part])
    func transfer() -> I2CTransfer { board.bus.transfer(with: part.address, [.write([1])]) }
    #expect(transfer().refusal?.byte == 0)
    #expect(transfer().refusal?.byte == -1)
    board.cutPower(at: board.clock.now)
    board.restorePower()
    #expect(transfer().refusal == nil)
    listener.close()
  }

  @Test("places are read as users write them")
  func places() {
    #expect(PartPlace(socket: "[::1]:7")?.text == "[::1]:7")
    #expect(PartPlace(socket: "host:7071") == .socket(host: "host", port: 7071))
    for text in ["", "host", "host:", "host:0", "host:65536", ":1", "a b:1"] {
      #expect(PartPlace(socket: text) == nil)
    }
    #expect(PartPlace(command: " python3  x.py -v ") == .command(["python3", "x.py", "-v"]))
    #expect(PartPlace(command: "  ") == nil)
  }
}
