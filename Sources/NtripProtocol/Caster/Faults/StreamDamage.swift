public import Mathematics

/// The damage that faults do to a stream, by a caller that knows its frames; the caster itself knows none.
public struct StreamDamage: Sendable {
  /// The memory of one mountpoint's stream between two slices.
  public struct Memory: Hashable, Sendable {
    /// The bytes to come behind the next frame.
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
