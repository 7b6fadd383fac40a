#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A TCP connection to another host; each step ends at a deadline.
package struct ClientSocket: ~Copyable {
  private var descriptor: Int32
  private let isWanted: @Sendable () -> Bool

  /// Connects to the first of the host's addresses that answers.
  ///
  /// - Parameters:
  ///   - host: A name or a numeric address.
  ///   - port: The port, from 1.
  ///   - deadline: The deadline of the connection; a name's look-up is not limited by it.
  ///   - isWanted: A closure that is asked several times a second during waits; `false` ends the wait.
  /// - Throws: ``ConnectionError``, of the first address if the host has several.
  package init(
    host: String, port: UInt16, until deadline: ContinuousClock.Instant,
    isWanted: @escaping @Sendable () -> Bool = { true }
  ) throws(ConnectionError) {
    self.isWanted = isWanted
    descriptor = try Self.connected(host: host, port: port, until: deadline, isWanted)
  }

  /// Takes over a connected socket, which closes with this value.
  package init(taking descriptor: Int32) {
    self.descriptor = descriptor
    isWanted = { true }
    TCPSocket.setNonblocking(descriptor)
    Self.leaveOutSignals(descriptor)
  }

  deinit { close(descriptor) }

  /// Makes the socket send small pieces at once.
  package func sendAtOnce() { TCPSocket.sendAtOnce(descriptor) }

  /// Sends the end of the connection; the other side can still send.
  package func finish() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

  /// Makes a write to a closed connection an error on systems where it would be a signal.
  private static func leaveOutSignals(_ descriptor: Int32) {
    #if canImport(Darwin)
      var yes: Int32 = 1
      // Sound: the call reads the four bytes of `yes`.
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  /// Hands the socket over to another owner, which closes it.
  package consuming func handOver() -> Int32 {
    let handed = descriptor
    descriptor = -1  // no descriptor, so that deinit closes none
    return handed
  }

  private static func connected(
    host: String, port: UInt16, until deadline: ContinuousClock.Instant, _ isWanted: () -> Bool
  ) throws(ConnectionError) -> Int32 {
    var failure = ConnectionError.unknownHost
    for address in SocketAddress.all(host: host, port: port) {
      do throws(ConnectionError) {
        return try connect(to: address, until: deadline, isWanted)
      } catch {
        if failure == .unknownHost { failure = error }
      }
    }
    throw failure
  }

  private static func connect(
    to address: SocketAddress, until deadline: ContinuousClock.Instant,
    _ isWanted: () -> Bool
  ) throws(ConnectionError) -> Int32 {
    guard let descriptor = address.openSocket() else { throw ConnectionError(code: errno) }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    leaveOutSignals(descriptor)
    do throws(ConnectionError) {
      // Sound: the address is alive during the call and gives its own length.
      let code = unsafe address.use { unsafe connectDescriptor(descriptor, $0, $1) }
      if code != 0 {
        guard errno == EINPROGRESS || errno == EINTR else { throw ConnectionError(code: errno) }
        try wait(descriptor, for: POLLOUT, until: deadline, isWanted)
        try checkConnected(descriptor)
      }
      return descriptor
    } catch {
      close(descriptor)
      throw error
    }
  }

  private static func checkConnected(_ descriptor: Int32) throws(ConnectionError) {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    // Sound: the call writes the four bytes of `code`.
    unsafe getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size)
    guard code == 0 else { throw ConnectionError(code: code) }
  }

  // MARK: Bytes

  /// Sends all bytes.
  package func send(
    _ bytes: [UInt8], until deadline: ContinuousClock.Instant
  ) throws(ConnectionError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Sound: the buffer is alive during the call and gives its own length.
      let count = unsafe rest.withUnsafeBytes {
        unsafe sendBytes(descriptor, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        try waitIfBlocked(for: POLLOUT, until: deadline)
      }
    }
  }

  /// Receives the next bytes, at most 16 KiB; the result is empty at the end of the connection.
  package func receive(
    until deadline: ContinuousClock.Instant
  ) throws(ConnectionError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      // Sound: the buffer is alive during the call and gives its own length.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
      }
      if count >= 0 { return Array(buffer.prefix(count)) }
      try waitIfBlocked(for: POLLIN, until: deadline)
    }
  }

  private func waitIfBlocked(
    for event: Int32, until deadline: ContinuousClock.Instant
  ) throws(ConnectionError) {
    if errno == EINTR { return }
    guard errno == EAGAIN || errno == EWOULDBLOCK else { throw ConnectionError(code: errno) }
    try Self.wait(descriptor, for: event, until: deadline, isWanted)
  }

  private static func wait(
    _ descriptor: Int32, for event: Int32, until deadline: ContinuousClock.Instant,
    _ isWanted: () -> Bool
  ) throws(ConnectionError) {
    var entry = pollfd(fd: descriptor, events: Int16(event), revents: 0)
    while isWanted() {
      let left = deadline - .now
      guard left > .zero else { throw .timedOut }
      // A signal may come just before a wait begins, so each wait is at most 200 ms.
      let slice = min(left, .milliseconds(200)) / .milliseconds(1)
      // Sound: the call reads one entry, and `entry` is one.
      if unsafe poll(&entry, 1, Int32(slice.rounded(.up))) > 0 { return }
    }
    throw .notWanted
  }
}

// Wrappers whose names do not collide with the methods of the types that call them.

private func connectDescriptor(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
) -> Int32 {
  unsafe connect(descriptor, address, length)
}

func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  // Sound: the caller's buffer must have `count` bytes.
  #if canImport(Darwin)
    unsafe send(descriptor, bytes, count, 0)
  #else
    unsafe send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
