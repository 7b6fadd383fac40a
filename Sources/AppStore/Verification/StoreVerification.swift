internal import AppSecrets
public import AppServer

/// Finds out whether the rows of a store are those that were appended.
///
/// Each row's seal is the SHA-256 of the row and of the seal before it, and the last one is written down
/// apart. Whoever changes rows without making every seal behind them anew is found out; whoever makes them
/// anew is found out by somebody who has noted a ``Verdict/intact(count:lastSeal:)`` elsewhere.
public enum StoreVerification {
  /// The result of a verification.
  public enum Verdict: Hashable, Sendable {
    /// All rows are as they were appended.
    ///
    /// - Parameters:
    ///   - count: How many there are, which is the last one's number too.
    ///   - lastSeal: The last one's seal; no bytes when there is none.
    case intact(count: Int64, lastSeal: [UInt8])
    /// The first row that is not as it was appended.
    case altered(id: Int64)
    /// The first row that is not there, with others behind it.
    case missing(id: Int64)
    /// The first row that is not there, with none behind it.
    case cut(id: Int64)
    /// The first row that no server has appended.
    case added(id: Int64)
  }

  /// Looks at every row, in pages.
  ///
  /// Rows may be appended meanwhile; they are looked at too.
  ///
  /// - Parameters:
  ///   - store: Where they are.
  ///   - progress: Called after each page with the number of rows that are as they were.
  /// - Returns: What was found first.
  /// - Throws: `StoreError` where they cannot be read.
  public static func verify(
    _ store: some Store, progress: (Int64) -> Void = { _ in }
  ) async throws(StoreError) -> Verdict {
    var walk = ChainWalk()
    while true {
      let page = try await store.sealedRows(after: walk.id, limit: 1000)
      for row in page {
        if let fault = walk.step(to: row) { return fault }
      }
      if !page.isEmpty {
        progress(walk.id)
        continue
      }
      // The end was written down together with its row: what is behind it has come since.
      let end = try await store.lastSeal()
      guard let end, end.id > walk.id else {
        return walk.verdict(endingWith: end)
      }
      if try await store.sealedRows(after: walk.id, limit: 1).isEmpty {
        return .cut(id: walk.id + 1)
      }
    }
  }
}

extension StoreVerification.Verdict {
  /// Whether all is as it was appended.
  public var isIntact: Bool {
    if case .intact = self { true } else { false }
  }
}

/// The way along the seals.
struct ChainWalk {
  /// The last row that was as it was appended, and its seal.
  private(set) var id: Int64 = 0
  private var seal: [UInt8] = []

  /// Goes on to the next row.
  ///
  /// - Returns: What is wrong with it; `nil` when nothing is.
  mutating func step(to sealed: SealedRow) -> StoreVerification.Verdict? {
    let row = sealed.row
    guard row.id == id + 1 else { return .missing(id: id + 1) }
    let bytes = SealedRow.sealedBytes(
      after: seal, id: row.id, time: row.time, owner: sealed.owner, values: row.values,
      text: sealed.text)
    guard Digest.sha256(bytes) == sealed.seal else { return .altered(id: row.id) }
    (id, seal) = (row.id, sealed.seal)
    return nil
  }

  /// Returns the verdict where no row is left.
  func verdict(endingWith end: (id: Int64, seal: [UInt8])?) -> StoreVerification.Verdict {
    let endID = end?.id ?? 0
    if endID < id { return .added(id: endID + 1) }
    if (end?.seal ?? []) != seal { return .altered(id: id) }
    return .intact(count: id, lastSeal: seal)
  }
}
