/// A kind of event of a board, as a stream of events names it.
enum EventKind: String, Hashable, Sendable, CaseIterable {
  /// A new sample, with the truth at its time.
  case sample
  /// A new status.
  case status
  /// The satellites that the receiver reports beside the true sky, each second of real time.
  case sky
  /// A request to the data port, with its answer.
  case request
  /// A driver mistake that real hardware would punish, a lost part, or the first of its kind in an app's requests.
  case finding
  /// A change of the faults: one was given, begins or ends.
  case fault
  /// A change of the clock's pace.
  case clock
  /// A change of the card's state.
  case card
  /// A sign of life, each second of real time.
  case beat
  /// A gap: events that the client missed are not kept any more.
  case reset

  /// Reads a list of names separated by commas.
  ///
  /// - Returns: The kinds; `nil` for a list with an unknown or an empty name.
  static func list(_ text: String) -> Set<Self>? {
    let kinds = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Self(rawValue: String($0))
    }
    return kinds.contains(nil) ? nil : Set(kinds.compactMap { $0 })
  }
}
