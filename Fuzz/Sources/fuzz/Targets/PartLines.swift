import BoardSimulation
import SensorDrivers
import VirtualBoard

/// Whatever the program of a part from outside sends, the board goes on: its other parts answer as without it, its
/// time does not go back, and the part is present or absent with a reason.
func fuzzPartLines(_ bytes: [UInt8]) {
  let cut = bytes.count / 2
  var lines = PartLines()
  do throws(PartFailure) {
    for piece in [bytes.prefix(cut), bytes.suffix(from: cut)] { try lines.append(Array(piece)) }
  } catch {
    require(error == .tooLong, "bytes are lines, or one that is too long")
  }
  let program = FuzzedProgram(lines)
  var configuration = BusBoards.Configuration()
  configuration.isWarm = true
  configuration.board.isStrict = true
  configuration.board.outsideParts = [
    OutsidePart(named: "lm75", at: I2CAddress(rawValue: 0x48), from: "input") {
      () throws(PartFailure) in program
    }
  ]
  var session = BusSession(BusBoards(configuration))
  var time = -1
  for _ in 0..<8 {
    for line in ["T 48 w 00 01 r 2", "T 48", "PIN lm75.int", "D 1500"] {
      let answer = session.answer(to: line.utf8).line
      require(["OK", "NACK m=", "ERR timeout"].contains { answer.hasPrefix($0) }, answer)
    }
    let now = Int(session.answer(to: "NOW".utf8).line.dropFirst(3)) ?? -1
    require(now > time, "time goes on")
    time = now
  }
  require(session.answer(to: "T 77 w d0 r 1".utf8).line.hasPrefix("OK 60"), "others answer")
  let status = session.answer(to: "X".utf8).line
  require(!status.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "the status is one line of text")
  require(status.contains(#""present":"yes""#) || status.contains(#""present":"no: "#), status)
}

/// A program whose lines are all there, whatever it is asked.
///
/// Sound: a fuzzed board asks it on one thread.
private final class FuzzedProgram: PartChannel, @unchecked Sendable {
  private var lines: PartLines

  init(_ lines: PartLines) { self.lines = lines }

  func send(_ line: String) throws(PartFailure) {
    require(!line.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a question is one line")
  }

  func receive() throws(PartFailure) -> [UInt8] {
    guard let line = lines.next() else { throw .closed }
    return line
  }
}
