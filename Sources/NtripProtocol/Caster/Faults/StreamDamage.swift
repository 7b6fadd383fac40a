public import Mathematics

/// The damage that faults do to the frames of a stream.
///
/// The caster itself does not parse frames; the caller supplies a closure that does.
public struct StreamDamage: Sendable {
  /// The state of one mountpoint's damage between two slices.
  public struct Memory: Hashable, Sendable {
    /// The bytes held back, to be sent after the next frame.
    public var held: [UInt8] = []
    /// The stream's own random generator.
    public var chance: Xoshiro256

    init(chance: Xoshiro256) { self.chance = chance }
  }

  let apply: @Sendable ([UInt8], [CasterFault], inout Memory) -> [UInt8]

  /// Creates the damage.
  ///
  /// - Parameter apply: The closure that damages a slice of whole frames. It takes the slice, the
  ///   active faults `flip`, `double`, `reorder` and `halve`, possibly none, and the state; it
  ///   returns the bytes to send instead.
  public init(
    _ apply: @escaping @Sendable ([UInt8], [CasterFault], inout Memory) -> [UInt8]
  ) {
    self.apply = apply
  }
}
