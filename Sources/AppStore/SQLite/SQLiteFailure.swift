internal import AppServer
internal import CSQLite
internal import Platform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An error that SQLite reported.
struct SQLiteFailure {
  /// Its code.
  var code: Int32
  /// Its words.
  var text: String
  /// The system's error code behind it; 0 for none.
  var systemCode: Int32

  /// Returns the store's error for that failure.
  ///
  /// - Parameters:
  ///   - place: Where the store is.
  ///   - patience: How long it has waited for somebody else.
  /// - Returns: The error that says what is wrong, where, and what to do.
  func error(at place: String, after patience: Duration) -> StoreError {
    switch code {
    case SQLITE_FULL:
      .full("\(place): no room left (\(words)); make some, then try again")
    case SQLITE_BUSY, SQLITE_LOCKED:
      .unavailable(
        "\(place): somebody else has held it for \(patience); end that, or try again later")
    case SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH:
      .readOnly("\(place): may not be written (\(words)); give this user its file and folder")
    case SQLITE_CANTOPEN: cannotOpen(place)
    case SQLITE_NOTADB, SQLITE_CORRUPT:
      .damaged("\(place): no store, or a damaged one (\(words)); name another file, or restore it")
    case SQLITE_IOERR:
      .unavailable("\(place): the disk failed (\(words)); look at the system's log, then try again")
    case SQLITE_NOMEM:
      .unavailable("\(place): out of memory; try again later")
    default:
      .damaged("\(place): not what this program made (\(words)); restore a copy of it")
    }
  }

  private func cannotOpen(_ place: String) -> StoreError {
    switch systemCode {
    case EACCES, EPERM, EROFS:
      .readOnly("\(place): may not be opened (\(words)); give this user its file and folder")
    case ENOSPC, EDQUOT:
      .full("\(place): no room for it (\(words)); make some, then try again")
    default: .unavailable("\(place): cannot be opened (\(words)); is there such a folder?")
    }
  }

  private var words: String {
    systemCode == 0 ? text : "\(text): \(systemText(ofError: systemCode))"
  }
}
