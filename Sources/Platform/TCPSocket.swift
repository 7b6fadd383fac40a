#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Calls on a socket that another owner keeps.
package enum TCPSocket {
  /// Shuts down both directions, so that a wait for the socket ends; the descriptor stays open.
  package static func shutDown(_ descriptor: Int32) {
    _ = shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// Resets a connection; the descriptor stays open.
  package static func reset(_ descriptor: Int32) {
    var linger = linger(l_onoff: 1, l_linger: 0)
    // Sound: the structure is read during the call.
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
    #if os(Linux)
      // Disconnecting to no address sends the reset at once; `shutdown` would send a normal end first.
      var nowhere = sockaddr()
      nowhere.sa_family = sa_family_t(AF_UNSPEC)
      // Sound: the structure is read during the call.
      unsafe connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
    #endif
    shutDown(descriptor)
  }

  /// Makes a listening socket refuse connections and keep its port; returns `false` if the system cannot.
  ///
  /// Linux lets a socket stop listening but not listen again. So a bound socket that does not listen replaces
  /// the socket under the same descriptor.
  package static func stopListening(_ descriptor: Int32) -> Bool {
    #if os(Linux)
      guard shutdown(descriptor, Int32(SHUT_RD)) == 0, let bound = boundLike(descriptor) else {
        return false
      }
      defer { close(bound) }
      return dup2(bound, descriptor) == descriptor && fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0
    #else
      return false
    #endif
  }

  /// Makes a bound socket listen.
  package static func listen(_ descriptor: Int32) {
    setNonblocking(descriptor)
    #if canImport(Glibc)
      _ = Glibc.listen(descriptor, 4096)
    #elseif canImport(Musl)
      _ = Musl.listen(descriptor, 4096)
    #else
      _ = Darwin.listen(descriptor, 4096)
    #endif
  }

  #if os(Linux)
    /// Returns a socket bound to the same address that does not listen.
    private static func boundLike(_ descriptor: Int32) -> Int32? {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      var yes: Int32 = 1
      // Sound, here and below: sockaddr_storage holds an address of any family. The calls read and write
      // their arguments only during the call.
      return unsafe withUnsafeMutablePointer(to: &address) { storage in
        unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
          guard unsafe getsockname(descriptor, generic, &length) == 0 else { return nil }
          let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
          let socket = socket(Int32(unsafe generic.pointee.sa_family), type, 0)
          guard socket >= 0 else { return nil }
          unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(4))
          copyFamilyChoice(of: descriptor, to: socket)
          guard unsafe bind(socket, generic, length) == 0 else {
            close(socket)
            return nil
          }
          return socket
        }
      }
    }

    /// Copies the option `IPV6_V6ONLY`, which says whether an IPv6 socket also takes IPv4 connections.
    private static func copyFamilyChoice(of one: Int32, to other: Int32) {
      var isOnly: Int32 = 0
      var length = socklen_t(4)
      let (level, option) = (Int32(IPPROTO_IPV6), IPV6_V6ONLY)
      // Sound: both calls read or write four bytes, during the call only.
      guard unsafe getsockopt(one, level, option, &isOnly, &length) == 0 else { return }
      unsafe setsockopt(other, level, option, &isOnly, length)
    }
  #endif

  /// Makes the socket nonblocking.
  package static func setNonblocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  /// Makes the socket send small pieces at once.
  package static func sendAtOnce(_ descriptor: Int32) {
    var yes: Int32 = 1
    // Sound: the call reads the four bytes of `yes`.
    unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Closes the descriptor; only for its last owner.
  package static func closeDescriptor(_ descriptor: Int32) { close(descriptor) }

  /// The outcome of a call that receives.
  package enum Received {
    case bytes([UInt8])
    /// Nothing has come yet.
    case nothing
    /// The other end has closed the connection, or it is broken.
    case end
  }

  /// Receives at most `count` bytes of a nonblocking socket, without waiting.
  package static func receive(atMost count: Int, from descriptor: Int32) -> Received {
    var length = 0
    // Sound: the call writes at most `count` bytes, of which it returns the number.
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe length = recv(descriptor, buffer.baseAddress, count, 0)
      initialized = max(0, length)
    }
    if length > 0 { return .bytes(bytes) }
    return length < 0 && [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothing : .end
  }

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
