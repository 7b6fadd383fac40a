/// Finds the ends of a stream's epochs from its observation messages.
///
/// The rules are in the documentation of ``EpochAssembler``.
struct EpochBoundary: Sendable {
  /// The reliability of the flag that says whether more of the epoch follows.
  private enum Trust { case unknown, trusted, disproved }

  private var trust = Trust.unknown
  private var last: (time: Int64, stationID: UInt16)?
  /// Whether an epoch is under way.
  private var isOpen = false
  /// Whether the last message said that no more follows.
  private var isSaidToEnd = false
  /// The message types of the epoch under way.
  private var types: [UInt16] = []
  /// The message types of earlier epochs.
  private var knownTypes: [UInt16] = []

  /// Adds the next observation message.
  ///
  /// - Returns: Whether the epoch under way ends before this message, and whether the epoch of this
  ///   message ends with it.
  mutating func add(
    time: Int64, stationID: UInt16, messageType: UInt16, isMoreToFollow: Bool
  ) -> (before: Bool, after: Bool) {
    let isSameEpoch = isUnderWay(time: time, stationID: stationID)
    let endsBefore = isOpen && !isSameEpoch
    if isSaidToEnd { judge(isSameEpoch: isSameEpoch) }
    if !isSameEpoch { beginEpoch() }
    if !types.contains(messageType) { types.append(messageType) }
    (last, isSaidToEnd) = ((time, stationID), !isMoreToFollow)
    isOpen = !(isSaidToEnd && isEndBelieved)
    return (endsBefore, !isOpen)
  }

  /// Whether a message belongs to the last message's epoch.
  ///
  /// The message must have the same time, and either the same station or an announcement by the last
  /// message that more follows.
  private func isUnderWay(time: Int64, stationID: UInt16) -> Bool {
    guard let last, last.time == time else { return false }
    return last.stationID == stationID || !isSaidToEnd
  }

  /// Judges the flag by the message that follows one with no more to follow.
  private mutating func judge(isSameEpoch: Bool) {
    if isSameEpoch { trust = .disproved } else if trust == .unknown { trust = .trusted }
  }

  private mutating func beginEpoch() {
    for type in types where !knownTypes.contains(type) { knownTypes.append(type) }
    types = []
  }

  private var isEndBelieved: Bool {
    switch trust {
    case .unknown: false
    case .trusted: true
    case .disproved: !knownTypes.isEmpty && knownTypes.allSatisfy { types.contains($0) }
    }
  }
}
