/// The status of the card.
public struct CardStatus: Hashable, Sendable {
  /// The state of the card, as far as the firmware knows it.
  public enum State: Hashable, Sendable, CaseIterable {
    /// Nothing was written yet.
    case starting
    /// There is none.
    case absent
    /// The last line was written.
    case ok
    /// The last line was lost.
    case failed

    /// The word for it in JSON.
    public var name: String {
      switch self {
      case .starting: "starting"
      case .absent: "absent"
      case .ok: "ok"
      case .failed: "failed"
      }
    }
  }

  /// The card's state.
  public var state = State.starting
  /// The file that was written last.
  public var file: String?
  /// Lines written since boot, headers not counted.
  public var lines = 0
  /// Lines that could not be written.
  public var lostLines = 0
  /// The fault of the last line, if any.
  public var error: String?

  /// Creates the status of a card that nothing was written to.
  public init() {}
}
