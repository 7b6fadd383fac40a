#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Ends one thread's wait for descriptors from any other.
///
/// A pipe, because that is what every system has.
package struct WakeUpPipe: ~Copyable, Sendable {
  /// The end to wait for until it can be read; -1 when the process has no descriptors left.
  package let descriptor: Int32
  private let writing: Int32

  /// Opens the pipe.
  package init() {
    var ends: [Int32] = [-1, -1]
    // Sound: the array has the two elements that pipe(2) fills.
    guard unsafe pipe(&ends) == 0 else {
      (descriptor, writing) = (-1, -1)
      return
    }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Makes ``descriptor`` readable; a full pipe already is.
  package func wake() {
    var byte: UInt8 = 1
    // Sound: one byte is written from a variable of one byte.
    _ = unsafe write(writing, &byte, 1)
  }

  /// Returns once it has been woken; where there is no pipe, soon.
  package func wait() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Sound: there is one entry, as the call is told.
    _ = unsafe poll(&entry, 1, descriptor < 0 ? 50 : -1)
  }

  /// Makes ``descriptor`` quiet again.
  package func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    // Sound: the array has the bytes that are read at most.
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
