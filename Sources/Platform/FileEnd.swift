#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The last bytes of a file.
package enum FileEnd {
  /// Reads the last bytes of a file.
  ///
  /// - Returns: At most `count` bytes, fewer if the file is shorter; `nil` if the file does not exist.
  package static func read(_ path: String, upTo count: Int) throws(SystemError) -> [UInt8]? {
    // Nonblocking: opening a pipe without a writer does not wait.
    // Sound: the path is only read.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { throw .last }
      return nil
    }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    guard size >= 0 else { throw .last }
    var bytes = [UInt8](repeating: 0, count: min(count, Int(size)))
    // Sound: the buffer is alive during the call and gives its own length.
    let got = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, size - off_t($0.count))
    }
    guard got >= 0 else { throw .last }
    bytes.removeLast(bytes.count - got)
    return bytes
  }
}
