#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A connection to a listener on this machine, spoken to in bytes, so that a test can be rude.
///
/// Every wait ends after five minutes: a listener that says nothing is an error.
public final class TCPConnection {
  private let descriptor: Int32
  private var received: [UInt8] = []

  /// Connects to a port of an IPv4 address of this machine.
  ///
  /// - Parameters:
  ///   - host: The address.
  ///   - port: The port.
  ///   - patience: The silence after which a read throws, seconds.
  public init(to host: String = "127.0.0.1", port: UInt16, patience: Int = 300) throws {
    #if os(Linux)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw TCPError(call: "socket", code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard Self.connect(descriptor, to: host, port) == 0 else {
      throw TCPError(call: "connect", code: errno)
    }
  }

  deinit { close(descriptor) }

  /// Waits until nothing listens at a port of 127.0.0.1.
  ///
  /// A process that another test starts has copies of this process's sockets until its program runs, so a port
  /// may listen for a moment longer than its listener. A test that waits has a time limit.
  public static func waitForRefusal(at port: UInt16) {
    while (try? TCPConnection(port: port)) != nil {}
  }

  private static func connect(_ descriptor: Int32, to host: String, _ port: UInt16) -> Int32 {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return -1 }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        #if canImport(Glibc)
          Glibc.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
        #else
          Darwin.connect(descriptor, generic, socklen_t(MemoryLayout<sockaddr_in>.size))
        #endif
      }
    }
  }

  /// Sends text.
  public func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Sends bytes.
  public func send(_ bytes: [UInt8]) throws {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let flags: Int32 = 0
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.send(descriptor, buffer.baseAddress, buffer.count, flags)
        #else
          Darwin.send(descriptor, buffer.baseAddress, buffer.count, flags)
        #endif
      }
      if count < 0 { throw TCPError(call: "send", code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends nothing more; answers can still be read.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Everything up to the end of the connection.
  public func readToEnd() throws -> [UInt8] {
    while try readMore() {}
    defer { received = [] }
    return received
  }

  /// Whether reading came to its end because the other side reset the connection.
  public private(set) var isReset = false

  /// Whether the other side has ended the connection, or does within a time.
  public func isEnded(within time: Duration) throws -> Bool {
    var question = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = time / .milliseconds(1)
    guard poll(&question, 1, Int32(milliseconds)) > 0 else { return false }
    return try !readMore()
  }

  /// So many bytes; bytes that came with them are kept for the next call.
  public func read(_ count: Int) throws -> [UInt8] {
    while received.count < count {
      guard try readMore() else { throw TCPError(call: "end of connection", code: 0) }
    }
    defer { received.removeFirst(count) }
    return Array(received.prefix(count))
  }

  /// Reads one answer; bytes of the next one are kept for the next call.
  ///
  /// The answer to a HEAD has no body, whatever its length says.
  public func readAnswer(hasBody: Bool = true) throws -> HTTPAnswer {
    while true {
      if let (answer, length) = HTTPAnswer.first(in: received, hasBody: hasBody) {
        received.removeFirst(length)
        return answer
      }
      guard try readMore() else { throw TCPError(call: "end of connection", code: 0) }
    }
  }

  /// `false` at the end of the connection.
  private func readMore() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    // A listener that has thrown away what it did not want to read resets the connection.
    if count < 0 && errno == ECONNRESET {
      isReset = true
      return false
    }
    guard count >= 0 else { throw TCPError(call: "recv", code: errno) }
    received += buffer.prefix(count)
    return count > 0
  }
}

/// Which call of the socket's failed.
public struct TCPError: Error {
  /// The call.
  public var call: String
  /// The system's error number.
  public var code: Int32

  /// Creates the error of a failed call.
  public init(call: String, code: Int32) { (self.call, self.code) = (call, code) }
}
