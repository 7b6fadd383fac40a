import AllocationCount
import Sink

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// User CPU time that some work takes, seconds.
func userSeconds(of body: () -> Void) -> Double {
  let start = userSeconds()
  body()
  return userSeconds() - start
}

private func userSeconds() -> Double {
  var usage = rusage()
  #if canImport(Glibc)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
  #else
    getrusage(RUSAGE_SELF, &usage)
  #endif
  return Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) * 1e-6
}

/// Whether ``allocations(in:)`` knows.
var allocationsAreCounted: Bool { allocations_are_counted() != 0 }

/// How many heap allocations some work makes.
func allocations(in body: () -> Void) -> Int {
  let before = allocation_count()
  body()
  return allocation_count() - before
}

/// Keeps a result from being optimised away: what comes after might look at each of its bytes.
@inline(__always)
func keep<T>(_ value: borrowing T) {
  withUnsafePointer(to: value) { look_at($0) }
}
