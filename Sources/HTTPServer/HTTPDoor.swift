/// The way in at one socket of a listener, which can be shut and opened while others go on.
///
/// It begins open, and does nothing any more once the listener has been stopped.
package struct HTTPDoor: Sendable {
  let core: ListenerCore
  let socket: Int32

  /// Opens or shuts it.
  ///
  /// Behind a shut door nobody is there: who is connected is reset, who comes is refused. The port is kept.
  /// Where the system knows no such state, as on Darwin, who comes is taken and reset.
  package func set(isOpen: Bool) {
    if isOpen { core.open(socket) } else { core.shut(socket) }
  }
}
