#if canImport(Glibc)
  import Foundation
  import Glibc

  /// A process that may open few descriptors more; for tests that exit.
  public enum ScarceDescriptors {
    /// Closes inherited descriptors, and lowers the limit so that so many are free.
    ///
    /// A process that a test starts inherits what the others have open at that moment, hundreds in a whole run;
    /// of a limit above them a server would set aside a larger share than a test expects.
    ///
    /// - Parameters:
    ///   - count: How many can be opened.
    ///   - more: By how much the limit can be raised again.
    /// - Returns: The limit that was set.
    @discardableResult
    public static func leave(_ count: Int, raisableBy more: Int = 0) throws -> Int {
      try closeInherited()
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

    /// Closes the descriptors that came through `exec`.
    ///
    /// The standard streams stay open, and the descriptors by which the process tells its test what it found:
    /// variables of the testing library name them. Without such a variable every pipe stays open.
    ///
    /// To be called first by whoever opens something before the limit is lowered: the system gives out the lowest
    /// number, which then lies below the limit too.
    public static func closeInherited() throws {
      let named = Set(
        ProcessInfo.processInfo.environment.filter { $0.key.hasPrefix("SWT_") }
          .compactMap { Int32($0.value) })
      let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      for descriptor in open.compactMap({ Int32($0) }) where descriptor > STDERR_FILENO {
        let flags = fcntl(descriptor, F_GETFD)
        guard flags >= 0, flags & FD_CLOEXEC == 0, !named.contains(descriptor) else { continue }
        if named.isEmpty, isPipe(descriptor) { continue }
        close(descriptor)
      }
    }

    private static func isPipe(_ descriptor: Int32) -> Bool {
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }
  }
#endif
