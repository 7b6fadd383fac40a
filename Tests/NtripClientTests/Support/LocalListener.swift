import Foundation
import Synchronization

/// A TCP listener on a free port of 127.0.0.1 that lets a closure serve each connection on a thread.
final class LocalListener: Sendable {
  let port: Int
  private let listener: Int32
  /// The connections that are open.
  ///
  /// Their threads close them, so that no number is used again while somebody may still shut it down.
  private let connections = Mutex<Set<Int32>>([])
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Listens, and serves until ``close()``; `port` 0 takes a free one.
  init(port wanted: Int = 0, serve: @escaping @Sendable (LocalConnection) -> Void) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = fcntl(listener, F_SETFD, FD_CLOEXEC)
    var yes: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
    var address = sockaddr_in.loopback(port: wanted)
    var length = socklen_t(16)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      let address = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
      return bind(listener, address, length) == 0 && listen(listener, 16) == 0
        && getsockname(listener, address, &length) == 0
    }
    guard isListening else {
      Foundation.close(listener)
      throw POSIXError(.EADDRINUSE)
    }
    self.listener = listener
    port = Int(UInt16(bigEndian: address.sin_port))
    let thread = Thread { [self] in accept(serve) }
    thread.start()
  }

  private func accept(_ serve: @escaping @Sendable (LocalConnection) -> Void) {
    while true {
      let descriptor = Foundation.accept(listener, nil, nil)
      guard descriptor >= 0 else { break }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      connections.withLock { _ = $0.insert(descriptor) }
      Thread { [self] in
        serve(LocalConnection(descriptor: descriptor))
        connections.withLock {
          $0.remove(descriptor)
          Foundation.close(descriptor)
        }
      }.start()
    }
    Foundation.close(listener)
    hasEnded.signal()
  }

  /// Stops listening and breaks all connections; the port is free again.
  func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    hasEnded.wait()
    connections.withLock { for descriptor in $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }

  /// A port below the ephemeral range on which nobody listens just now.
  static func freePort() throws -> Int {
    for _ in 0..<100 {
      let port = Int.random(in: 20_000..<32_000)
      if let listener = try? LocalListener(port: port, serve: { $0.close() }) {
        listener.close()
        return port
      }
    }
    throw POSIXError(.EADDRINUSE)
  }
}

/// One connection, used by one thread.
struct LocalConnection: Sendable {
  let descriptor: Int32

  /// Sends all bytes; `false` when the peer has gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, noSignal)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Receives what comes next; empty when the peer has closed.
  func receive() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// Receives up to the blank line that ends a request.
  func receiveRequest() -> String {
    var text: [UInt8] = []
    while !text.contains([13, 10, 13, 10]) {
      let bytes = receive()
      if bytes.isEmpty { break }
      text += bytes
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Waits until the peer closes.
  func waitForEnd() { while !receive().isEmpty {} }

  /// Ends the connection in both directions.
  func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

extension sockaddr_in {
  static func loopback(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

/// Makes sending to a peer that has gone an error instead of a signal, where that is a flag.
#if canImport(Darwin)
  private let noSignal: Int32 = 0
#else
  private let noSignal = Int32(MSG_NOSIGNAL)
#endif
