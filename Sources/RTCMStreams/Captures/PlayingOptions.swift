internal import Mathematics

/// The starting point, treatment of pauses and date of a capture's playback.
public struct PlayingOptions: Hashable, Sendable {
  /// The treatment of pauses longer than ten intervals.
  public enum Gaps: Hashable, Sendable {
    /// Pauses last as long as in the recording.
    case kept
    /// A pause lasts one interval; the epochs before and after it keep their times.
    case closed
  }

  /// The time in the capture at which the first pass begins.
  public var offset: Duration
  /// The treatment of pauses longer than ten intervals.
  public var gaps: Gaps
  /// The date at which the first slice is due; `nil` keeps the date of the capture.
  ///
  /// From then on, each epoch is due at its own time. Orbits can be moved only by multiples of some seconds
  /// (see ``CapturePlayer``), the step. A looped capture therefore begins up to one step further into the
  /// recording; a capture played once begins up to one step later.
  public var date: UnixTime?

  /// Creates options; the defaults play a capture from its beginning, as recorded.
  public init(offset: Duration = .zero, gaps: Gaps = .kept, date: UnixTime? = nil) {
    self.offset = offset
    self.gaps = gaps
    self.date = date
  }
}

extension PlayingOptions {
  /// Returns the time in the capture at which the first pass begins, and the shift of the first pass in
  /// milliseconds.
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
