internal import Mathematics

/// The defects of a part.
///
/// Each part takes those that it can have (``BoardFault/Kind/parts``) and leaves the others.
public struct PartDefects: Hashable, Sendable {
  /// Defects that are there or not.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The defects' bits.
    public let rawValue: UInt16
    /// Creates a set of them.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The part has fallen back to its boot loader.
    public static let bootMode = Self(rawValue: 1 << 0)
    /// The part says that it is another part.
    public static let wrongID = Self(rawValue: 1 << 1)
    /// Its check sums are wrong.
    public static let crc = Self(rawValue: 1 << 2)
    /// The part never has a new result.
    public static let notReady = Self(rawValue: 1 << 3)
    /// The part shows the end of its range.
    public static let saturated = Self(rawValue: 1 << 4)
    /// A receiver's output buffer is full.
    public static let overflow = Self(rawValue: 1 << 5)
    /// A receiver's count of waiting bytes is wrong.
    public static let length = Self(rawValue: 1 << 6)
    /// A receiver sees no satellites.
    public static let noFix = Self(rawValue: 1 << 7)
    /// A receiver cannot fix ambiguities.
    public static let float = Self(rawValue: 1 << 8)
    /// A receiver is jammed.
    public static let jam = Self(rawValue: 1 << 9)
  }

  /// A slow departure from the truth.
  public struct Drift: Hashable, Sendable {
    /// When it began.
    public var start: Duration
    /// The part of the truth by which it grows in an hour.
    public var hourlyRate: Double

    /// Returns the factor of the truth.
    public func factor(at time: Duration) -> Double {
      1 + hourlyRate * max((time - start).inSeconds, 0) / 3600
    }
  }

  /// The present defects.
  public var flags = Flags()
  /// The drift from the truth; `nil` for none.
  public var drift: Drift?

  /// A sound part.
  public init() {}

  /// Whether it has this one.
  public func contains(_ flag: Flags) -> Bool { flags.contains(flag) }
}
