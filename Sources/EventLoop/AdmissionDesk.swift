package import Platform

/// The admission of clients at the listeners of one loop; for the thread that runs the loop.
///
/// Where places or descriptors run short, whoever has kept the listeners waiting longest is ended for the next
/// one, as `ConnectionTable` says. Without any descriptor newcomers wait with the system.
package final class AdmissionDesk {
  /// The pause of the listeners before descriptors are looked for again.
  private static let pause = Duration.milliseconds(10)

  private let listeners: [Listener]
  private let now: () -> Duration
  private var table: ConnectionTable
  /// Whether the system had no descriptor for a newcomer.
  private var isExhausted = false
  /// When newcomers that wait are looked at again; `nil` while none have to wait.
  package private(set) var nextLook: Duration?
  /// The time until ``nextLook``.
  package var untilNextLook: Duration? { nextLook.map { $0 - now() } }
  /// Called when ``nextLook`` has changed.
  package var onPause: () -> Void = {}

  /// Creates the desk of some listeners.
  ///
  /// - Parameters:
  ///   - listeners: Where clients come; they accept nobody while there is no descriptor.
  ///   - limits: How many connections they keep together.
  ///   - now: Tells the time, by any clock that never goes back.
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

  /// Takes in a newcomer, which keeps the listeners waiting from now on; `nil`, with its descriptor closed, where
  /// its address has its share already.
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
      // What others have said is read before any of them ends for the next newcomer.
      rest(for: .zero)
    }
    return admission
  }

  /// Notes that a client keeps the listeners waiting from now on.
  package func wait(for peer: Peer) { table.wait(for: peer.descriptor, since: now()) }

  /// Notes that a client owes nothing.
  package func release(_ peer: Peer) { table.release(peer.descriptor) }

  /// Forgets a connection that is closed, whose descriptor a newcomer may have.
  package func close(_ descriptor: Int32) {
    table.close(descriptor)
    if nextLook != nil { resume() }
  }

  /// Looks for descriptors again, if it is time for that.
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

  /// Ends a connection: its peer sees that as it would see its client's end.
  private func end(_ descriptor: Int32?) {
    if let descriptor { TCPSocket.shutDown(descriptor) }
  }
}
