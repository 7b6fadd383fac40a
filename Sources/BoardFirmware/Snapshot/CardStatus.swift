/// The status of the card.
public struct CardStatus: Hashable, Sendable {
  /// The state of the card, as far as the firmware knows it.
  public enum State: Hashable, Sendable, CaseIterable {
    /// No write so far.
    case starting
    /// No card in the slot.
    case absent
    /// The last line was written.
    case ok
    /// The last line was lost.
    case failed

    /// The state's name in JSON.
    public var name: String {
      switch self {
      case .starting: "starting"
      case .absent: "absent"
      case .ok: "ok"
      case .failed: "failed"
      }
    }
  }

  /// The state of the card.
  public var state = State.starting
  /// The name of the last file written; `nil` before the first write.
  public var file: String?
  /// The number of lines written since power-on, without headers.
  public var lines = 0
  /// The number of lines that could not be written.
  public var lostLines = 0
  /// The error of the last line; `nil` for none.
  public var error: String?

  /// Creates the status of a card before the first write.
  public init() {}
}
