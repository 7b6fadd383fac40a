internal import CEvent
internal import Platform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The sole owner of a libevent listener; for the thread that runs the loop.
///
/// Sound throughout: the listener is created in the initialiser and freed in `deinit`, with its callbacks,
/// before the loop. The callbacks get this object, which owns the listener, and run only on the loop's
/// thread.
@safe package final class Listener {
  private let raw: OpaquePointer
  /// The loop, retained because freeing the listener removes it from the loop.
  private let base: EventBase
  /// The port on which the listener listens; the actual port if a free one was requested.
  package let port: UInt16
  /// Called with each accepted descriptor.
  package var onAccept: (Int32) -> Void = { close($0) }
  /// Called when the system has no free descriptor; call ``pause()`` then, since the next attempt fails as
  /// well.
  package var onExhaustion: () -> Void = {}

  package init(on base: EventBase, host: String, port: UInt16) throws(SocketServerError) {
    let socket = try Self.socket(host: host, port: port)
    (self.port, self.base) = (socket.port, base)
    let descriptor = socket.handOver()
    // The backlog is 0 because the socket is listening already.
    guard
      evutil_make_socket_nonblocking(descriptor) == 0,
      let raw = unsafe evconnlistener_new(
        base.raw, nil, nil, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC, 0, descriptor)
    else {
      close(descriptor)
      throw .outOfResources(function: "evconnlistener_new")
    }
    unsafe self.raw = raw
    // Sound: the listener is freed before this object is.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe evconnlistener_set_cb(
      raw,
      { _, descriptor, _, _, context in unsafe Listener.at(context)?.onAccept(descriptor) },
      context)
    unsafe evconnlistener_set_error_cb(raw) { _, context in
      unsafe Listener.at(context)?.onExhaustion()
    }
  }

  deinit { unsafe evconnlistener_free(raw) }

  /// Stops accepting connections until ``resume()``.
  package func pause() { unsafe evconnlistener_disable(raw) }

  /// Accepts connections again.
  package func resume() { unsafe evconnlistener_enable(raw) }

  private static func socket(
    host: String, port: UInt16
  ) throws(SocketServerError) -> ListeningSocket {
    do { return try ListeningSocket(host: host, port: port) } catch { throw .cannotListen(error) }
  }

  private static func at(_ context: UnsafeMutableRawPointer?) -> Listener? {
    unsafe context.map { unsafe Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue() }
  }
}
