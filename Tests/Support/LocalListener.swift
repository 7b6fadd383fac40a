import Foundation
import Locks

/// A TCP listener on a free port of 127.0.0.1 that lets a closure serve each connection on a thread.
public final class LocalListener: Sendable {
  /// The port.
  public let port: Int
  private let listener: Int32
  /// The connections that are open.
  ///
  /// Their threads close them, so that no number is used again while somebody may still shut it down.
  private let connections = Lock<Set<Int32>>([])
  private let hasEnded = DispatchSemaphore(value: 0)

  /// Listens, and serves until ``close()``.
  public init(serve: @escaping @Sendable (LocalConnection) -> Void) throws {
    let (listener, port) = try boundSocket()
    guard listen(listener, 16) == 0 else {
      Foundation.close(listener)
      throw POSIXError(.EADDRINUSE)
    }
    self.listener = listener
    self.port = Int(port)
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

  /// Stops listening and breaks all connections.
  public func close() {
    shutdown(listener, Int32(SHUT_RDWR))
    hasEnded.wait()
    connections.withLock { for descriptor in $0 { shutdown(descriptor, Int32(SHUT_RDWR)) } }
  }
}

/// One connection, used by one thread.
public struct LocalConnection: Sendable {
  fileprivate let descriptor: Int32

  /// Sends all bytes; `false` when the peer has gone.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
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
  public func receive() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  /// Receives up to the blank line that ends a request.
  public func receiveRequest() -> String {
    var text: [UInt8] = []
    while !text.contains([13, 10, 13, 10]) {
      let bytes = receive()
      if bytes.isEmpty { break }
      text += bytes
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Waits until the peer closes.
  public func waitForEnd() { while !receive().isEmpty {} }

  /// Ends the connection in both directions.
  public func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Lets the connection be reset when the closure that serves it returns.
  public func resetAtEnd() {
    var atOnce = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &atOnce, socklen_t(MemoryLayout<linger>.size))
  }
}

/// Makes sending to a peer that has gone an error instead of a signal, where that is a flag.
#if canImport(Darwin)
  private let noSignal: Int32 = 0
#else
  private let noSignal = Int32(MSG_NOSIGNAL)
#endif
