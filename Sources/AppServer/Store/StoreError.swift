/// Why a store did not do what it was asked.
public enum StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It cannot be reached, or is busy for too long; the same may work later.
  case unavailable(String)
  /// There is no room left.
  case full(String)
  /// It may only be read.
  case readOnly(String)
  /// It was made by a newer program.
  case newerSchema(found: Int, known: Int, where: String)
  /// It is no store, or it is damaged.
  case damaged(String)

  /// Where it is, what is wrong and what to do.
  public var description: String {
    switch self {
    case .unavailable(let text), .full(let text), .readOnly(let text), .damaged(let text): text
    case .newerSchema(let found, let known, let place):
      "\(place) is of version \(found), and this program knows up to \(known); use a newer boardsim"
    }
  }
}
