#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Waits until some of a few descriptors can be read.
package struct ReadablePoll {
  private var entries: [pollfd]

  /// Takes descriptors, which stay their owner's; negative ones are passed over.
  package init(_ descriptors: [Int32]) {
    entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// Waits for a descriptor to have something, or an error, or its end.
  ///
  /// - Parameter time: How long to wait, an hour at most; without end when `nil`.
  /// - Returns: The descriptors that have; none when the time is over or a signal came.
  package mutating func wait(atMost time: Duration?) -> [Int32] {
    let milliseconds = time.map { Int32((min($0, .seconds(3600)) / .milliseconds(1)).rounded(.up)) }
    // Sound: the array has the entries that it counts.
    guard unsafe poll(&entries, nfds_t(entries.count), milliseconds ?? -1) > 0 else { return [] }
    return entries.filter { $0.revents != 0 }.map { $0.fd }
  }
}
