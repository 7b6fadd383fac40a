internal import AppServer
internal import CSQLite

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension SQLiteConnection {
  /// Creates the file of a new store with permissions for its owner only; an existing file is left as it
  /// is.
  ///
  /// The file contains keys and hashes of passwords. SQLite gives the files beside it the same permissions.
  static func makePrivateFile(at path: String) throws(StoreError) {
    // Sound: the path is only read.
    let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno != EEXIST {
      throw SQLiteFailure(code: SQLITE_CANTOPEN, text: "no new file", systemCode: errno)
        .error(at: path, after: .zero)
    }
  }
}
