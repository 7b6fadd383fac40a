public import Mathematics

/// What faults do to a stream, for who knows its frames; the caster itself knows none.
public struct StreamDamage: Sendable {
  /// What is kept of one mountpoint's stream between two slices.
  public struct Memory: Hashable, Sendable {
    /// What comes behind the next frame.
    public var held: [UInt8] = []
    /// The stream's own chance.
    public var chance: Xoshiro256

    init(chance: Xoshiro256) { self.chance = chance }
  }

  let apply: @Sendable ([UInt8], [CasterFault], inout Memory) -> [UInt8]

  /// Creates a damage.
  ///
  /// - Parameter apply: Takes a slice of whole frames, those of the faults `flip`, `double`, `reorder` and
  ///   `halve` that are on, maybe none, and what was kept; returns what is sent instead.
  public init(
    _ apply: @escaping @Sendable ([UInt8], [CasterFault], inout Memory) -> [UInt8]
  ) {
    self.apply = apply
  }
}
