#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file with random access for reads and writes; closed with its owner.
package struct BlockFile: ~Copyable {
  /// The access for which a file is opened.
  package enum Use {
    /// Reading only, while another owner may write.
    case reading
    /// Reading and writing, with an exclusive lock.
    case writing
  }

  private let descriptor: Int32

  /// Opens an existing file.
  ///
  /// - Throws: `SystemError`; ``SystemError/isBusy`` is true if another owner writes the file.
  package init(path: String, for use: Use) throws(SystemError) {
    let mode = use == .reading ? O_RDONLY : O_RDWR
    // Nonblocking: opening a pipe or a terminal does not wait.
    // Sound: the path is only read.
    descriptor = unsafe open(path, mode | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    guard use == .reading || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .last }
  }

  /// Creates a file of zeros; the file takes no disk blocks until bytes are written.
  ///
  /// - Throws: `SystemError`, also if the file already exists.
  package init(making path: String, byteCount: Int) throws(SystemError) {
    // Sound: the path is only read.
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .last }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A child process between fork and exec shares the descriptor, and would keep the lock.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The file's length in bytes; 0 for a device without an end.
  package var byteCount: Int { max(Int(lseek(descriptor, 0, SEEK_END)), 0) }

  /// Whether a path still leads to the open file.
  package func isAt(_ path: String) -> Bool { FileIdentity.isOpen(descriptor, at: path) }

  /// Reads bytes at an offset into a buffer.
  ///
  /// - Returns: The number of bytes read; it is less than the buffer's size only at the file's end.
  package func read(
    at offset: Int, into buffer: inout MutableSpan<UInt8>
  ) throws(SystemError) -> Int {
    // Sound: the buffer is alive during the call and gives its own length.
    let got = unsafe buffer.withUnsafeMutableBytes { bytes in
      while true {
        let got = unsafe pread(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
        if got >= 0 || errno != EINTR { return got }
      }
    }
    guard got >= 0 else { throw .last }
    return got
  }

  /// Writes bytes at an offset, in one system call if the system takes them all at once.
  package func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      // Sound: the span is alive during the call and gives its own length.
      let written = unsafe bytes.extracting(done...).withUnsafeBytes {
        unsafe pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + done))
      }
      if written >= 0 {
        done += written
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Cuts the file off at a length.
  package func cut(at byteCount: Int) throws(SystemError) {
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .last }
  }

  /// Renames a file.
  package static func move(_ path: String, to name: String) throws(SystemError) {
    // Sound: both paths are only read.
    guard unsafe rename(path, name) == 0 else { throw .last }
  }

  /// Deletes a file, if it exists.
  package static func remove(_ path: String) {
    // Sound: the path is only read.
    _ = unsafe unlink(path)
  }
}
