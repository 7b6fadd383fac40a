#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The process's limit of open files and sockets.
public enum DescriptorLimit {
  /// The current limit; `Int.max` if there is none, or the system does not report it.
  public static var current: Int {
    read().map { Int(clamping: $0.rlim_cur) } ?? .max
  }

  /// Returns the number of descriptors that no connection may use.
  ///
  /// The system's libraries end a process that has no descriptors left.
  public static func reserve(of limit: Int) -> Int { min(64, max(limit - 128, 0) / 8) }

  /// Raises the limit to the highest value that the system allows, usually from 1,024.
  ///
  /// Each connection takes a descriptor. The program makes this call, not a server: the limit is the
  /// program's choice.
  public static func raise() {
    guard var limit = read() else { return }
    limit.rlim_cur = limit.rlim_max
    #if canImport(Darwin)
      limit.rlim_cur = min(limit.rlim_cur, rlim_t(OPEN_MAX))  // the system refuses more
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
