/// A selection of the transfers that a trace shows.
public struct TraceSelection: Hashable, Sendable {
  /// The board time at which the selection begins.
  public var start: Duration
  /// The length of the selection in board time; `nil` for no end.
  public var length: Duration?
  /// The names of the selected parts; empty for all.
  public var parts: Set<String>

  /// Creates a selection; the default is all transfers.
  public init(from start: Duration = .zero, for length: Duration? = nil, parts: Set<String> = []) {
    self.start = start
    self.length = length
    self.parts = parts
  }

  /// Whether the selection contains a transfer with a part.
  public func contains(_ transfer: I2CTransfer, with part: String) -> Bool {
    transfer.start >= start && length.map { transfer.start < start + $0 } ?? true
      && (parts.isEmpty || parts.contains(part))
  }
}
