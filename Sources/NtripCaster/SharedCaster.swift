internal import NtripProtocol
internal import Synchronization

/// The caster, shared by the thread that serves it and those who ask how it is doing.
///
/// The loop's thread takes the lock for each batch of bytes; others only to read.
final class SharedCaster: Sendable {
  let state: Mutex<Caster>
  /// Sockets that are open, also of those who are only being told the rest.
  let openSockets = Atomic<Int>(0)

  init(_ caster: Caster) { state = Mutex(caster) }
}
