import Mathematics

/// The schedule of a firmware's activities, without threads: the earliest one due comes first.
///
/// Things due at the same time are done in the order of ``Activity``, so that a run of the same inputs
/// is always the same run.
struct Schedule: Hashable, Sendable {
  /// An activity of the firmware.
  enum Activity: Int, CaseIterable, Hashable, Sendable {
    /// Sets up the part that is due first.
    case startPart
    case startReceiver
    /// Reads the receiver, carries corrections to it.
    case poll
    /// Reads the other parts, writes the card.
    case sample
  }

  private var dueTimes: [Duration?] = Array(repeating: nil, count: Activity.allCases.count)

  /// When an activity is due; `nil` when it is not.
  subscript(activity: Activity) -> Duration? {
    get { dueTimes[activity.rawValue] }
    set { dueTimes[activity.rawValue] = newValue }
  }

  /// The activity that is due first.
  ///
  /// There is always one: polls and samples make themselves due again.
  var next: (activity: Activity, due: Duration) {
    var next = (activity: Activity.poll, due: Duration.seconds(Int64.max / 2))
    for activity in Activity.allCases {
      if let due = dueTimes[activity.rawValue], due < next.due { next = (activity, due) }
    }
    return next
  }

  /// Makes an activity due at its next multiple of `interval` after `now`.
  ///
  /// One that took longer than its interval leaves the missed ones out and keeps its beat.
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
