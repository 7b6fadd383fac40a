#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Folders, by their paths.
package enum Folder {
  /// Makes a folder, unless it is there.
  package static func make(_ path: String) throws(SystemError) {
    // Sound: the path is only read.
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// Finds out whether files can be made in a folder.
  package static func checkWritable(_ path: String) throws(SystemError) {
    // The dot makes a file of that name an error.
    // Sound: the path is only read.
    guard unsafe access("\(path)/.", W_OK | X_OK) == 0 else { throw .last }
  }
}
