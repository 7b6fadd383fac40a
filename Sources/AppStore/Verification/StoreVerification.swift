internal import AppSecrets
internal import Bytes
public import AppServer

/// The verification that a store's rows are unchanged since they were appended.
///
/// Each row's seal is the SHA-256 of the previous seal and the row; the last seal is also stored
/// separately. A change of rows is detected unless all later seals are recomputed. Recomputed seals are
/// detected by comparing them with a ``Verdict/intact(count:lastSeal:pruned:)`` noted elsewhere.
public enum StoreVerification {
  /// The result of a verification.
  public enum Verdict: Hashable, Sendable {
    /// All rows are unchanged.
    ///
    /// - Parameters:
    ///   - count: The number of rows.
    ///   - lastSeal: The last row's seal; empty without rows.
    ///   - pruned: The rows that were pruned before, which were not verified.
    case intact(count: Int64, lastSeal: [UInt8], pruned: [PrunedRows] = [])
    /// The number of the first row that was altered.
    case altered(id: Int64)
    /// The number of the first missing row, with later rows present.
    case missing(id: Int64)
    /// The number of the first missing row, with no later rows present.
    case cut(id: Int64)
    /// The number of the first row that no server appended.
    case added(id: Int64)
  }

  /// Verifies every row, page by page.
  ///
  /// Rows appended or pruned during the verification are taken into account.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - progress: A closure called after each page with the number of the last verified row.
  /// - Returns: The first fault, or that all rows are intact.
  /// - Throws: `StoreError` when the rows cannot be read.
  public static func verify(
    _ store: some Store, progress: (Int64) -> Void = { _ in }
  ) async throws(StoreError) -> Verdict {
    try await verify(StoredChain(store), progress: progress)
  }

  /// Verifies a chain of rows that may grow and be pruned meanwhile.
  ///
  /// The order of the questions is what makes the verdict right: the end before the rows, and the pruned rows
  /// after them. A row up to the end that is neither there nor pruned afterwards is missing.
  static func verify(
    _ chain: some SealedChain, progress: (Int64) -> Void = { _ in }
  ) async throws(StoreError) -> Verdict {
    var walk = ChainWalk(pruned: try await chain.pruned())
    while true {
      let end = try await chain.lastSeal()
      let page = try await chain.sealedRows(after: walk.id, limit: 1000)
      let start = walk.id
      let step = walk.take(page, endingWith: end)
      if walk.id > start { progress(walk.id) }
      switch step {
      case .goOn: continue
      case .end(let verdict): return verdict
      case .gap(let verdict):
        walk.pruned = try await chain.pruned()
        // The rows of the page may be pruned by now as well, so the next page begins behind the range.
        guard walk.skipPrunedRows() else { return verdict }
      }
    }
  }
}

extension StoreVerification {
  /// Checks a row's seal.
  ///
  /// - Parameters:
  ///   - sealed: The row.
  ///   - previous: The seal of the row before it; empty for the first row.
  /// - Returns: Whether the seal is the hash of the row and the previous seal.
  package static func isSealed(_ sealed: SealedRow, after previous: [UInt8]) -> Bool {
    let row = sealed.row
    let bytes = SealedRow.sealedBytes(
      after: previous, id: row.id, time: row.time, owner: sealed.owner, values: row.values,
      text: sealed.text)
    return Digest.sha256(bytes) == sealed.seal
  }
}

extension StoreVerification.Verdict {
  /// Whether all rows are unchanged.
  public var isIntact: Bool {
    if case .intact = self { true } else { false }
  }

  /// The rows that were pruned before, of an intact store.
  package var pruned: [PrunedRows] {
    if case .intact(_, _, let pruned) = self { pruned } else { [] }
  }

  /// The verdict as a sentence.
  package var sentence: String {
    switch self {
    case .intact(let count, let seal, let pruned):
      (["\(count) rows, all as they were written", Self.words(of: seal)]
        + pruned.map {
          "rows \($0.ids.lowerBound) to \($0.ids.upperBound), of before \($0.day), were pruned"
        })
        .joined(separator: "; ")
    case .altered(let id): "row \(id) is not as it was written"
    case .missing(let id): "row \(id) is not there, and rows behind it are"
    case .cut(let id): "the rows from \(id) on are not there any more"
    case .added(let id): "row \(id) was written by no server"
    }
  }
}

extension StoreVerification.Verdict {
  private static func words(of seal: [UInt8]) -> String {
    "the last seal is \(seal.isEmpty ? "none" : seal.hexadecimal)"
  }
}

extension PrunedRows {
  /// The day before which the rows were received, such as `2026-11-01`.
  package var day: String { String(AirRow.timestamp(end).prefix(10)) }
}
