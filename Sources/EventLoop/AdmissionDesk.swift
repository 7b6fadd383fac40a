package import Platform

/// The admission of clients at the listeners of one loop; for the thread that runs the loop.
///
/// A shortage of connections or descriptors ends the connection that has kept the listeners waiting longest,
/// for the next client, see `ConnectionTable`. Without a free descriptor, new connections stay
/// pending in the system.
package final class AdmissionDesk {
  /// The pause of the listeners before the next search for descriptors.
  private static let pause = Duration.milliseconds(10)

  private let listeners: [Listener]
  private let now: () -> Duration
  private var table: ConnectionTable
  /// Whether the system had no descriptor for a new connection.
  private var isExhausted = false
  /// The time of the next search for descriptors; `nil` while the listeners accept connections.
  package private(set) var nextLook: Duration?
  /// The time until ``nextLook``; `nil` for none.
  package var untilNextLook: Duration? { nextLook.map { $0 - now() } }
  /// Called when ``nextLook`` has changed.
  package var onPause: () -> Void = {}

  /// Creates the desk of some listeners.
  ///
  /// - Parameters:
  ///   - listeners: The listeners, which pause while no descriptor is free.
  ///   - limits: The limits of their connections, all listeners together.
  ///   - now: Returns the time, on any clock that never goes back.
  package init(
    at listeners: [Listener], limits: ConnectionLimits, now: @escaping () -> Duration
  ) {
    self.listeners = listeners
    self.now = now
    table = ConnectionTable(limits: limits)
    for listener in listeners {
      listener.onExhaustion = { [unowned self] in
        isExhausted = true
        rest(for: Self.pause)
      }
    }
  }

  /// Admits a new connection, which keeps the listeners waiting from now on.
  ///
  /// Returns `nil`, and closes the descriptor, when the address has its share of connections already.
  package func admit(_ descriptor: Int32) -> Admission? {
    let address = RemoteAddress(peerOf: descriptor)
    guard table.admits(address) else {
      Peer.refuse(descriptor)
      return nil
    }
    let admission = table.open(descriptor, from: address, at: now(), until: nil)
    end(admission.ended)
    if !table.hasRoom(at: now()) {
      rest(for: Self.pause)
    } else if admission.ended != nil {
      // The bytes of other clients are read before any client is ended for the next connection.
      rest(for: .zero)
    }
    return admission
  }

  /// Records that a client keeps the listeners waiting from now on.
  package func wait(for peer: Peer) { table.wait(for: peer.descriptor, since: now()) }

  /// Records that a client no longer keeps the listeners waiting.
  package func release(_ peer: Peer) { table.release(peer.descriptor) }

  /// Removes a closed connection, whose descriptor a new connection may reuse.
  package func close(_ descriptor: Int32) {
    table.close(descriptor)
    if nextLook != nil { resume() }
  }

  /// Searches for descriptors again, if that is due.
  package func tick() {
    guard let nextLook, nextLook <= now() else { return }
    end(isExhausted ? table.endOldest() : table.makeRoom(at: now()))
    resume()
  }

  private func resume() {
    guard table.hasRoom(at: now()) else { return rest(for: Self.pause) }
    (nextLook, isExhausted) = (nil, false)
    for listener in listeners { listener.resume() }
  }

  private func rest(for time: Duration) {
    for listener in listeners { listener.pause() }
    nextLook = now() + time
    onPause()
  }

  /// Ends a connection; its peer sees the same events as at its client's end.
  private func end(_ descriptor: Int32?) {
    if let descriptor { TCPSocket.shutDown(descriptor) }
  }
}
