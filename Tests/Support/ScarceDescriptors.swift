#if canImport(Glibc)
  import Glibc

  /// A process that may open few descriptors more; for tests that exit.
  public enum ScarceDescriptors {
    /// Lowers the limit so that so many descriptors are free, whatever the process was given.
    ///
    /// A process that a test starts inherits what the others have open at that moment, hundreds in a whole run;
    /// a server sets aside a share of all. Those are closed first.
    ///
    /// - Parameters:
    ///   - count: How many can be opened.
    ///   - more: By how much the limit can be raised again.
    /// - Returns: The limit that was set.
    @discardableResult
    public static func leave(_ count: Int, raisableBy more: Int = 0) throws -> Int {
      closeInherited()
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

    /// Closes what came through `exec`, but for the standard streams and for pipes: by one of them the process
    /// tells its test what it found.
    ///
    /// To be called first by whoever opens something before the limit is lowered: the system gives out the lowest
    /// number, which then lies below the limit too.
    public static func closeInherited() {
      for descriptor in 3..<Int32(clamping: getdtablesize()) {
        let flags = fcntl(descriptor, F_GETFD)
        guard flags >= 0, flags & FD_CLOEXEC == 0 else { continue }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFIFO else { continue }
        close(descriptor)
      }
    }
  }
#endif
