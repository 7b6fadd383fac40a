import Foundation
import Locks
import TestSupport
import Testing

@testable import NtripClient

@Suite("A document of the web", .timeLimit(.minutes(2)))
struct WebDocumentTests {
  /// A server that sends each connection the next answer, the last one repeatedly, and records the requests.
  final class Server: Sendable {
    private let heads = Lock<[String]>([])
    private let listener = Lock<LocalListener?>(nil)
    var address: String { "http://127.0.0.1:\(listener.withLock { $0?.port ?? 0 })/file" }
    var requests: [String] { heads.withLock { $0 } }

    init(_ answers: String...) throws {
      let listener = try LocalListener { [self] connection in
        let head = connection.receiveRequest()
        let turn = heads.withLock { heads in
          heads.append(head)
          return heads.count - 1
        }
        connection.send(Array(answers[min(turn, answers.count - 1)].utf8))
        connection.close()
      }
      self.listener.withLock { $0 = listener }
    }

    func close() { listener.withLock { $0 }?.close() }
  }

  static let ten = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789"

  /// Returns the result of reading an address.
  static func read(
    _ address: String, limit: Int = 1000, while isWanted: () -> Bool = { true }
  ) throws -> String {
    var bytes: [UInt8] = []
    try WebDocument.read(address, limit: limit, while: isWanted) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the failure of a reading, and the bytes handed on before.
  static func failure(
    _ address: String, limit: Int = 1000, while isWanted: () -> Bool = { true }
  ) -> (error: WebDocumentError?, bytes: Int) {
    var count = 0
    let error = #expect(throws: WebDocumentError.self) {
      try WebDocument.read(address, limit: limit, while: isWanted) { count += $0.count }
    }
    return (error, count)
  }

  @Test("is read whole, up to the longest that it may be", arguments: [10, 11])
  func whole(limit: Int) throws {
    let server = try Server(Self.ten)
    defer { server.close() }
    let text = try Self.read(server.address, limit: limit)
    #expect(text == "0123456789")
    #expect(server.requests.count == 1)
    let head = try #require(server.requests.first)
    #expect(head.hasPrefix("GET /file HTTP/1.1\r\n"))
    #expect(head.contains("\r\nUser-Agent: boardsim\r\n"))
  }

  @Test("is too long by one byte, with or without a length told")
  func tooLong() throws {
    let untold = Self.ten.replacing("Content-Length: 10\r\n", with: "")
    for answer in [Self.ten, untold] {
      let server = try Server(answer)
      #expect(Self.failure(server.address, limit: 9).error == .tooLong(limit: 9))
      server.close()
    }
  }

