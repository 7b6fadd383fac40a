/// The transfers that a trace shows.
public struct TraceSelection: Hashable, Sendable {
  /// From when on, board time.
  public var start: Duration
  /// The length in board time; without end when `nil`.
  public var length: Duration?
  /// With which parts, by their names; all when empty.
  public var parts: Set<String>

  /// Creates a selection; of everything unless told otherwise.
  public init(from start: Duration = .zero, for length: Duration? = nil, parts: Set<String> = []) {
    self.start = start
    self.length = length
    self.parts = parts
  }

  /// Whether a transfer with a part belongs to it.
  public func contains(_ transfer: I2CTransfer, with part: String) -> Bool {
    transfer.start >= start && length.map { transfer.start < start + $0 } ?? true
      && (parts.isEmpty || parts.contains(part))
  }
}
