internal import AppSecrets
internal import Bytes
public import AppServer

/// The verification that a store's rows are unchanged since they were appended.
///
/// Each row's seal is the SHA-256 of the previous seal and the row; the last seal is also stored
/// separately. A change of rows is detected unless all later seals are recomputed. Recomputed seals are
/// detected by comparing them with a ``Verdict/intact(count:lastSeal:)`` noted elsewhere.
public enum StoreVerification {
  /// The result of a verification.
  public enum Verdict: Hashable, Sendable {
    /// All rows are unchanged.
    ///
    /// - Parameters:
    ///   - count: The number of rows, which is also the last row's number.
    ///   - lastSeal: The last row's seal; empty without rows.
    case intact(count: Int64, lastSeal: [UInt8])
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
  /// Rows appended during the verification are verified too.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - progress: A closure called after each page with the number of verified rows.
  /// - Returns: The first fault, or that all rows are intact.
  /// - Throws: `StoreError` when the rows cannot be read.
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
      // The chain's end is stored together with its row, so rows beyond this page were appended meanwhile.
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

extension StoreVerification {
  /// Checks a row's seal.
  ///
  /// - Parameters:
  ///   - sealed: The row.
  ///   - previous: The row before it; `nil` when there is none.
  /// - Returns: Whether the seal is the hash of the row and the previous seal.
  package static func isSealed(_ sealed: SealedRow, after previous: SealedRow?) -> Bool {
    let row = sealed.row
    guard row.id == (previous?.row.id ?? 0) + 1 else { return false }
    let bytes = SealedRow.sealedBytes(
      after: previous?.seal ?? [], id: row.id, time: row.time, owner: sealed.owner,
      values: row.values, text: sealed.text)
    return Digest.sha256(bytes) == sealed.seal
  }
}

extension StoreVerification.Verdict {
  /// Whether all rows are unchanged.
  public var isIntact: Bool {
    if case .intact = self { true } else { false }
  }

  /// The verdict as a sentence.
  package var sentence: String {
    switch self {
    case .intact(let count, let seal):
      "\(count) rows, all as they were written; the last seal is \(seal.isEmpty ? "none" : seal.hexadecimal)"
    case .altered(let id): "row \(id) is not as it was written"
    case .missing(let id): "row \(id) is not there, and rows behind it are"
    case .cut(let id): "the rows from \(id) on are not there any more"
    case .added(let id): "row \(id) was written by no server"
    }
  }
}

/// The position in the chain of seals during a verification.
struct ChainWalk {
  /// The last verified row; `nil` before the first one.
  private var last: SealedRow?
  /// The number of the last verified row.
  var id: Int64 { last?.row.id ?? 0 }

  /// Verifies the next row.
  ///
  /// - Returns: The row's fault; `nil` for an unchanged row.
  mutating func step(to sealed: SealedRow) -> StoreVerification.Verdict? {
    guard sealed.row.id == id + 1 else { return .missing(id: id + 1) }
    guard StoreVerification.isSealed(sealed, after: last) else { return .altered(id: id + 1) }
    last = sealed
    return nil
  }

  /// Returns the verdict after the last row.
  func verdict(endingWith end: (id: Int64, seal: [UInt8])?) -> StoreVerification.Verdict {
    let endID = end?.id ?? 0
    let seal = last?.seal ?? []
    if endID < id { return .added(id: endID + 1) }
    if (end?.seal ?? []) != seal { return .altered(id: id) }
    return .intact(count: id, lastSeal: seal)
  }
}
