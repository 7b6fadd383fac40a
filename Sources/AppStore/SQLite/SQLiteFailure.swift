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

/// An error reported by SQLite.
struct SQLiteFailure {
  /// SQLite's result code.
  var code: Int32
  /// SQLite's error message.
  var text: String
  /// The underlying system error code; 0 for none.
  var systemCode: Int32

  /// Returns the store's error for the failure.
  ///
  /// - Parameters:
  ///   - place: The store's location, for the error message.
  ///   - patience: The time waited for another writer.
  /// - Returns: The error with the fault, the location and the remedy.
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
