import BoardFirmware
import BoardSimulation
import Foundation
import Locks
import Platform
import SensorDrivers
import Testing
import VirtualBoard

@testable import BoardHost

/// A program at the receiver's serial line: it polls the version once, after some exchanges, and keeps what it hears.
private final class RecordingProgram: SerialLine {
  private let state = Lock<(exchanges: Int, heard: [UInt8])>((0, []))
  var baud: Int? { nil }
  var heard: [UInt8] { state.withLock { $0.heard } }

  func read(atMost count: Int) -> [UInt8] {
    state.withLock { state in
      state.exchanges += 1
      return state.exchanges == 200 ? UBXFrame(.monVER, payload: []).encode() : []
    }
  }

  func write(_ bytes: [UInt8]) { state.withLock { $0.heard += bytes } }
}

@Suite("A board with a program at its receiver's serial line", .timeLimit(.minutes(5)))
struct SerialBoardTests {
  private static func configuration(_ program: RecordingProgram, _ pace: Pace)
    -> BoardService.Configuration
  {
    var configuration = BoardService.Configuration()
    configuration.serial = [(program, 115_200)]
    configuration.board.isReceiverAlone = true
    (configuration.port, configuration.controlPort) = (0, 0)
    (configuration.pace, configuration.isWarm) = (pace, false)
    configuration.corrections = .serialLine
    configuration.duration = .seconds(40)
    return configuration
  }

  private static func heard(at pace: Pace, origin: BoardOptions.Origin = .scenario) throws -> (
    bytes: [UInt8], reason: String
  ) {
    let program = RecordingProgram()
    var configuration = configuration(program, pace)
    configuration.board.origin = origin
    let service = try BoardService(configuration)
    #expect(service.waitForEnd(atMost: .seconds(240)))
    service.stop()
    return (program.heard, service.snapshot.gnss.reason ?? "")
  }

  @Test("the same seed gives the same bytes at any speed")
  func anySpeed() throws {
    let first = try Self.heard(at: .unlimited).bytes
    let second = try Self.heard(at: .unlimited).bytes
    #expect(first == second)
    let text = String(decoding: first, as: UTF8.self)
    #expect(text.contains("$GNGGA,") && text.contains("boardsim"))
    // In real time the program's bytes come at other moments, and the receiver's are the same but for that answer.
    func sentences(_ bytes: [UInt8]) -> [Substring] {
      String(decoding: bytes, as: UTF8.self).split(separator: "$")
        .filter { $0.hasPrefix("GNRMC") }.map { $0.prefix { $0 != "\r\n" } }
    }
    let third = try Self.heard(at: .times(40)).bytes
    #expect(sentences(first).count >= 38)
    #expect(
      sentences(first).dropLast(2).elementsEqual(
        sentences(third).prefix(sentences(first).count - 2)))
  }

  @Test("a board that starts beside its base waits for the line to tell where that is")
  func waits() throws {
    let reason = try Self.heard(at: .unlimited, origin: .base).reason
    #expect(reason.contains("waiting for corrections on the serial line"), "\(reason)")
  }

  @Test("after a warm start nothing old waits on the line")
  func warm() throws {
    let program = RecordingProgram()
    var configuration = Self.configuration(program, .unlimited)
    (configuration.isWarm, configuration.duration) = (true, .seconds(125))
    let service = try BoardService(configuration)
    #expect(service.waitForEnd(atMost: .seconds(240)))
    service.stop()
    let text = String(decoding: program.heard, as: UTF8.self)
    let count = text.split(separator: "$GNRMC").count - 1
    #expect((4...6).contains(count), "\(count)")
    #expect(text.contains(",A,4"))
  }
}
