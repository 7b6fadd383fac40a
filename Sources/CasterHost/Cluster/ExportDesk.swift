internal import Locks
internal import NtripMemory

/// The exports of a caster's streams: the cluster's and the publications' together.
final class ExportDesk: Sendable {
  /// A receiver of exports.
  enum Receiver: Hashable {
    case cluster
    case publications
  }

  private let caster: SharedCaster
  private let names = Lock<[Receiver: Set<String>]>([:])

  /// Creates the desk of a caster without exports.
  init(for caster: SharedCaster) { self.caster = caster }

  /// Replaces the mountpoints that a receiver gets.
  func set(_ mountpoints: Set<String>, for receiver: Receiver) {
    let all = names.withLock { names -> Set<String>? in
      guard names[receiver] != mountpoints else { return nil }
      names[receiver] = mountpoints
      return names.values.reduce(into: []) { $0.formUnion($1) }
    }
    if let all { caster.setExports(all) }
  }

  /// Repeats the exports, after the caster's mountpoints have changed.
  func renew() {
    caster.setExports(names.withLock { $0.values.reduce(into: []) { $0.formUnion($1) } })
  }
}
