import Mathematics

/// The schedule of a firmware's activities, without threads: the earliest one due comes first.
///
/// Activities due at the same time are done in the order of ``Activity``, so that the same inputs give
/// the same run.
struct Schedule: Hashable, Sendable {
  /// An activity of the firmware.
  enum Activity: Int, CaseIterable, Hashable, Sendable {
    /// The set-up of the part that is due first.
    case startPart
    case startReceiver
    /// The poll of the receiver, and the transfer of corrections to it.
    case poll
    /// The reading of the other parts, and the writing of the card.
    case sample
  }

  private var dueTimes: [Duration?] = Array(repeating: nil, count: Activity.allCases.count)

  /// The due time of an activity; `nil` when the activity is not due.
  subscript(activity: Activity) -> Duration? {
    get { dueTimes[activity.rawValue] }
    set { dueTimes[activity.rawValue] = newValue }
  }

  /// The activity that is due first, with its due time.
  ///
  /// Polls and samples reschedule themselves, so an activity is always due.
  var next: (activity: Activity, due: Duration) {
    var next = (activity: Activity.poll, due: Duration.seconds(Int64.max / 2))
    for activity in Activity.allCases {
      if let due = dueTimes[activity.rawValue], due < next.due { next = (activity, due) }
    }
    return next
  }

  /// Makes an activity due again, at the next multiple of `interval` after `now`.
  ///
  /// An activity that took longer than its interval skips the missed times and keeps its phase.
  mutating func repeatActivity(_ activity: Activity, every interval: Duration, after now: Duration)
  {
    var due = (self[activity] ?? now) + interval
    if due <= now {
      let missed = (now - due).inNanoseconds / max(interval.inNanoseconds, 1)
      due += interval * Int(clamping: missed + 1)
    }
    self[activity] = due
  }
}
