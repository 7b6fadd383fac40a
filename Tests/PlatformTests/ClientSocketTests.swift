import Foundation
import Platform
import Locks
import TestSupport
import Testing

@Suite("Client sockets")
struct ClientSocketTests {
  private static func error(
    host: String, port: UInt16, isWanted: @escaping @Sendable () -> Bool = { true }
  ) -> ConnectionError? {
    do throws(ConnectionError) {
      let socket = try ClientSocket(
        host: host, port: port, until: .now + .seconds(10), isWanted: isWanted)
      try socket.send([1], until: .now + .seconds(10))
      _ = try socket.receive(until: .now + .milliseconds(20))
      return nil
    } catch {
      return error
    }
  }

  @Test("a port where nobody listens refuses")
  func refused() {
    #expect(Self.error(host: "127.0.0.1", port: 1) == .refused)
    #expect(throws: ConnectionError.refused) {
      let socket = try ClientSocket(host: "127.0.0.1", port: 1, until: .now + .seconds(300))
      try socket.send([], until: .now)
    }
  }

  @Test("an address of IPv6 is one, also where no way leads there")
  func takesIPv6() {
    #expect(Self.error(host: "::1", port: 1) != .unknownHost)
  }

  @Test("a group of machines is no place to connect to")
  func unreachable() {
    #expect(Self.error(host: "224.0.0.1", port: 1) == .unreachable)
  }

  @Test("a name that nobody has is told as such")
  func unknownHost() {
    #expect(Self.error(host: "no.such.host.invalid", port: 1) == .unknownHost)
  }

  @Test("a listener that says nothing is waited for until the deadline")
  func silence() throws {
    let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
    #expect(Self.error(host: "127.0.0.1", port: listener.port) == .timedOut)
    _ = listener.port
  }

  @Test("a wait that nobody wants any more ends before its deadline")
  func notWanted() throws {
    let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
    let error = Self.error(host: "127.0.0.1", port: listener.port, isWanted: { false })
    #expect(error == .notWanted)
    _ = listener.port
  }

  @Test("a name leads to a listener on IPv4, also where it has an IPv6 address too")
  func names() throws {
    let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
    #expect(Self.error(host: "localhost", port: listener.port) == .timedOut)
    _ = listener.port
  }

  @Test("what is sent to a socket that has gone is an error, and no signal")
  func reset() throws {
    let gone = try LocalListener { _ in }
    defer { gone.close() }
    let port = try #require(UInt16(exactly: gone.port))
    let socket = try ClientSocket(host: "127.0.0.1", port: port, until: .now + .seconds(300))
    #expect(try socket.receive(until: .now + .seconds(300)).isEmpty)
    #expect(throws: ConnectionError.reset) {
      while true { try socket.send([1], until: .now + .seconds(300)) }
    }
  }

  @Test("bytes arrive both ways, more than a buffer holds, up to the end")
  func exchanges() throws {
    let sent = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    let echo = try LocalListener { connection in
      var all: [UInt8] = []
      while all.count < sent.count {
        let bytes = connection.receive()
        if bytes.isEmpty { return }
        all += bytes
      }
      connection.send(all)
    }
    defer { echo.close() }
    let port = try #require(UInt16(exactly: echo.port))
    let socket = try ClientSocket(host: "127.0.0.1", port: port, until: .now + .seconds(300))
    try socket.send(sent, until: .now + .seconds(300))
    var received: [UInt8] = []
    while true {
      let bytes = try socket.receive(until: .now + .seconds(300))
      if bytes.isEmpty { break }
      received += bytes
    }
    #expect(received == sent)
  }

  @Test("nobody waits past a deadline, for room to send neither")
  func sendsUntilDeadline() throws {
    let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
    let socket = try ClientSocket(
      host: "127.0.0.1", port: listener.port, until: .now + .seconds(300))
    let much = [UInt8](repeating: 0, count: 64 << 20)
    #expect(throws: ConnectionError.timedOut) {
      try socket.send(much, until: .now + .milliseconds(20))
    }
    _ = listener.port
  }

  @Test("errors say what happened")
  func descriptions() {
    #expect("\(ConnectionError.refused)" == "the connection was refused")
    #expect("\(ConnectionError.unknownHost)".contains("name"))
  }

  @Test("the first line of what a command says is told, and nothing of one that is missing")
  func programs() {
    #expect(ProgramOutput.firstLine(of: "printf 'one\\ntwo\\n'") == "one")
    #expect(ProgramOutput.firstLine(of: "echo lost >&2") == "lost")
    #expect(ProgramOutput.firstLine(of: "true") == nil)
    #expect(ProgramOutput.firstLine(of: "echo; echo two") == nil)
    #expect(ProgramOutput.firstLine(of: "printf 'one\\r\\ntwo'") == "one")
    #expect(ProgramOutput.firstLine(of: "printf '%0600d' 7")?.utf8.count == 511)
    #expect(ProgramOutput.firstLine(of: "cat") == nil)  // nothing waits for the terminal
  }

  #if os(Linux)
    @Test("a table of the system is read to its end, however long it is")
    func tables() throws {
      let listeners = try (0..<100).map { _ in try Listener() }
      let table = try #require(SystemTable.text(of: "/proc/self/net/tcp"))
      // Each listener has a line of 150 bytes; a page has 4,096.
      #expect(table.utf8.count > listeners.count * 140)
      #expect(SystemTable.text(of: "/proc/no-such-table") == nil)
      let folder = try TemporaryFolder()
      let file = folder.url.appending(path: "table")
      let text = String(repeating: "x", count: 64 * 1024 + 1)
      try text.write(to: file, atomically: true, encoding: .utf8)
      #expect(SystemTable.text(of: file.path) == text)
      #expect(SystemTable.text(of: "/proc") == "")  // a folder cannot be read
    }

    @Test("a table that is being read is no business of the programs that are started meanwhile")
    func closesTablesOnStart() throws {
      let folder = try TemporaryFolder()
      let path = folder.url.appending(path: "table").path
      try #require(mkfifo(path, 0o600) == 0)
      let text = Lock<String?>(nil)
      let reader = try #require(
        BackgroundThread { text.withLock { $0 = SystemTable.text(of: path) } })
      let writer = open(path, O_WRONLY | O_CLOEXEC)
      // The text is larger than a pipe's buffer, so it is read while it is written.
      let bytes = [UInt8](repeating: 0x78, count: 1 << 20)
      var count = 0
      while count < bytes.count {
        let written = write(writer, Array(bytes[count...]), bytes.count - count)
        try #require(written > 0)
        count += written
      }
      var (own, other) = (stat(), stat())
      try #require(fstat(writer, &own) == 0)
      let ends = (0..<Int32(10_000)).filter {
        fstat($0, &other) == 0 && (other.st_dev, other.st_ino) == (own.st_dev, own.st_ino)
      }
      #expect(ends.map { fcntl($0, F_GETFD) } == [FD_CLOEXEC, FD_CLOEXEC])
      close(writer)
      reader.join()
      #expect(text.withLock { $0 }?.utf8.count == bytes.count)
    }

    /// A copyable owner of a listening socket, for arrays.
    private final class Listener {
      private let socket: ListeningSocket
      init() throws { socket = try ListeningSocket(host: "127.0.0.1", port: 0) }
    }
  #endif
}
