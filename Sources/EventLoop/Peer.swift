internal import CEvent

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The sole owner of one client's socket and its buffers; for the thread that runs the loop.
///
/// Sound throughout: the buffer event is created in the initialiser and freed in `deinit`, with its
/// callbacks, before the loop. The callbacks get this object, which owns the buffer event, and run only on
/// the loop's thread.
@safe package final class Peer {
  /// Whether the peer is closing: no further bytes may be sent to it.
  ///
  /// The socket is closed once everything has been sent and the client has closed its end, or after a while.
  package private(set) var isClosing = false
  /// The descriptor of the socket, which is closed with this object.
  package let descriptor: Int32
  /// The number of bytes sent that the system has accepted.
  package var takenCount: Int { sentCount - backlog }
  private var sentCount = 0
  private var isBreaking = false
  private let raw: OpaquePointer
  /// The loop, retained because freeing the buffer event removes it from the loop.
  private let base: EventBase
  private let onData: (Peer) -> Void
  private let onEnd: () -> Void
  private let isEncrypted: Bool

  /// Takes ownership of a descriptor; `nil`, with the descriptor closed, when memory runs out.
  ///
  /// - Parameters:
  ///   - descriptor: A connected socket.
  ///   - base: The loop that calls the two closures.
  ///   - identity: The identity for encryption; `nil` for a plain connection. Encrypted data wait for the
  ///     end of the handshake.
  ///   - onData: Called when bytes have arrived, which ``read()`` returns.
  ///   - onEnd: Called when the client has closed, or the connection is broken.
  package init?(
    _ descriptor: Int32, on base: EventBase, identity: TLSIdentity? = nil,
    onData: @escaping (Peer) -> Void,
    onEnd: @escaping () -> Void
  ) {
    guard let raw = unsafe Self.bufferevent(descriptor, base, identity) else {
      _ = close(descriptor)
      return nil
    }
    (self.onData, self.onEnd) = (onData, onEnd)
    (self.descriptor, self.base, isEncrypted) = (descriptor, base, identity != nil)
    unsafe self.raw = raw
    Self.tune(descriptor)
    // Sound: the buffer event is freed, and its callbacks end, before this object is freed.
    unsafe bufferevent_setcb(
      raw, { unsafe Peer.at($1)?.dataCame() }, { unsafe Peer.at($1)?.outputSent() },
      { unsafe Peer.at($2)?.happened($1) }, Unmanaged.passUnretained(self).toOpaque())
    unsafe bufferevent_enable(raw, Int16(EV_READ | EV_WRITE))
  }

  deinit { unsafe bufferevent_free(raw) }

  /// Closes a connection that gets no peer.
  package static func refuse(_ descriptor: Int32) { _ = close(descriptor) }

  /// The number of bytes that wait here because the system accepts no more for this client.
  package var backlog: Int { unsafe evbuffer_get_length(bufferevent_get_output(raw)) }

  /// Queues bytes; with an empty queue, as many as the system accepts are sent at once.
  ///
  /// Sending through the loop would first ask the system whether it accepts bytes, which costs half as much
  /// again as sending.
  package func send(_ bytes: [UInt8]) {
    sentCount += bytes.count
    // Sound: both calls read within the array.
    unsafe bytes.withUnsafeBytes { bytes in
      // The loop meets an error again, and reports it.
      let sent = isEncrypted || backlog > 0 ? 0 : unsafe max(sendNow(bytes), 0)
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
      if unsafe !rest.isEmpty { unsafe bufferevent_write(raw, rest.baseAddress, rest.count) }
    }
  }

  /// Resumes or suspends reading; while it is suspended, the system holds the client's bytes and stops the
  /// client.
  package func setReading(_ isReading: Bool) {
    if isReading {
      unsafe bufferevent_enable(raw, Int16(EV_READ))
    } else {
      unsafe bufferevent_disable(raw, Int16(EV_READ))
    }
  }

  /// Closes the connection once everything has been sent.
  package func finish() {
    isClosing = true
    outputSent()
  }

  /// Returns the next received bytes, at most 4096; empty when there are none.
  package func read() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      // Sound: the call writes `count` bytes, at most the capacity.
      unsafe count = bufferevent_read(raw, buffer.baseAddress, buffer.count)
    }
  }

  /// Resets the connection (RST) once everything has been sent.
  package func reset() {
    (isClosing, isBreaking) = (true, true)
    outputSent()
  }

  private func dataCame() {
    guard isClosing else { return onData(self) }
    let input = unsafe bufferevent_get_input(raw)
    unsafe evbuffer_drain(input, evbuffer_get_length(input))
  }

  private func outputSent() {
    // With TLS this call may come later, when more bytes wait again.
    guard isClosing, backlog == 0 else { return }
    if isBreaking { return breakOff() }
    // Shut down only this end: closing both with unread bytes of the client would discard the bytes sent.
    if let connection = unsafe bufferevent_openssl_get_ssl(raw) {
      unsafe SSL_shutdown(connection)
    }
    unsafe shutdown(bufferevent_getfd(raw), Int32(SHUT_WR))
  }

  private func breakOff() {
    // Closing without lingering discards unsent bytes and sends RST.
    var option = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<linger>.size)
    unsafe setsockopt(bufferevent_getfd(raw), SOL_SOCKET, SO_LINGER, &option, size)
    onEnd()
  }

  /// Handles the end of the TLS handshake, the client's close, or a broken connection.
  private func happened(_ events: Int16) {
    if Int32(events) & BEV_EVENT_CONNECTED == 0 { onEnd() }
  }

  /// Sends bytes without waiting, and returns the count; -1 when the system accepts none.
  private func sendNow(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
      return unsafe Glibc.send(descriptor, bytes.baseAddress, bytes.count, flags)
    #elseif canImport(Darwin)
      unsafe Darwin.send(descriptor, bytes.baseAddress, bytes.count, MSG_DONTWAIT)
    #endif
  }

  private static func bufferevent(
    _ descriptor: Int32, _ base: EventBase, _ identity: TLSIdentity?
  ) -> OpaquePointer? {
    let flags = Int32(BEV_OPT_CLOSE_ON_FREE.rawValue)
    guard let identity else {
      return unsafe bufferevent_socket_new(base.raw, descriptor, flags)
    }
    // Sound: the buffer event takes ownership of the connection, which retains its context.
    guard let connection = unsafe SSL_new(identity.context) else { return nil }
    guard
      let raw = unsafe bufferevent_openssl_socket_new(
        base.raw, descriptor, connection, BUFFEREVENT_SSL_ACCEPTING, flags)
    else {
      unsafe SSL_free(connection)
      return nil
    }
    return unsafe raw
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> Peer? {
    unsafe context.map { unsafe Unmanaged<Peer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Sends small slices at once, and limits the system's send buffer, so that the backlog stays visible
  /// here.
  private static func tune(_ descriptor: Int32) {
    let options = [(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1)), (SOL_SOCKET, SO_SNDBUF, 65_536)]
    for (level, option, value) in options {
      var value = value
      let size = socklen_t(MemoryLayout<Int32>.size)
      unsafe setsockopt(descriptor, level, option, &value, size)
    }
  }
}
