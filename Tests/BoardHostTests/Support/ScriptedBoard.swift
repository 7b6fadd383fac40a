import Platform
import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A foreign board: one thread, one connection after the other, with answers from the test.
final class ScriptedBoard: Sendable {
  /// The board's reaction to a request.
  enum Reaction: Sendable {
    /// Sends bytes, then closes the connection.
    case answer(String)
    /// Sends bytes, then ignores the connection but leaves it open.
    case answerAndForget(String)
    /// Sends nothing, and leaves the connection open.
    case silence
    /// Closes the connection.
    case close
  }

  let port: UInt16
  private let end = WakeUpPipe()
  private let thread: BackgroundThread
  private let asked: Requests

  /// Starts the board; `react` gets the head of each request.
  init(_ react: @escaping @Sendable (String) -> Reaction) throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    port = socket.port
    let listener = socket.handOver()
    let (asked, ended) = (Requests(), end.descriptor)
    self.asked = asked
    guard
      let thread = BackgroundThread({
        Self.serve(listener, until: ended) { head in
          asked.heads.withLock { $0.append(head) }
          return react(head)
        }
      })
    else { throw ScriptedBoardError() }
    self.thread = thread
  }

  deinit {
    end.wake()
    thread.join()
  }

  /// The heads of the requests so far.
  var requests: [String] { asked.heads.withLock { $0 } }

  private final class Requests: Sendable {
    let heads = Lock<[String]>([])
  }

  /// Returns an answer with a Content-Length.
  static func ok(_ body: String, fields: String = "") -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nAccess-Control-Allow-Origin: *\r\n"
      + "\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  // MARK: The thread

  private static func serve(
    _ listener: Int32, until end: Int32, _ react: (String) -> Reaction
  ) {
    var held: [Int32] = []
    while isReadable(listener, orElse: end) {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { continue }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      guard let head = readHead(connection, orElse: end) else {
        close(connection)
        continue
      }
      switch react(head) {
      case .answer(let text):
        write(text, to: connection)
        close(connection)
      case .answerAndForget(let text):
        write(text, to: connection)
        held.append(connection)
      case .silence: held.append(connection)
      case .close: close(connection)
      }
    }
    for descriptor in held + [listener] { close(descriptor) }
  }

  /// Whether a descriptor becomes readable before the other one.
  private static func isReadable(_ descriptor: Int32, orElse end: Int32) -> Bool {
    var entries = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: end, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&entries, 2, -1) < 0 {}
    return entries[1].revents == 0
  }

  private static func readHead(_ connection: Int32, orElse end: Int32) -> String? {
    var head = ""
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !head.contains("\r\n\r\n") {
      guard isReadable(connection, orElse: end) else { return nil }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      head += String(decoding: buffer.prefix(count), as: UTF8.self)
    }
    return head
  }

  private static func write(_ text: String, to connection: Int32) {
    let bytes = Array(text.utf8)
    // The answer is short, so it is sent whole; a client that has left does not matter here.
    _ = send(connection, bytes, bytes.count, 0)
  }
}

struct ScriptedBoardError: Error {}
