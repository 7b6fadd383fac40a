#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Files that only their owner may read.
package enum OwnFile {
  /// Creates a file, and fails if it exists; a file that cannot be written completely is deleted.
  package static func make(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    // Sound: the path is only read.
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    do {
      try AppendedFile(descriptor).append(bytes.span)
    } catch {
      _ = unsafe unlink(path)
      throw error
    }
  }
}
