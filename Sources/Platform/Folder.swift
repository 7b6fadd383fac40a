#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Functions on folders, given by their paths.
package enum Folder {
  /// Creates a folder, unless it exists.
  package static func make(_ path: String) throws(SystemError) {
    // Sound: the path is only read.
    guard unsafe mkdir(path, 0o777) == 0 || errno == EEXIST else { throw .last }
  }

  /// Creates a folder and the missing ones above it, unless they exist.
  package static func makeAll(_ path: String) throws(SystemError) {
    for end in path.indices.dropFirst() where path[end] == "/" { try make(String(path[..<end])) }
    try make(path)
  }

  /// Whether a folder exists at a path.
  package static func isAt(_ path: String) -> Bool {
    // The dot makes the call fail for a file of that name.
    // Sound: the path is only read.
    unsafe access("\(path)/.", F_OK) == 0
  }

  /// Returns the names of a folder's entries, in no particular order.
  package static func names(in path: String) throws(SystemError) -> [String] {
    // Sound: the path is only read, and each name is copied before the next call of `readdir`.
    guard let folder = unsafe opendir(path) else { throw .last }
    defer { unsafe closedir(folder) }
    var names: [String] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
          unsafe String(cString: $0)
        }
      }
      names.append(name)
    }
    return names
  }

  /// Checks that files can be created in a folder; throws if they cannot.
  package static func checkWritable(_ path: String) throws(SystemError) {
    // The dot makes the call fail for a file of that name.
    // Sound: the path is only read.
    guard unsafe access("\(path)/.", W_OK | X_OK) == 0 else { throw .last }
  }
}
