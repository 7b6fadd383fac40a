import BoardSimulation
import SensorDrivers

/// A program of a part that answers in the test, and keeps the lines that it is sent.
final class ProgramDouble: PartChannel {
  private(set) var lines: [String] = []
  private var waiting: [String] = []
  /// Returns the lines of the answer to a line.
  var answer: (String) -> [String]

  init(_ answer: @escaping (String) -> [String] = { _ in ["OK"] }) { self.answer = answer }

  func send(_ line: String) throws(PartFailure) {
    lines.append(line)
    waiting += answer(line)
  }

  func receive() throws(PartFailure) -> [UInt8] {
    guard !waiting.isEmpty else { throw .closed }
    return Array(waiting.removeFirst().utf8)
  }

  /// Returns the lines since the last call.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A program that can be handed to the closure that connects to it.
///
/// Sound: a board of a test asks its programs on the test's thread alone.
final class ProgramBox: @unchecked Sendable {
  var program: ProgramDouble?
  var connections = 0

  init(_ program: ProgramDouble?) { self.program = program }

  /// The part of the program.
  func part(named name: String = "lm75", at address: UInt8 = 0x48) -> OutsidePart {
    OutsidePart(
      named: name, at: I2CAddress(rawValue: address), from: "here"
    ) { [self] () throws(PartFailure) in
      connections += 1
      guard let program else { throw .unreachable("nobody is there") }
      return program
    }
  }
}
