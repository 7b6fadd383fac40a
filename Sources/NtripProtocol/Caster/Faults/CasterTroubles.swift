import Bytes
import Mathematics

/// The faults of a caster, and the random choice of the faults that strike.
struct CasterTroubles: Sendable {
  /// The faults in the order given; of several faults of one kind, the last one that strikes takes effect.
  let faults: [CasterFault]
  let seed: UInt64
  private let damage: StreamDamage?
  /// One random generator per fault, so that another fault does not change the draws of the others.
  private var chances: [Xoshiro256]
  private var memories: [String: StreamDamage.Memory] = [:]
  private var chunkChance: Xoshiro256
  /// The time of the last call of `hasBegun`; `nil` before the first call.
  private var looked: Duration?

  /// The time at which the last fault ends; `nil` for a fault without end.
  private let lastEnd: Duration?

  init(_ faults: [CasterFault] = [], seed: UInt64 = 0, damage: StreamDamage? = nil) {
    (self.faults, self.seed, self.damage) = (faults, seed, damage)
    chances = faults.indices.map {
      Xoshiro256(seed: seed &+ UInt64($0) &* 0x9E37_79B9_7F4A_7C15, part: "caster fault")
    }
    chunkChance = Xoshiro256(seed: seed, part: "caster chunks")
    lastEnd = faults.reduce(Duration?.some(.zero)) { last, fault in
      last.flatMap { last in fault.end.map { max(last, $0) } }
    }
  }

  /// Creates the faults that follow others: one that differs only in its times keeps its random numbers,
  /// and frames that were held back are still to be sent.
  init(_ faults: [CasterFault], after former: CasterTroubles, damage: StreamDamage?) {
    self.init(faults, seed: former.seed, damage: damage)
    for index in faults.indices {
      guard let old = former.faults.firstIndex(where: { $0.isLike(faults[index]) }) else {
        continue
      }
      chances[index] = former.chances[old]
    }
    if damage != nil { memories = former.memories }
    (chunkChance, looked) = (former.chunkChance, former.looked)
  }

  /// Whether no fault can strike from a time on, so that streams need no other check.
  func isOver(at time: Duration) -> Bool {
    guard let lastEnd, lastEnd <= time else { return false }
    return memories.values.allSatisfy { $0.held.isEmpty }
  }

  /// Whether no faults are set, so that no other check is needed.
  var isEmpty: Bool { faults.isEmpty }

  /// Returns the fault of a kind that strikes a request for a mountpoint; `nil` when none strikes.
  ///
  /// A random number is drawn for faults with a probability below 1.
  mutating func strike(
    _ kind: CasterFault.Kind, _ mountpoint: String, at time: Duration
  ) -> CasterFault? {
    strike(mountpoint, at: time) { $0 == kind }
  }

  /// Returns the fault with a target that strikes a request for a mountpoint; `nil` when none strikes.
  mutating func strike(
    _ target: CasterFault.Kind.Target, _ mountpoint: String, at time: Duration
  ) -> CasterFault? {
    strike(mountpoint, at: time) { $0.target == target }
  }

  private mutating func strike(
    _ mountpoint: String, at time: Duration, _ isMeant: (CasterFault.Kind) -> Bool
  ) -> CasterFault? {
    for (index, fault) in faults.enumerated().reversed()
    where isMeant(fault.kind) && fault.isActive(at: time) && fault.concerns(mountpoint) {
      if chances[index].strikes(with: fault.probability) { return fault }
    }
    return nil
  }

  /// Returns whether a fault of a kind is active, for any mountpoint.
  func isOn(_ kind: CasterFault.Kind, at time: Duration) -> Bool {
    faults.contains { $0.kind == kind && $0.isActive(at: time) }
  }

  /// Returns whether a fault of a kind has become active since the last call.
  mutating func hasBegun(_ kind: CasterFault.Kind, at time: Duration) -> Bool {
    let last = looked
    looked = time
    return faults.contains { fault in
      fault.kind == kind && fault.isActive(at: time) && last.map { fault.start > $0 } ?? true
    }
  }

  /// Returns the first time after `time` at which a fault begins or ends; `nil` when there is none.
  func nextChange(after time: Duration) -> Duration? {
    faults.lazy.flatMap { [$0.start, $0.end ?? $0.start] }.filter { $0 > time }.min()
  }

  /// Returns the bytes that replace a slice for all readers of a mountpoint.
  mutating func damaged(_ slice: [UInt8], of mountpoint: String, at time: Duration) -> [UInt8] {
    guard let damage else { return slice }
    let active = faults.filter { fault in
      fault.kind.target == .stream && fault.isActive(at: time) && fault.concerns(mountpoint)
    }
    guard !active.isEmpty || memories[mountpoint]?.held.isEmpty == false else { return slice }
    var memory =
      memories[mountpoint]
      ?? StreamDamage.Memory(
        chance: Xoshiro256(seed: seed ^ mountpoint.fingerprint, part: "caster stream"))
    defer { memories[mountpoint] = memory }
    return damage.apply(slice, active, &memory)
  }

  /// Divides a slice into chunks of random length, and returns the pieces of the chunks.
  ///
  /// Each chunk consists of three pieces: its length, its data and its end.
  mutating func chunks(of slice: [UInt8]) -> [[UInt8]] {
    var (pieces, rest) = ([[UInt8]](), slice[...])
    while !rest.isEmpty {
      let data = rest.prefix(1 + Int(chunkChance.next() % Self.longestChunk))
      rest.removeFirst(data.count)
      let mark = chunkChance.next() % 2 == 0 ? "" : ";part=1"
      pieces.append(ChunkEncoder.head(ofLength: data.count, extension: mark))
      pieces.append(Array(data))
      pieces.append([.carriageReturn, .lineFeed])
    }
    return pieces
  }

  /// The maximum length of a chunk in bytes; shorter than most frames, so that chunks divide frames.
  private static var longestChunk: UInt64 { 97 }
}

extension CasterFault {
  /// Returns whether the faults differ at most in their times.
  fileprivate func isLike(_ other: CasterFault) -> Bool {
    var shifted = other
    (shifted.start, shifted.end) = (start, end)
    return shifted == self
  }
}

extension String {
  /// The 64-bit FNV-1a hash of the name: the same on every machine.
  fileprivate var fingerprint: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
