internal import Platform

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is read and written as a whole.
///
/// Sound throughout: system calls read the paths, and buffers are passed with their lengths.
struct SmallFile {
  /// The file's path.
  let path: String

  /// Creates a reference to a file, which need not exist.
  init(_ path: String) { self.path = path }

  /// A failure to read or write the file.
  struct Failure: Error {
    /// The system's error code, `errno`.
    let code: Int32
    /// Whether the file does not exist.
    var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    /// The system's error message.
    var text: String { systemText(ofError: code) }
  }

  /// The greatest length of a file, bytes; certificates and keys are far shorter.
  private static let limit = 1 << 20

  /// Reads the whole file as text.
  func read() throws(Failure) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 16 * 1024)
    while all.count < Self.limit {
      let count = unsafe Self.readBlock(descriptor, &block, block.count)
      guard count >= 0 else { throw Failure(code: errno) }
      if count == 0 { return String(decoding: all, as: UTF8.self) }
      all += block.prefix(count)
    }
    throw Failure(code: EFBIG)
  }

  /// Writes a text to the file atomically.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - mode: The file's permissions.
  ///   - isReplacing: Whether an existing file is replaced.
  /// - Returns: Whether the text was written; `false` when the file exists and is not to be replaced.
  /// - Throws: ``Failure``; an existing file is unchanged then.
  @discardableResult
  func write(_ text: String, mode: mode_t, isReplacing: Bool) throws(Failure) -> Bool {
    let new = "\(path).\(getpid()).\(UInt32.random(in: 0...(.max))).new"
    defer { unsafe unlink(new) }
    try Self.write(Array(text.utf8), to: new, mode: mode)
    if !isReplacing {
      if unsafe link(new, path) == 0 { return true }
      if errno == EEXIST { return false }
      // On file systems without hard links, of two simultaneous writers the later file remains.
    }
    guard unsafe rename(new, path) == 0 else { throw Failure(code: errno) }
    return true
  }

  private static func write(_ bytes: [UInt8], to path: String, mode: mode_t) throws(Failure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
  }

  /// Writes bytes, and flushes them to the disk.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe writeBlock(descriptor, $0) }
      guard count >= 0 else { throw Failure(code: errno) }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else { throw Failure(code: errno) }
  }

  private static func readBlock(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int
  ) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.read(descriptor, buffer, count)
    #else
      unsafe Darwin.read(descriptor, buffer, count)
    #endif
  }

  private static func writeBlock(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
      unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      unsafe Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
