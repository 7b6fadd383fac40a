/// When a position goes upstream: at once when the stream begins, then at an interval.
///
/// Casters drop readers that send more than one sentence a second or a sentence without a fix, and
/// those that stay silent for five minutes. So reports without a position are not sent, the last good
/// one is repeated, and the interval is at least a second.
public struct GGASchedule: Hashable, Sendable {
  /// The shortest interval that casters put up with.
  public static let shortestInterval = Duration.seconds(1)
  /// The interval where nobody asks for another.
  public static let usualInterval = Duration.seconds(10)

  /// Time from one sentence to the next.
  public let interval: Duration
  /// The last report that had a position.
  public private(set) var latest: GGASentence?
  /// When a sentence was last sent on this connection.
  public private(set) var lastSent: Duration?
  /// Whether the last one went where the caster does not look.
  private var isUnheard = false

  /// Creates a schedule; a shorter interval than ``shortestInterval`` is made that long.
  public init(every interval: Duration, latest: GGASentence? = nil) {
    self.interval = max(interval, Self.shortestInterval)
    if let latest { report(latest) }
  }

  /// Takes a new position; one of quality 0 is passed over.
  public mutating func report(_ sentence: GGASentence) {
    if sentence.quality != .invalid { latest = sentence }
  }

  /// When the next sentence is due: any time when none was sent, `nil` while no position is known.
  public var nextDue: Duration? {
    guard latest != nil else { return nil }
    return lastSent.map { $0 + (isUnheard ? Self.shortestInterval : interval) } ?? .zero
  }

  /// The sentence to send now, which is then taken to be sent; `nil` when none is due.
  public mutating func takeDue(at now: Duration) -> GGASentence? {
    guard let latest, let due = nextDue, due <= now else { return nil }
    noteSent(at: now)
    return latest
  }

  /// Takes the latest position as sent, as it is by a request's head.
  mutating func noteSent(at now: Duration) {
    lastSent = now
    isUnheard = false
  }

  /// Takes the last one as not heard: the next is due after ``shortestInterval``.
  mutating func noteUnheard() { isUnheard = true }
}
