#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How many files and sockets the process may have open.
public enum DescriptorLimit {
  /// Raises the limit as far as the system lets us, usually from 1,024.
  ///
  /// Each connection takes a descriptor. It is the program's decision, and so not made by the server.
  public static func raise() {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    #if canImport(Darwin)
      limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))  // more is refused there
    #endif
    _ = unsafe setrlimit(resource, &limit)
  }

  /// How many there may be now.
  public static var current: Int {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return 0 }
    return Int(clamping: limit.rlim_cur)
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif
}
