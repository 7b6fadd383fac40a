internal import CEvent

extension EventBase {
  /// The C library for sockets and its version: `libevent/2.1.12-stable`.
  package static var library: String {
    // Sound: libevent returns a constant string.
    unsafe "libevent/" + String(cString: event_get_version())
  }
}
