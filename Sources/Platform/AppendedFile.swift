#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that grows at its end; closed with its owner.
package struct AppendedFile: ~Copyable {
  private let descriptor: Int32

  /// Opens a file, and creates it if it does not exist.
  package init(path: String) throws(SystemError) {
    // Sound: the path is only read.
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
  }

  /// Takes ownership of the descriptor of a file, at whose end it writes.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Whether a path still leads to the open file.
  package func isAt(_ path: String) -> Bool { FileIdentity.isOpen(descriptor, at: path) }

  /// Whether the file is empty.
  package var isEmpty: Bool { lseek(descriptor, 0, SEEK_END) == 0 }

  /// Appends bytes, in one system call if the system takes them all at once.
  package func append(_ bytes: Span<UInt8>) throws(SystemError) {
    var offset = 0
    while offset < bytes.count {
      // Sound: the span is alive during the call and gives its own length.
      let written = unsafe bytes.extracting(offset...).withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if written >= 0 {
        offset += written
      } else if errno != EINTR {
        throw .last
      }
    }
  }
}
