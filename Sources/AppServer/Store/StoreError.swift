/// A failure of a store.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The store is unreachable or was busy for too long; a retry may succeed.
  case unavailable(String)
  /// The store has no room left.
  case full(String)
  /// The store is read-only.
  case readOnly(String)
  /// The store's schema was written by a newer version of the program.
  case newerSchema(found: Int, known: Int, where: String)
  /// The file is not a store, or is damaged.
  case damaged(String)

  /// The description of the failure: the store, the fault and the remedy.
  public var description: String {
    switch self {
    case .unavailable(let text), .full(let text), .readOnly(let text), .damaged(let text): text
    case .newerSchema(let found, let known, let place):
      "\(place) is of version \(found), and this program knows up to \(known); use a newer boardsim"
    }
  }
}
