#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The identity of the file behind a descriptor or a path.
enum FileIdentity {
  /// Whether a path still leads to an open file; it does not once the file was moved or deleted.
  static func isOpen(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    // Sound: the path is only read, and both records are filled.
    guard unsafe fstat(descriptor, &open) == 0, unsafe stat(path, &named) == 0 else { return false }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }
}
