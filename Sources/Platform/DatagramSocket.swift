#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A UDP socket that sends to one place, or receives at one port; closed with its owner.
package struct DatagramSocket: ~Copyable {
  /// The descriptor, for waiting until a datagram has come.
  package let descriptor: Int32
  /// The own port.
  package let port: UInt16

  /// Opens a socket that sends to a host's port, whether or not anybody receives there.
  ///
  /// - Parameters:
  ///   - host: A name or a numeric address.
  ///   - port: The port, from 1.
  /// - Throws: ``ConnectionError`` when nobody has the name, or the system refuses the socket.
  package init(sendingTo host: String, port: UInt16) throws(ConnectionError) {
    guard let address = SocketAddress.all(host: host, port: port, kind: .datagram).first else {
      throw .unknownHost
    }
    guard let opened = Self.opened(address, isSending: true) else {
      throw ConnectionError(code: errno)
    }
    descriptor = opened
    self.port = port
  }

  /// Opens a socket that receives what anybody sends to a port of this machine.
  ///
  /// - Parameters:
  ///   - host: The own address.
  ///   - port: The port; `0` takes a free one.
  /// - Throws: ``ListenError``, whose text names the remedy.
  package init(receivingAt host: String, port: UInt16) throws(ListenError) {
    guard let address = SocketAddress.all(host: host, port: port, kind: .datagram).first else {
      throw ListenError(host: host, port: port, code: 0)
    }
    guard let opened = Self.opened(address, isSending: false) else {
      throw ListenError(host: host, port: port, code: errno)
    }
    descriptor = opened
    self.port = SocketName.ownPort(of: opened) ?? port
  }

  deinit { close(descriptor) }

  /// Returns a socket that is connected or bound to an address; `nil`, with `errno` set, if the system refuses.
  private static func opened(_ address: SocketAddress, isSending: Bool) -> Int32? {
    guard let descriptor = address.openSocket() else { return nil }
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    // Sound: the address is alive during the call and gives its own length.
    let code = unsafe address.use {
      unsafe isSending ? connect(descriptor, $0, $1) : bind(descriptor, $0, $1)
    }
    guard code == 0 else {
      let reason = errno
      close(descriptor)
      errno = reason
      return nil
    }
    return descriptor
  }

  /// Sends a datagram; returns whether the system took it, which it does not when nobody receives.
  package func send(_ bytes: [UInt8]) -> Bool {
    // Sound: the buffer is alive during the call and gives its own length.
    unsafe bytes.withUnsafeBytes { unsafe sendBytes(descriptor, $0.baseAddress, $0.count) }
      == bytes.count
  }

  /// Returns the next datagram, up to 64 KiB; `nil` when none has come.
  package func receive() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // Sound: the buffer is alive during the call and gives its own length.
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    return count >= 0 ? Array(buffer.prefix(count)) : nil
  }
}
