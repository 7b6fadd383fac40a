/// An optional integer in the memory of an integer.
///
/// The number that stands for `nil` fits no field of an MSM, and is at neither end of the integer's range,
/// where clamped values are.
struct CompactOptional<Integer: FixedWidthInteger & BitwiseCopyable & Sendable>: Hashable, Sendable,
  BitwiseCopyable
{
  private var stored: Integer

  /// Creates an optional integer from one in more memory.
  @inline(always)
  init(_ value: Integer?) { stored = value ?? Self.none }

  /// The integer; `nil` when there is none.
  @inline(always)
  var value: Integer? { stored == Self.none ? nil : stored }

  /// The number that stands for `nil`.
  @inline(always)
  private static var none: Integer { Integer(truncatingIfNeeded: 0x6A6A_6A6A) }
}
