internal import Mathematics

/// The defects of a part.
///
/// Each part simulates the defects that it can have (``BoardFault/Kind/parts``) and ignores the others.
public struct PartDefects: Hashable, Sendable {
  /// A set of defects without parameters.
  public struct Flags: OptionSet, Hashable, Sendable {
    /// The bits of the defects.
    public let rawValue: UInt16
    /// Creates a set from the bits of its defects.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The part has fallen back to its boot loader.
    public static let bootMode = Self(rawValue: 1 << 0)
    /// The part reports the identity of another part.
    public static let wrongID = Self(rawValue: 1 << 1)
    /// The part's checksums are wrong.
    public static let crc = Self(rawValue: 1 << 2)
    /// The part never reports a new result.
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

  /// A slow drift from the truth.
  public struct Drift: Hashable, Sendable {
    /// The board time at which the drift began.
    public var start: Duration
    /// The growth of the drift per hour, as a share of the truth.
    public var hourlyRate: Double

    /// Returns the factor by which the true value is multiplied at a time.
    public func factor(at time: Duration) -> Double {
      1 + hourlyRate * max((time - start).inSeconds, 0) / 3600
    }
  }

  /// The present defects without parameters.
  public var flags = Flags()
  /// The drift from the truth; `nil` for none.
  public var drift: Drift?

  /// Creates the defects of a sound part: none.
  public init() {}

  /// The defects of a receiver that concern its signals, and so every antenna nearby.
  var ofSignals: PartDefects {
    var defects = PartDefects()
    defects.flags = flags.intersection([.noFix, .float, .jam])
    return defects
  }

  /// Whether the part has a defect.
  public func contains(_ flag: Flags) -> Bool { flags.contains(flag) }
}
