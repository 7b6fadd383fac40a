#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The limit of open files and sockets of the process.
public enum DescriptorLimit {
  /// The limit as it is now; `Int.max` where there is none, or nobody knows it.
  public static var current: Int {
    read().map { Int(clamping: $0.rlim_cur) } ?? .max
  }

  /// Returns the number of descriptors that no connection takes: the system's libraries end a process that
  /// has none left.
  public static func reserve(of limit: Int) -> Int { min(64, max(limit - 128, 0) / 8) }

  /// Raises the limit as far as the system lets us, usually from 1,024.
  ///
  /// Each connection takes a descriptor. It is the program's decision, and so not made by a server.
  public static func raise() {
    guard var limit = read() else { return }
    limit.rlim_cur = limit.rlim_max
    #if canImport(Darwin)
      limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))  // more is refused there
    #endif
    // Sound: the structure is read, below filled, during the call.
    _ = unsafe setrlimit(resource, &limit)
  }

  private static func read() -> rlimit? {
    var limit = rlimit()
    // Sound: the structure is filled during the call.
    return unsafe getrlimit(resource, &limit) == 0 ? limit : nil
  }

  #if canImport(Glibc)
    private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
  #else
    private static var resource: Int32 { RLIMIT_NOFILE }
  #endif
}
