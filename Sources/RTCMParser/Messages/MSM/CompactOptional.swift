/// An optional integer in the memory of an integer.
///
/// The least number of a signed type and the greatest of an unsigned type stand for `nil`; no field of an MSM
/// holds such a number.
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

  @inline(always)
  private static var none: Integer { Integer.isSigned ? .min : .max }
}
