#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The size of a file, and the date of its last change.
struct FileStamp: Hashable {
  let byteCount: Int
  /// The date of the last change, seconds since 1970.
  let modified: Double

  /// Reads the stamp of a file; `nil` when there is none.
  init?(of path: String) {
    var status = stat()
    // Sound: the path is read and `status` filled.
    guard unsafe stat(path, &status) == 0 else { return nil }
    byteCount = Int(status.st_size)
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    modified = Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
