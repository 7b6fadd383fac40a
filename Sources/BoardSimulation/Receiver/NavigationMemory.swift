/// The sky in a receiver's battery-backed memory.
struct NavigationMemory: Hashable, Sendable {
  /// Board time of the last position, when all that a quick start needs was known; `nil` for never.
  private var lastFix: Duration?
  /// Whether ephemerides have been kept since.
  private var hasEphemerides = false

  /// The time for which ephemerides can be used.
  ///
  /// Source: u-blox receiver description, operating modes: a hot start is one within four hours.
  static let ephemerisValidity = Duration.seconds(4 * 3600)

  /// An empty memory, as delivered.
  init() {}

  /// Notes a position.
  mutating func recordFix(at now: Duration) {
    lastFix = now
    hasEphemerides = true
  }

  /// Returns the kind of start of a receiver with this memory.
  func start(at now: Duration) -> StartKind {
    guard let lastFix else { return .cold }
    return hasEphemerides && now - lastFix <= Self.ephemerisValidity ? .hot : .warm
  }

  /// Forgets what a mask of CFG-RST (`navBbrMask`) names.
  ///
  /// 0x0000 is a hot start, 0x0001 (ephemerides) a warm one, 0xFFFF a cold one. Of the other bits those of
  /// almanac (1), position (4) and time (8) matter here: with ephemerides too nothing is left to start from.
  mutating func clear(_ mask: UInt16) {
    let (ephemerides, foundations): (UInt16, UInt16) = (1 << 0, 1 << 1 | 1 << 4 | 1 << 8)
    guard mask & (ephemerides | foundations) != 0 else { return }
    hasEphemerides = false
    if mask & ephemerides != 0, mask & foundations != 0 { lastFix = nil }
  }
}

/// The kind of a receiver's start, by its knowledge when it begins to search.
enum StartKind: String, Hashable, Sendable {
  /// Nothing.
  case cold
  /// Time, position and almanac.
  case warm
  /// Ephemerides too.
  case hot
}

/// The reset that CFG-RST asks for.
struct ReceiverReset: Hashable, Sendable {
  /// The memory to be cleared, by the bits of `navBbrMask`.
  var cleared: UInt16
  /// The part to begin anew, or to stop.
  var scope: Scope

  /// The modes of `resetMode`.
  enum Scope: Hashable, Sendable {
    /// The receiver: hardware at once (0) or after a shutdown (4), or its software (1).
    case receiver
    /// Only what navigates (2).
    case navigation
    /// Navigation stops (8), and goes on (9).
    case stop, start
  }

  /// Reads a payload; `nil` for a length or a mode that the interface description does not have.
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
