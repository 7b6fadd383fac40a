/// The switch of one socket of a listener, which can be closed and opened while other sockets are served.
///
/// The socket is open at first. After the listener has stopped, calls have no effect.
package struct HTTPDoor: Sendable {
  let core: ListenerCore
  let socket: Int32

  /// Opens or closes the socket.
  ///
  /// A closed socket behaves like a missing server: its connections are reset, and new ones are refused,
  /// but the port stays bound. On systems that cannot refuse connections at a bound port, such as Darwin,
  /// new ones are accepted and reset.
  package func set(isOpen: Bool) {
    if isOpen { core.open(socket) } else { core.shut(socket) }
  }
}
