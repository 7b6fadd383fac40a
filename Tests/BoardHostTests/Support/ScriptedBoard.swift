import Platform
import Locks

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A board of somebody else's: one thread, one connection after the other, answers as a test has them.
final class ScriptedBoard: Sendable {
  /// What the board does with a connection, once a request has come.
  enum Reaction: Sendable {
    /// It sends bytes, and closes.
    case answer(String)
    /// It sends bytes, and leaves the connection open without ever looking at it again.
    case answerAndForget(String)
    /// It leaves the connection open without a word.
    case silence
    /// It closes.
    case close
  }

  let port: UInt16
  private let end = WakeUpPipe()
  private let thread: BackgroundThread
  private let asked: Requests

  /// Starts the board; `react` is given the request's head.
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

  /// An answer with its length.
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

  /// `false` when the other descriptor can be read instead.
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
    // Short, and so taken whole; a reader that has gone is no matter here.
    _ = send(connection, bytes, bytes.count, 0)
  }
}

struct ScriptedBoardError: Error {}
