internal import CEvent

extension EventBase {
  /// The C library that carries the bytes, with its version: `libevent/2.1.12-stable`.
  package static var library: String {
    // Sound: libevent returns a string that stays as it is.
    unsafe "libevent/" + String(cString: event_get_version())
  }
}
