import AppSecrets
import AppServer
@testable import AppStore
import GNSSBasics
import Locks
import Mathematics

/// Rows of which some are appended and some are pruned before each question, by chance.
final class ChangingChain: SealedChain {
  private let state: Lock<State>

  init(seed: UInt64) { state = Lock(State(seed: seed)) }

  func lastSeal() async throws(StoreError) -> (id: Int64, seal: [UInt8])? {
    state.withLock { state in
      state.change()
      return state.end
    }
  }

  func sealedRows(after id: Int64, limit: Int) async throws(StoreError) -> [SealedRow] {
    state.withLock { state in
      state.change()
      return Array(state.rows.filter { $0.row.id > id }.prefix(min(limit, 20)))
    }
  }

  func pruned() async throws(StoreError) -> [PrunedRows] {
    state.withLock { state in
      state.change()
      return state.pruned.joined
    }
  }

  /// Removes a row without a note, and changes no more.
  ///
  /// - Returns: The verdict on the rows that are left.
  func removeRow() -> StoreVerification.Verdict {
    state.withLock { state in
      state.append()
      let place = Int.random(in: state.rows.indices, using: &state.chance)
      let id = state.rows.remove(at: place).row.id
      state.isStill = true
      return place == state.rows.count ? .cut(id: id) : .missing(id: id)
    }
  }

  private struct State {
    var chance: Xoshiro256
    var rows: [SealedRow] = []
    var end: (id: Int64, seal: [UInt8])?
    var pruned: [PrunedRows] = []
    var isStill = false

    init(seed: UInt64) { chance = Xoshiro256(seed: seed, part: "chain") }

    mutating func change() {
      if isStill { return }
      for _ in 0..<Int.random(in: 0...3, using: &chance) { append() }
      guard Int.random(in: 0...2, using: &chance) == 0, !rows.isEmpty else { return }
      let start = Int.random(in: rows.indices, using: &chance)
      var count = Int.random(in: 1...12, using: &chance)
      while count > 0, start < rows.count {
        let row = rows.remove(at: start)
        let id = row.row.id
        pruned.append(PrunedRows(ids: id...id, lastSeal: row.seal, end: .second(0)))
        count -= 1
      }
    }

    mutating func append() {
      let (id, time) = ((end?.id ?? 0) + 1, UnixTime.second(0))
      let seal = Digest.sha256(
        SealedRow.sealedBytes(
          after: end?.seal ?? [], id: id, time: time, owner: nil, values: [], text: ""))
      let row = AirRow(id: id, time: time, email: nil, values: [])
      rows.append(SealedRow(row: row, owner: nil, text: "", seal: seal))
      end = (id, seal)
    }
  }
}
