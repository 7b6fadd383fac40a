internal import EventLoop

/// A connection behind one of a modem's links; for the thread that runs the loop.
///
/// The modem takes as many bytes as its window holds. The rest waits here, at most what one read returns, and the
/// system stops the other side meanwhile.
final class ModemConnection {
  private var peer: Peer?
  private var rest: [UInt8] = []
  private var hasEnded = false
  /// Whether the modem waits for its bytes to be out of the way.
  private var isAwaited = false
  private var isReading = true

  /// Takes ownership of a descriptor; `nil`, with the descriptor closed, when memory runs out.
  init?(_ descriptor: Int32, on base: EventBase) {
    let peer = Peer(
      descriptor, on: base, onData: { [unowned self] _ in hold() },
      onEnd: { [unowned self] in hasEnded = true })
    guard let peer else { return nil }
    self.peer = peer
  }

  /// Whether nothing is left to be sent to the other side, and it has closed.
  var isOver: Bool { hasEnded }

  /// Stops the other side until the modem has taken what came.
  private func hold() {
    guard isReading else { return }
    isReading = false
    peer?.setReading(false)
  }

  /// Returns the next bytes for the modem.
  func take(atMost room: Int) -> [UInt8] {
    guard room > 0 else { return [] }
    if rest.isEmpty { rest = peer?.read() ?? [] }
    guard !rest.isEmpty else {
      resume()
      return []
    }
    let bytes = Array(rest.prefix(room))
    rest.removeFirst(bytes.count)
    return bytes
  }

  private func resume() {
    guard !isReading, !hasEnded else { return }
    isReading = true
    peer?.setReading(true)
  }

  func send(_ bytes: [UInt8]) {
    isAwaited = true
    if !hasEnded { peer?.send(bytes) }
  }

  /// Returns once whether the bytes sent are out of the way: the system has them all.
  func takeDelivery() -> Bool {
    guard isAwaited, peer?.backlog == 0 else { return false }
    isAwaited = false
    return true
  }

  /// Returns once whether the other side has ended, and the modem has all its bytes.
  func takeEnd() -> Bool {
    guard hasEnded, rest.isEmpty, peer != nil else { return false }
    rest = peer?.read() ?? []
    guard rest.isEmpty else { return false }
    peer = nil
    return true
  }

  /// Closes the connection once everything has been sent.
  func finish() {
    peer?.setReading(true)
    peer?.finish()
  }
}
