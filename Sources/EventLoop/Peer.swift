internal import CEvent

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Sole owner of one client's socket and its buffers; for the thread that runs the loop.
///
/// Sound throughout: the buffer event is made in the initialiser and freed here, with its callbacks, before
/// the loop; these are given this object, which owns it, and run on the loop's thread only.
@safe package final class Peer {
  /// Nothing more is said to it; the socket is closed once all has been sent and the client has
  /// closed its end, or after a while.
  package private(set) var isClosing = false
  /// Its socket, which is closed when this object goes.
  package let descriptor: Int32
  /// The number of sent bytes that the system has taken.
  package var takenCount: Int { sentCount - backlog }
  private var sentCount = 0
  private var isBreaking = false
  private let raw: OpaquePointer
  /// Held, because freeing the buffer event takes it out of its loop.
  private let base: EventBase
  private let onData: (Peer) -> Void
  private let onEnd: () -> Void
  private let isEncrypted: Bool

  /// Takes over a descriptor; `nil`, with the descriptor closed, when there is no memory for it.
  ///
  /// - Parameters:
  ///   - descriptor: A connected socket.
  ///   - base: The loop that calls the two closures.
  ///   - identity: What the connection is encrypted with; `nil` for a plain one. What is read and sent
  ///     waits until both sides have agreed.
  ///   - onData: Bytes have come; they are read by ``read()``.
  ///   - onEnd: The client has closed, or the connection is broken.
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
    // Sound: the bufferevent is freed, and calls no more, before this object goes.
    unsafe bufferevent_setcb(
      raw, { unsafe Peer.at($1)?.dataCame() }, { unsafe Peer.at($1)?.outputSent() },
      { unsafe Peer.at($2)?.happened($1) }, Unmanaged.passUnretained(self).toOpaque())
    unsafe bufferevent_enable(raw, Int16(EV_READ | EV_WRITE))
  }

  deinit { unsafe bufferevent_free(raw) }

  /// Closes a connection that is not to have a peer.
  package static func refuse(_ descriptor: Int32) { _ = close(descriptor) }

  /// Bytes that wait here because the system takes no more for this client.
  package var backlog: Int { unsafe evbuffer_get_length(bufferevent_get_output(raw)) }

  /// Puts bytes behind those that wait; where none do, the system gets as many as it takes at once.
  ///
  /// The loop would first ask it whether it takes any: that costs half as much again as sending.
  package func send(_ bytes: [UInt8]) {
    sentCount += bytes.count
    // Sound: both calls read within the array.
    unsafe bytes.withUnsafeBytes { bytes in
      // An error is found again by the loop, which tells it.
      let sent = isEncrypted || backlog > 0 ? 0 : unsafe max(sendNow(bytes), 0)
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
      if unsafe !rest.isEmpty { unsafe bufferevent_write(raw, rest.baseAddress, rest.count) }
    }
  }

  /// Leaves further bytes of the client with the system, which then lets it send no more, or reads them again.
  package func setReading(_ isReading: Bool) {
    if isReading {
      unsafe bufferevent_enable(raw, Int16(EV_READ))
    } else {
      unsafe bufferevent_disable(raw, Int16(EV_READ))
    }
  }

  /// Closes once everything has been sent.
  package func finish() {
    isClosing = true
    outputSent()
  }

  /// Takes some of the bytes that have come; none when there are no more.
  package func read() -> [UInt8] {
    unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      // Sound: the call writes `count` bytes, at most the capacity.
      unsafe count = bufferevent_read(raw, buffer.baseAddress, buffer.count)
    }
  }

  /// Breaks the connection off once everything has been sent: the client is told by RST.
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
    // With TLS this is told later, when more may wait again.
    guard isClosing, backlog == 0 else { return }
    if isBreaking { return breakOff() }
    // Only our end: closing both while bytes of the client are unread would take back what we sent.
    if let connection = unsafe bufferevent_openssl_get_ssl(raw) {
      unsafe SSL_shutdown(connection)
    }
    unsafe shutdown(bufferevent_getfd(raw), Int32(SHUT_WR))
  }

  private func breakOff() {
    // Whoever closes without lingering takes back what is unsent, and says so by RST.
    var option = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<linger>.size)
    unsafe setsockopt(bufferevent_getfd(raw), SOL_SOCKET, SO_LINGER, &option, size)
    onEnd()
  }

  /// The two sides have agreed on a key, or the client has closed, or the connection is broken.
  private func happened(_ events: Int16) {
    if Int32(events) & BEV_EVENT_CONNECTED == 0 { onEnd() }
  }

  /// Gives the system bytes without waiting; -1 where it takes none.
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
    // Sound: the bufferevent takes the connection over, which holds its context.
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

  /// Sends small slices at once, and keeps what a reader is behind here rather than in the system.
  private static func tune(_ descriptor: Int32) {
    let options = [(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1)), (SOL_SOCKET, SO_SNDBUF, 65_536)]
    for (level, option, value) in options {
      var value = value
      let size = socklen_t(MemoryLayout<Int32>.size)
      unsafe setsockopt(descriptor, level, option, &value, size)
    }
  }
}
