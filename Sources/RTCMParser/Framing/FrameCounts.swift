/// The number of frames of each message type.
public struct FrameCounts: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let type: UInt16
    var count: Int
  }

  private var entries: [Entry] = []  // ascending by type

  /// Frames too short to have a type.
  public private(set) var untyped = 0
  /// All frames.
  public private(set) var total = 0

  /// Creates counts of nothing.
  public init() {}

  /// Counts one frame of a type, or several; `nil` is a frame without one.
  public mutating func count(_ type: UInt16?, times: Int = 1) {
    total &+= times
    guard let type else { return untyped &+= times }
    let index = position(of: type)
    if index < entries.count && entries[index].type == type {
      entries[index].count &+= times
    } else {
      entries.insert(Entry(type: type, count: times), at: index)
    }
  }

  /// The types seen and how often, ascending by type.
  public var byType: [(type: UInt16, count: Int)] { entries.map { ($0.type, $0.count) } }

  /// Returns the number of frames of a type.
  public subscript(type: UInt16) -> Int {
    let index = position(of: type)
    return index < entries.count && entries[index].type == type ? entries[index].count : 0
  }

  /// The index of the first entry whose type is not below `type`.
  private func position(of type: UInt16) -> Int {
    var range = 0..<entries.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if entries[middle].type < type {
        range = (middle + 1)..<range.upperBound
      } else {
        range = range.lowerBound..<middle
      }
    }
    return range.lowerBound
  }
}
