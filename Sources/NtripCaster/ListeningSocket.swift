internal import CEvent

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Sole owner of a libevent listener; for the thread that runs the loop.
@safe final class ListeningSocket {
  /// How many connections may wait to be accepted: a burst of clients must not meet SYN retries.
  private static let backlog: Int32 = 1024

  private let raw: OpaquePointer
  /// The port that it listens on, also when a free one was asked for.
  let port: UInt16
  /// Takes an accepted descriptor.
  var onAccept: (Int32) -> Void = { close($0) }
  /// The system has no descriptors left; ``pause()`` is due, since the next attempt fails as well.
  var onExhaustion: () -> Void = {}

  init(on base: EventBase, host: String, port: UInt16) throws(CasterServerError) {
    let address = try SocketAddress(host: host, port: port)
    let flags = LEV_OPT_REUSEABLE | LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC
    // The code must be read before anything else can change it, and so right after the bind.
    let (raw, code) = unsafe address.withPointer { pointer, length in
      errno = 0
      let raw = unsafe evconnlistener_new_bind(
        base.raw, nil, nil, flags, Self.backlog, pointer, Int32(length))
      return unsafe (raw, errno)
    }
    guard let raw = unsafe raw else { throw CasterServerError(code, host: host, port: port) }
    unsafe self.raw = raw
    self.port = unsafe SocketAddress.port(of: evconnlistener_get_fd(raw)) ?? port
    // Sound: the listener is freed before this object goes.
    let context = unsafe Unmanaged.passUnretained(self).toOpaque()
    unsafe evconnlistener_set_cb(
      raw,
      { _, descriptor, _, _, context in unsafe ListeningSocket.at(context)?.onAccept(descriptor) },
      context)
    unsafe evconnlistener_set_error_cb(raw) { _, context in
      unsafe ListeningSocket.at(context)?.onExhaustion()
    }
  }

  deinit { unsafe evconnlistener_free(raw) }

  func pause() { unsafe evconnlistener_disable(raw) }

  func resume() { unsafe evconnlistener_enable(raw) }

  private static func at(_ context: UnsafeMutableRawPointer?) -> ListeningSocket? {
    unsafe context.map { unsafe Unmanaged<ListeningSocket>.fromOpaque($0).takeUnretainedValue() }
  }
}

extension CasterServerError {
  fileprivate init(_ code: Int32, host: String, port: UInt16) {
    switch code {
    case EADDRINUSE: self = .addressInUse(host: host, port: port)
    case EACCES, EPERM: self = .notPermitted(host: host, port: port)
    case EADDRNOTAVAIL: self = .unknownHost(host)
    case EMFILE, ENFILE, ENOMEM: self = .outOfResources(function: "socket")
    default: self = .cannotListen(host: host, port: port, code: code)
    }
  }
}
