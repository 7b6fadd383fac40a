import Bytes
import Mathematics

/// The faults of a caster: which are on, for whom, and which of them strikes.
struct CasterTroubles: Sendable {
  /// In the order in which they were given; of several of a kind the last one that strikes counts.
  let faults: [CasterFault]
  let seed: UInt64
  private let damage: StreamDamage?
  /// Each fault draws from its own, so that one more or less changes nothing for the others.
  private var chances: [Xoshiro256]
  private var memories: [String: StreamDamage.Memory] = [:]
  private var chunkChance: Xoshiro256
  /// When it was last looked for faults that begin; `nil` while that was never.
  private var looked: Duration?

  init(_ faults: [CasterFault] = [], seed: UInt64 = 0, damage: StreamDamage? = nil) {
    (self.faults, self.seed, self.damage) = (faults, seed, damage)
    chances = faults.indices.map {
      Xoshiro256(seed: seed &+ UInt64($0) &* 0x9E37_79B9_7F4A_7C15, part: "caster fault")
    }
    chunkChance = Xoshiro256(seed: seed, part: "caster chunks")
  }

  /// Whether there is none: then nothing else need be asked.
  var isEmpty: Bool { faults.isEmpty }

  /// The fault of a kind that strikes who asked for a mountpoint; chance is drawn where it is not certain.
  mutating func strike(
    _ kind: CasterFault.Kind, _ mountpoint: String, at time: Duration
  ) -> CasterFault? {
    strike(mountpoint, at: time) { $0 == kind }
  }

  /// The same for whatever strikes a target.
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
      if fault.probability >= 1 || chances[index].uniform() < fault.probability { return fault }
    }
    return nil
  }

  /// Whether a fault of a kind is on, for anybody.
  func isOn(_ kind: CasterFault.Kind, at time: Duration) -> Bool {
    faults.contains { $0.kind == kind && $0.isActive(at: time) }
  }

  /// Whether a fault of a kind has begun for the caster since this was asked last.
  mutating func hasBegun(_ kind: CasterFault.Kind, at time: Duration) -> Bool {
    let last = looked
    looked = time
    return faults.contains { fault in
      fault.kind == kind && fault.isActive(at: time) && last.map { fault.start > $0 } ?? true
    }
  }

  /// When a fault begins or ends next after a time.
  func nextChange(after time: Duration) -> Duration? {
    faults.lazy.flatMap { [$0.start, $0.end ?? $0.start] }.filter { $0 > time }.min()
  }

  /// Returns the bytes that readers of a mountpoint are sent instead of a slice.
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

  /// A slice in chunks of chance lengths; each chunk's length, data and end are pieces of their own.
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

  /// Shorter than most frames, so that borders are anywhere in them, bytes.
  private static var longestChunk: UInt64 { 97 }
}

extension String {
  /// The 64-bit FNV-1a hash of the name: the same on every machine.
  fileprivate var fingerprint: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
