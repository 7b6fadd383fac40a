#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The system's words for one of its error codes.
package func systemText(ofError code: Int32) -> String {
  // Sound: the text ends with a NUL and is copied at once.
  unsafe String(cString: strerror(code))
}

/// The system's answer to a call that failed.
package struct SystemError: Error, Hashable, CustomStringConvertible {
  /// The system's number.
  package let code: Int32

  /// The number that the last call of this thread left.
  static var last: SystemError { SystemError(code: errno) }

  /// Nothing is at the path, and everything above it is a folder.
  package static let noEntry = SystemError(code: ENOENT)

  /// Whether somebody else has locked the file.
  package var isBusy: Bool { code == EWOULDBLOCK }

  /// A common reason for which files fail.
  package enum Kind: Hashable {
    /// The file does not exist.
    case missing
    /// There is no room left.
    case full
    /// The file is protected against writing.
    case writeProtected
    /// Anything else.
    case other
  }

  /// The error's kind, for a file.
  package var kind: Kind {
    switch code {
    case ENOENT, ENOTDIR: .missing
    case ENOSPC, EDQUOT: .full
    case EACCES, EROFS, EPERM: .writeProtected
    default: .other
    }
  }

  /// The system's words.
  package var description: String { systemText(ofError: code) }
}
