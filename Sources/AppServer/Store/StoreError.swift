/// A failure of a store.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The store cannot be reached, or is busy for too long; the same may work later.
  case unavailable(String)
  /// There is no room left.
  case full(String)
  /// The store may only be read.
  case readOnly(String)
  /// The store was made by a newer program.
  case newerSchema(found: Int, known: Int, where: String)
  /// The file is no store, or is damaged.
  case damaged(String)

  /// The store, its fault and the remedy.
  public var description: String {
    switch self {
    case .unavailable(let text), .full(let text), .readOnly(let text), .damaged(let text): text
    case .newerSchema(let found, let known, let place):
      "\(place) is of version \(found), and this program knows up to \(known); use a newer boardsim"
    }
  }
}
