#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A wait for the first of several descriptors to become readable.
package struct ReadablePoll {
  private var entries: [pollfd]

  /// Creates a wait for descriptors, which their owners keep; negative descriptors are skipped.
  package init(_ descriptors: [Int32]) {
    entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// Waits until a descriptor has bytes, an error or an end.
  ///
  /// - Parameter time: The timeout, an hour at most; `nil` for none.
  /// - Returns: The descriptors that are ready; none after the timeout or a signal.
  package mutating func wait(atMost time: Duration?) -> [Int32] {
    let milliseconds = time.map { Int32((min($0, .seconds(3600)) / .milliseconds(1)).rounded(.up)) }
    // Sound: the array has the entries that it counts.
    guard unsafe poll(&entries, nfds_t(entries.count), milliseconds ?? -1) > 0 else { return [] }
    return entries.filter { $0.revents != 0 }.map { $0.fd }
  }
}
