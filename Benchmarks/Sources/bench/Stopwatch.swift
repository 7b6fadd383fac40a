#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// User CPU time of this process, seconds.
func userSeconds() -> Double {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    getrusage(RUSAGE_SELF, &usage)
  #endif
  return Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) * 1e-6
}

/// The least user time of several runs, so that what else the machine does matters least.
func leastSeconds(of runs: Int = 5, _ body: () -> Void) -> Double {
  var least = Double.infinity
  for _ in 0..<runs {
    let start = userSeconds()
    body()
    least = min(least, userSeconds() - start)
  }
  return least
}

/// Keeps a result from being optimised away.
@inline(never)
func keep<T>(_ value: T) {}
