/// The schedule of positions sent to a caster: one when the stream begins, then one per interval.
///
/// Casters drop readers that send more than one sentence per second, readers that send a sentence
/// without a fix, and readers that stay silent for five minutes. Reports without a position are
/// therefore not sent, the last good report is repeated, and the interval is at least one second.
public struct GGASchedule: Hashable, Sendable {
  /// The shortest interval that casters tolerate: 1 s.
  public static let shortestInterval = Duration.seconds(1)
  /// The default interval: 10 s.
  public static let usualInterval = Duration.seconds(10)

  /// The time between two sentences.
  public let interval: Duration
  /// The last report with a position.
  public private(set) var latest: GGASentence?
  /// The time at which a sentence was last sent on this connection.
  public private(set) var lastSent: Duration?
  /// Whether the caster does not evaluate the place to which the last sentence was sent.
  private var isUnheard = false

  /// Creates a schedule; an interval below ``shortestInterval`` is raised to it.
  public init(every interval: Duration, latest: GGASentence? = nil) {
    self.interval = max(interval, Self.shortestInterval)
    if let latest { report(latest) }
  }

  /// Stores a new position; a report of quality 0 is ignored.
  public mutating func report(_ sentence: GGASentence) {
    if sentence.quality != .invalid { latest = sentence }
  }

  /// The time at which the next sentence is due; zero before the first sentence, `nil` without a position.
  public var nextDue: Duration? {
    guard latest != nil else { return nil }
    return lastSent.map { $0 + (isUnheard ? Self.shortestInterval : interval) } ?? .zero
  }

  /// Returns the sentence to send now and records it as sent; `nil` when none is due.
  public mutating func takeDue(at now: Duration) -> GGASentence? {
    guard let latest, let due = nextDue, due <= now else { return nil }
    noteSent(at: now)
    return latest
  }

  /// Records the latest position as sent, for example in the head of a request.
  mutating func noteSent(at now: Duration) {
    lastSent = now
    isUnheard = false
  }

  /// Records the last sentence as not evaluated; the next one is due after ``shortestInterval``.
  mutating func noteUnheard() { isUnheard = true }
}
