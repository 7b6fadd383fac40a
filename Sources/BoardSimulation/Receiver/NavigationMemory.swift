/// A receiver's battery-backed memory of the sky.
struct NavigationMemory: Hashable, Sendable {
  /// The board time of the last position, when all data for a quick start was known; `nil` for none.
  private var lastFix: Duration?
  /// Whether the ephemerides of that time are still stored.
  private var hasEphemerides = false

  /// The time for which ephemerides are valid.
  ///
  /// Source: u-blox receiver description, operating modes: a hot start is one within four hours.
  static let ephemerisValidity = Duration.seconds(4 * 3600)

  /// Creates an empty memory, as delivered.
  init() {}

  /// Records a position at a board time.
  mutating func recordFix(at now: Duration) {
    lastFix = now
    hasEphemerides = true
  }

  /// Returns the kind of start for a receiver with this memory.
  func start(at now: Duration) -> StartKind {
    guard let lastFix else { return .cold }
    return hasEphemerides && now - lastFix <= Self.ephemerisValidity ? .hot : .warm
  }

  /// Clears the data named by a mask of CFG-RST (`navBbrMask`).
  ///
  /// 0x0000 is a hot start, 0x0001 (ephemerides) a warm one, 0xFFFF a cold one. Of the other bits, almanac
  /// (1), position (4) and time (8) have an effect here: cleared together with ephemerides, they make the
  /// start cold.
  mutating func clear(_ mask: UInt16) {
    let (ephemerides, foundations): (UInt16, UInt16) = (1 << 0, 1 << 1 | 1 << 4 | 1 << 8)
    guard mask & (ephemerides | foundations) != 0 else { return }
    hasEphemerides = false
    if mask & ephemerides != 0, mask & foundations != 0 { lastFix = nil }
  }
}

/// The kind of a receiver's start, by its knowledge at the beginning of the search.
enum StartKind: String, Hashable, Sendable {
  /// A start without any knowledge.
  case cold
  /// A start with time, position and almanac.
  case warm
  /// A start with time, position, almanac and ephemerides.
  case hot
}

/// A reset requested by CFG-RST.
struct ReceiverReset: Hashable, Sendable {
  /// The memory to clear, as bits of `navBbrMask`.
  var cleared: UInt16
  /// The part of the receiver to restart or stop.
  var scope: Scope

  /// The parts of the receiver that a `resetMode` concerns.
  enum Scope: Hashable, Sendable {
    /// The whole receiver: hardware at once (0) or after a shutdown (4), or its software (1).
    case receiver
    /// Navigation only (2).
    case navigation
    /// A stop (8) or a start (9) of navigation.
    case stop, start
  }

  /// Decodes a payload; `nil` for a length or a mode outside the interface description.
  init?(decoding payload: Span<UInt8>) {
    guard payload.count == 4 else { return nil }
    cleared = UInt16(payload[0]) | UInt16(payload[1]) << 8
    switch payload[2] {
    case 0, 1, 4: scope = .receiver
    case 2: scope = .navigation
    case 8: scope = .stop
    case 9: scope = .start
    default: return nil
    }
  }
}
