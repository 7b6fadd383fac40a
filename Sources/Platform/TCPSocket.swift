#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What is done to a socket that somebody else keeps.
package enum TCPSocket {
  /// Ends both directions, so that whoever waits for the socket sees its end; it stays open.
  package static func shutDown(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Lets no call on the socket wait.
  package static func setNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Closes it, for the last owner.
  package static func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

  /// Sends as many of the bytes as the socket takes without waiting.
  package static func send(_ bytes: [UInt8], on descriptor: Int32) {
    // Sound: the array has the bytes that it counts.
    #if canImport(Darwin)
      _ = unsafe Darwin.send(descriptor, bytes, bytes.count, MSG_DONTWAIT)
    #elseif canImport(Musl)
      _ = unsafe Musl.send(descriptor, bytes, bytes.count, MSG_DONTWAIT | MSG_NOSIGNAL)
    #else
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
      _ = unsafe Glibc.send(descriptor, bytes, bytes.count, flags)
    #endif
  }
}
