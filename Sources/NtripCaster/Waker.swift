#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A pipe by which any thread ends a loop.
final class Waker: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(CasterServerError) {
    var ends: (Int32, Int32) = (-1, -1)
    let code = unsafe withUnsafeMutableBytes(of: &ends) { bytes in
      // Sound: the pair is two adjacent Int32, which is what pipe fills.
      unsafe pipe(bytes.baseAddress?.assumingMemoryBound(to: Int32.self))
    }
    guard code == 0 else { throw .outOfResources(function: "pipe") }
    (readEnd, writeEnd) = ends
    for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  func wake() {
    var byte: UInt8 = 0
    _ = unsafe write(writeEnd, &byte, 1)
  }
}
