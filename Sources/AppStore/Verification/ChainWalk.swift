internal import AppServer

/// The questions of a verification to a store.
protocol SealedChain: Sendable {
  /// Returns the number and the seal of the last row, stored separately from the rows; `nil` without rows.
  func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])?
  /// Returns at most `limit` rows with their seals, by number, from the row after `id`.
  func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow]
  /// Returns the rows that were pruned, by number; adjacent ones are one range.
  func pruned() async throws(StoreError) -> [PrunedRows]
}

/// The rows of a store as a chain.
struct StoredChain<Rows: Store>: SealedChain {
  private let store: Rows

  init(_ store: Rows) { self.store = store }

  func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])? {
    try await store.lastSeal()
  }

  func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow] {
    try await store.sealedRows(after: id, limit: limit)
  }

  func pruned() async throws(StoreError) -> [PrunedRows] { try await store.pruned() }
}

/// The position in the chain of seals during a verification.
struct ChainWalk {
  /// The rows that were pruned.
  var pruned: [PrunedRows]
  /// The number of the last verified or pruned row; 0 before the first one.
  private(set) var id: Int64 = 0
  private var seal: [UInt8] = []
  private var count: Int64 = 0

  init(pruned: [PrunedRows]) { self.pruned = pruned }

  /// The outcome of a page.
  enum Step: Hashable {
    /// The page is verified; the next one begins after ``ChainWalk/id``.
    case goOn
    /// The row after ``ChainWalk/id`` is not there, which is the verdict unless it was pruned since.
    case gap(StoreVerification.Verdict)
    /// The verification is over.
    case end(StoreVerification.Verdict)
  }

  /// Verifies the rows after ``id``.
  ///
  /// - Parameters:
  ///   - page: The rows; empty when there are no more.
  ///   - end: The chain's end, read before the page.
  /// - Returns: How the verification goes on.
  mutating func take(
    _ page: [SealedRow], endingWith end: (id: Int64, seal: [UInt8])?
  ) -> Step {
    for row in page {
      while row.row.id != id + 1 {
        guard skipPrunedRows() else { return .gap(.missing(id: id + 1)) }
      }
      if !StoreVerification.isSealed(row, after: seal) { return .end(.altered(id: id + 1)) }
      (id, seal) = (row.row.id, row.seal)
      count += 1
    }
    if !page.isEmpty { return .goOn }
    if let end, end.id > id { return .gap(.cut(id: id + 1)) }
    return .end(verdict(endingWith: end))
  }

  /// Skips the next rows when they were pruned.
  ///
  /// - Returns: Whether rows were skipped.
  @discardableResult
  mutating func skipPrunedRows() -> Bool {
    guard let range = pruned.first(where: { $0.ids.contains(id + 1) }) else { return false }
    (id, seal) = (range.ids.upperBound, range.lastSeal)
    return true
  }

  private func verdict(endingWith end: (id: Int64, seal: [UInt8])?) -> StoreVerification.Verdict {
    let endID = end?.id ?? 0
    if endID < id { return .added(id: endID + 1) }
    if (end?.seal ?? []) != seal { return .altered(id: id) }
    return .intact(count: count, lastSeal: seal, pruned: pruned)
  }
}
