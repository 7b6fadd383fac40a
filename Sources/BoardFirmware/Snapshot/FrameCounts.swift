/// Frames counted by message type.
public struct FrameCounts: Hashable, Sendable {
  private var counts: [UInt16: Int] = [:]
  /// Frames too short to have a type.
  public private(set) var untyped = 0
  /// Creates counts of zero.
  public init() {}
  /// Counts one frame.
  public mutating func count(_ type: UInt16?) {
    if let type { counts[type, default: 0] += 1 } else { untyped += 1 }
  }
  /// All frames.
  public var total: Int { untyped + counts.values.reduce(0, +) }
  /// Types in ascending order.
  public var byType: [(type: UInt16, count: Int)] {
    counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
  /// Frames of one type.
  public subscript(type: UInt16) -> Int { counts[type] ?? 0 }
}
