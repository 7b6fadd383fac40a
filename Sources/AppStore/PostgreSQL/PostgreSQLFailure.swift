#if PostgreSQL
  internal import AppServer

  /// An error reported by PostgreSQL.
  struct PostgreSQLFailure {
    /// The SQLSTATE code of five characters (PostgreSQL 15, appendix A).
    var state: String
    /// The server's error message, on one line.
    var text: String

    /// Returns the store's error for the failure.
    ///
    /// - Parameter place: The store's location, for the error message.
    /// - Returns: The error with the fault, the location and the remedy.
    func error(at place: String) -> StoreError {
      switch state {
      case "53100": .full("\(place): no room left (\(text)); make some, then try again")
      case "25006", "42501":
        .readOnly("\(place): may not be written (\(text)); grant this user its tables and schema")
      case "55P03", "57014", "40P01":
        .unavailable("\(place): somebody else holds it (\(text)); end that, or try again later")
      case "3F000":
        .unavailable("\(place): no such schema (\(text)); make it, or name another one")
      case "42P06", "42P07", "42710", "42723": .foreignTables(place)
      default:
        switch state.prefix(2) {
        case "08", "53", "57", "40":
          .unavailable("\(place): not now (\(text)); look at its log, or try again later")
        default: .damaged("\(place): not what this program made (\(text)); restore a copy of it")
        }
      }
    }
  }

  extension StoreError {
    static func unreachable(_ place: String, _ words: String) -> StoreError {
      .unavailable("\(place): cannot be reached (\(words)); is it running? It is tried again")
    }

    static func foreignTables(_ place: String) -> StoreError {
      .damaged(
        "\(place): has tables of another program; name a database of its own, or a schema with "
          + "options=-csearch_path%3DNAME in the URL")
    }
  }
#endif
