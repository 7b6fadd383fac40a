#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that is read and written at any place; closed with its owner.
package struct BlockFile: ~Copyable {
  /// The access for which a file is opened.
  package enum Use {
    /// Reading alone, beside whoever writes.
    case reading
    /// Reading and writing, by this owner alone.
    case writing
  }

  private let descriptor: Int32

  /// Opens a file that is there.
  ///
  /// - Throws: `SystemError`; that of ``SystemError/isBusy`` when somebody else writes it.
  package init(path: String, for use: Use) throws(SystemError) {
    let mode = use == .reading ? O_RDONLY : O_RDWR
    // Neither a pipe nor a terminal makes it wait.
    // Sound: the path is only read.
    descriptor = unsafe open(path, mode | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    guard use == .reading || flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .last }
  }

  /// Makes a file of zeros, which has no blocks before something is written.
  ///
  /// - Throws: `SystemError`, also when there is one of the name.
  package init(making path: String, byteCount: Int) throws(SystemError) {
    // Sound: the path is only read.
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .last }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A child process between fork and exec has the descriptor too, and would keep the lock.
    _ = flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// The file's length in bytes; 0 for a device without an end.
  package var byteCount: Int { max(Int(lseek(descriptor, 0, SEEK_END)), 0) }

  /// Whether the path still leads to it.
  package func isAt(_ path: String) -> Bool { FileIdentity.isOpen(descriptor, at: path) }

  /// Fills a buffer from a place.
  ///
  /// - Returns: How many bytes there were; fewer only at the file's end.
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

  /// Writes bytes at a place, in one call of the system where it takes them.
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

  /// Gives a file another name.
  package static func move(_ path: String, to name: String) throws(SystemError) {
    // Sound: both paths are only read.
    guard unsafe rename(path, name) == 0 else { throw .last }
  }

  /// Takes a file away, where there is one.
  package static func remove(_ path: String) {
    // Sound: the path is only read.
    _ = unsafe unlink(path)
  }
}
