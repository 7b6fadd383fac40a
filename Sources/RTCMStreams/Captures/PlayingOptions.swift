internal import Mathematics

/// From where on a capture is played, and as of which date.
public struct PlayingOptions: Hashable, Sendable {
  /// The treatment of pauses, of more than ten intervals.
  public enum Gaps: Hashable, Sendable {
    /// They last as long as they did.
    case kept
    /// They last for one interval; the epochs before and behind stay as far apart as they were.
    case closed
  }

  /// The time in the capture at which the first pass begins.
  public var offset: Duration
  /// The treatment of pauses.
  public var gaps: Gaps
  /// The date at which the first slice is due; `nil` leaves that of the capture.
  ///
  /// From then on each epoch is due at the time that it says. Orbits can be moved by multiples of some
  /// seconds only (see ``CapturePlayer``). So a capture that is repeated begins up to so many seconds
  /// further in it, one that is played once up to so many later.
  public var date: UnixTime?

  /// Creates options; by default a capture is played from its beginning, as it was recorded.
  public init(offset: Duration = .zero, gaps: Gaps = .kept, date: UnixTime? = nil) {
    self.offset = offset
    self.gaps = gaps
    self.date = date
  }
}

extension PlayingOptions {
  /// Returns the time in the capture at which the first pass begins, and its delay in milliseconds.
  func beginning(
    in plan: RedatingPlan, _ mode: CapturePlayer.Mode
  ) -> (origin: Duration, shift: Int) {
    guard let date, let time = GPSTime(date), plan.passLength > 0 else { return (offset, 0) }
    let whole = Int((time.nanoseconds - plan.firstEpoch.nanoseconds) / 1_000_000)
    let wanted = whole - Int(offset / .milliseconds(1))
    let steps = mode == .looping ? wanted : wanted + plan.grid - 1
    let shift = steps.dividedRoundingDown(by: plan.grid).quotient * plan.grid
    return (.milliseconds(whole - shift), shift)
  }
}
