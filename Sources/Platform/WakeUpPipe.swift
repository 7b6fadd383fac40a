#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A pipe by which any thread ends another thread's wait for descriptors.
///
/// Every supported system has pipes.
package struct WakeUpPipe: ~Copyable, Sendable {
  /// The reading end, which becomes readable on a wake-up; -1 if the process has no descriptors left.
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

  /// Makes ``descriptor`` readable; a full pipe is readable already.
  package func wake() {
    var byte: UInt8 = 1
    // Sound: one byte is written from a variable of one byte.
    _ = unsafe write(writing, &byte, 1)
  }

  /// Waits until ``wake()`` is called; without a pipe, for 50 ms at most.
  package func wait() {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    // Sound: the call gets one entry.
    _ = unsafe poll(&entry, 1, descriptor < 0 ? 50 : -1)
  }

  /// Empties the pipe, so that ``descriptor`` is not readable any more.
  package func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    // Sound: the call reads at most the size of the array.
    while unsafe read(descriptor, &bytes, bytes.count) > 0 {}
  }
}
