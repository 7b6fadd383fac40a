#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Returns the system's text of an error code.
package func systemText(ofError code: Int32) -> String {
  // Sound: the text ends with a NUL and is copied at once.
  unsafe String(cString: strerror(code))
}

/// An error of a system call.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The system's error number.
  package let code: Int32

  /// The error of this thread's last system call.
  static var last: SystemError { SystemError(code: errno) }

  /// The error `ENOENT`: a missing file or folder; a file in place of a parent folder gives another error.
  package static let noEntry = SystemError(code: ENOENT)

  /// Whether another owner has locked the file.
  package var isBusy: Bool { code == EWOULDBLOCK }

  /// A common cause of file errors.
  package enum Kind: Hashable {
    /// The file does not exist.
    case missing
    /// The disk, or the user's quota, is full.
    case full
    /// The file or its file system does not permit writing.
    case writeProtected
    /// Any other error.
    case other
  }

  /// The kind of the error, for a file.
  package var kind: Kind {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case ENOSPC, EDQUOT: .full
    case EACCES, EROFS, EPERM: .writeProtected
    default: .other
    }
  }

  /// The system's text of the error.
  package var description: String { systemText(ofError: code) }
}
