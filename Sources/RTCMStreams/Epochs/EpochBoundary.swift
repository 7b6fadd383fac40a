/// Tells where the epochs of a stream end, from what its observation messages say.
///
/// ``EpochAssembler`` says by which rules.
struct EpochBoundary: Sendable {
  /// The knowledge about the flag that says whether more follows.
  private enum Trust { case unknown, trusted, disproved }

  private var trust = Trust.unknown
  private var last: (time: Int64, stationID: UInt16)?
  /// Whether there is an epoch that has not ended.
  private var isOpen = false
  /// Whether the last message said that no more follows.
  private var isSaidToEnd = false
  /// The types of message of the epoch under way.
  private var types: [UInt16] = []
  /// The types of message of the epochs before.
  private var knownTypes: [UInt16] = []

  /// Takes the next observation message.
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

  /// Ends the epoch under way.
  mutating func end() { isOpen = false }

  /// Whether a message is of the last one's epoch: of its time, and of its station or announced by it.
  private func isUnderWay(time: Int64, stationID: UInt16) -> Bool {
    guard let last, last.time == time else { return false }
    return last.stationID == stationID || !isSaidToEnd
  }

  /// Learns from the message after one that said that no more follows.
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
