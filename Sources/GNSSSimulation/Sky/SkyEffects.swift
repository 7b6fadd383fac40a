/// The effects by which observations differ from bare geometry.
package struct SkyEffects: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Thermal noise and reflections.
  package static let noise = SkyEffects(rawValue: 1)
  package static let troposphere = SkyEffects(rawValue: 2)
  package static let ionosphere = SkyEffects(rawValue: 4)
  /// Offset, drift and jumps of receiver clocks.
  package static let clocks = SkyEffects(rawValue: 8)
  /// Cycle slips, and half cycles after the loss of a phase.
  package static let slips = SkyEffects(rawValue: 16)
  /// The Earth's rotation while a signal travels.
  package static let earthRotation = SkyEffects(rawValue: 32)

  /// All effects.
  package static let all = SkyEffects(rawValue: 63)
}