  @Test("is given up at the first byte too many, and nothing of that piece is handed on")
  func tooLongSoFar() throws {
    let listener = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array(Self.ten.replacing("Length: 10", with: "Length: 20").utf8))
      _ = connection.receive()  // the reader closes
    }
    defer { listener.close() }
    var count = 0
    #expect(throws: WebDocumentError.tooLong(limit: 9)) {
      try WebDocument.read(
        "http://127.0.0.1:\(listener.port)/file", limit: 9, while: { count == 0 }
      ) { count += $0.count }
    }
    #expect(count == 0)
  }

  @Test("a refusal's text is not the document", arguments: [404, 500, 204, 301])
  func refused(status: Int) throws {
    let server = try Server("HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n")
    defer { server.close() }
    let (error, bytes) = Self.failure(server.address)
    #expect(error == .refused(status: status))
    #expect(bytes == 0)
    let wordy = try Server("HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\nno!!!")
    defer { wordy.close() }
    #expect(Self.failure(wordy.address).bytes == 0)
  }

  @Test("is followed to where it has moved, five times")
  func moved() throws {
    let there = "HTTP/1.1 302 Found\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n"
    let server = try Server(there, there, there, there, there, Self.ten)
    let text = try Self.read(server.address)
    #expect(text == "0123456789")
    #expect(server.requests.count == 6 && server.requests[5].hasPrefix("GET /there "))
    server.close()
    let endless = try Server(there)
    defer { endless.close() }
    guard case .broken = Self.failure(endless.address).error else {
      Issue.record("a circle has no end")
      return
    }
    #expect(endless.requests.count == 6)
  }

  @Test("one that breaks off, or that nobody gives, is told with its reason")
  func broken() throws {
    let server = try Server("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234")
    defer { server.close() }
    guard case .broken(let words) = Self.failure(server.address).error else {
      Issue.record("half of it is not all")
      return
    }
    #expect(!words.isEmpty)
    let port = try HeldPort()
    guard case .broken = Self.failure("http://127.0.0.1:\(port.port)/").error else {
      Issue.record("nobody is there")
      return
    }
  }

  @Test("nobody waits for it any more")
  func cancelled() throws {
    let listener = try LocalListener { $0.waitForEnd() }
    defer { listener.close() }
    var asked = 0
    let (error, _) = Self.failure("http://127.0.0.1:\(listener.port)/") {
      asked += 1
      return asked < 3
    }
    #expect(error == .cancelled && asked == 3)
  }

  @Test("comes piece by piece, and no piece is empty")
  func pieces() throws {
    let listener = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n01234".utf8))
      connection.waitForEnd()
    }
    defer { listener.close() }
    var (bytes, asked): ([UInt8], Int) = ([], 0)
    #expect(throws: WebDocumentError.cancelled) {
      try WebDocument.read(
        "http://127.0.0.1:\(listener.port)/", limit: 1000,
        while: {
          if !bytes.isEmpty { asked += 1 }
          return asked < 3
        },
        onBytes: { piece in
          #expect(!piece.isEmpty)
          bytes += piece
        })
    }
    #expect(bytes == Array("01234".utf8))
  }

  @Test("whoever waits for it is asked some times a second, not all the time")
  func askedSeldom() throws {
    let silent = try LocalListener { $0.waitForEnd() }
    defer { silent.close() }
    let listener = try LocalListener { connection in
      _ = connection.receiveRequest()
      // Another document, which never comes, serves as the clock.
      var asked = 0
      _ = Self.failure("http://127.0.0.1:\(silent.port)/") {
        asked += 1
        return asked < 4
      }
      connection.send(Array(Self.ten.utf8))
      connection.close()
    }
    defer { listener.close() }
    var asked = 0
    let text = try Self.read("http://127.0.0.1:\(listener.port)/") {
      asked += 1
      return true
    }
    #expect(text == "0123456789" && asked < 100)
  }

  @Test("one that does not come is given up, also where the connection does not come to stand")
  func givenUp() throws {
    let listener = try LocalListener { $0.waitForEnd() }
    defer { listener.close() }
    for (scheme, connecting, silence) in [("http", 3600, 1), ("https", 1, 3600)] {
      let error = #expect(throws: WebDocumentError.self) {
        try WebDocument.read(
          "\(scheme)://127.0.0.1:\(listener.port)/", limit: 1000, connecting: connecting,
          silence: silence, onBytes: { _ in })
      }
      guard case .broken = error else {
        Issue.record("\(scheme): \(error.map { "\($0)" } ?? "no error")")
        continue
      }
    }
  }

  #if os(Linux)
    @Test("gives back its memory")
    func givesBackMemory() async {
      await #expect(processExitsWith: .success) {
        let held = try HeldPort()
        let address = "http://127.0.0.1:\(held.port)/"
        /// Returns the pages of memory in use after a number of attempts.
        func pages(afterAttempts count: Int) throws -> Int {
          for _ in 0..<count { _ = Self.failure(address) }
          let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
          return try #require(Int(numbers.split(separator: " ")[1]))
        }
        let before = try pages(afterAttempts: 300)
        // The limit is less than the smallest allocation of each attempt.
        let more = try pages(afterAttempts: 900) - before
        try #require(more * 4096 < 1_000_000)
      }
    }
  #endif

  @Test("only what is of the web is asked for", arguments: ["ftp://127.0.0.1/", "file", "http:/x"])
  func strange(address: String) {
    #expect(Self.failure(address).error == .noWebAddress)
  }

  @Test("the scheme may be written in capitals")
  func capitals() throws {
    let server = try Server(Self.ten)
    defer { server.close() }
    let address = "HTTP" + server.address.dropFirst(4)
    let text = try Self.read(address)
    #expect(text == "0123456789")
  }
}
