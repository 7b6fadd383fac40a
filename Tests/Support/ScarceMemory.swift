#if canImport(Glibc)
  import Glibc

  /// A process that gets little memory more; for tests that exit.
  public enum ScarceMemory {
    /// Lowers the limit of the process's addresses to those that it has and so many bytes more.
    public static func leave(_ bytes: Int) throws {
      guard let file = fopen("/proc/self/statm", "r") else {
        throw TCPError(call: "fopen", code: errno)
      }
      defer { fclose(file) }
      var digits = [CChar](repeating: 0, count: 32)
      fgets(&digits, Int32(digits.count), file)
      let limit = rlim_t(strtol(digits, nil, 10) * Int(getpagesize()) + bytes)
      var limits = rlimit(rlim_cur: limit, rlim_max: limit)
      guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits) == 0 else {
        throw TCPError(call: "setrlimit", code: errno)
      }
    }
  }
#endif
