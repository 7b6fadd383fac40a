#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Functions on a part of a file, given by the file's path.
package enum FilePart {
  /// Reads a part of a file.
  ///
  /// - Returns: At most `count` bytes from `offset` on; fewer at the end of the file, and none beyond it.
  package static func read(
    _ path: String, from offset: Int, count: Int
  ) throws(SystemError) -> [UInt8] {
    // Nonblocking: opening a pipe without a writer does not wait.
    // Sound: the path is only read.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: count)
    // Sound: the buffer is alive during the call and gives its own length.
    let got = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(offset))
    }
    guard got >= 0 else { throw .last }
    bytes.removeLast(count - got)
    return bytes
  }
}
