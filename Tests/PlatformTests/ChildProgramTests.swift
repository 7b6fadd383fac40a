import Platform
import TestSupport
import Testing

@Suite("A program that this process has started")
struct ChildProgramTests {
  /// Reads what a program prints until it ends.
  private static func output(of words: [String], _ input: String = "") throws -> String {
    let program = try ChildProgram(words)
    defer { program.end() }
    let socket = ClientSocket(taking: program.descriptor)
    let deadline = ContinuousClock.now + .seconds(300)
    try socket.send(Array(input.utf8), until: deadline)
    socket.finish()
    var output: [UInt8] = []
    while true {
      let bytes = try socket.receive(until: deadline)
      if bytes.isEmpty { return String(decoding: output, as: UTF8.self) }
      output += bytes
    }
  }

  @Test("reads its input from the connection and writes its output there")
  func speaks() throws {
    #expect(try Self.output(of: ["cat"], "one\ntwo\n") == "one\ntwo\n")
  }

  @Test("gets its arguments as they are, without a shell")
  func arguments() throws {
    #expect(try Self.output(of: ["echo", "$HOME", "a  b", "*"]) == "$HOME a  b *\n")
  }

  #if os(Linux)
    @Test("has three descriptors, and none of what this process has open")
    func descriptors() throws {
      let other = try PrivatePipe()
      let listening = try ListeningSocket(host: "127.0.0.1", port: 0)
      let listed = try Self.output(of: ["ls", "/proc/self/fd"])
      // The fourth descriptor is the listed folder.
      #expect(listed == "0\n1\n2\n3\n")
      for end in [other.reading, other.writing] { TCPSocket.closeDescriptor(end) }
      _ = listening.port
    }
  #endif

  @Test("that does not end by itself is killed, with those that it started")
  func killed() throws {
    let program = try ChildProgram(["sh", "-c", "sleep 1000 & echo here; wait"])
    let socket = ClientSocket(taking: program.descriptor)
    #expect(try socket.receive(until: .now + .seconds(300)) == Array("here\n".utf8))
    program.end()
    // The end comes when the last of them has closed its output.
    #expect(try socket.receive(until: .now + .seconds(300)).isEmpty)
  }

  @Test("that does not exist is told of")
  func missing() {
    let error = #expect(throws: SystemError.self) { _ = try ChildProgram(["./no-such-program"]) }
    #expect(error == .noEntry)
  }
}
