#if canImport(Glibc)
  import Glibc

  /// A process that may open few descriptors more; for tests that exit.
  public enum ScarceDescriptors {
    /// Lowers the limit so that so many descriptors are free, whatever the process was given.
    ///
    /// - Parameters:
    ///   - count: How many can be opened.
    ///   - more: By how much the limit can be raised again.
    /// - Returns: The limit that was set.
    @discardableResult
    public static func leave(_ count: Int, raisableBy more: Int = 0) throws -> Int {
      var (limit, free) = (0, 0)
      while free < count || fcntl(Int32(limit), F_GETFD) >= 0 {
        if fcntl(Int32(limit), F_GETFD) < 0 { free += 1 }
        limit += 1
      }
      var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit + more))
      guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits) == 0 else {
        throw TCPError(call: "setrlimit", code: errno)
      }
      return limit
    }
  }
#endif
