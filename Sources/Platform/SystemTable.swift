#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file below `/proc`: the system makes it during the read, so its length is not known beforehand.
package enum SystemTable {
  /// Returns a file's text.
  ///
  /// - Returns: The text; `nil` if the file does not exist.
  package static func text(of path: String) -> String? {
    // Sound: the path is only read.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      // Sound: the buffer is alive during the call and gives its own length.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += buffer.prefix(count)
    }
  }
}
