/// Frame counts by message type.
public struct FrameCounts: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let type: UInt16
    var count: Int
  }

  private var entries: [Entry] = []  // sorted by type, ascending

  /// The number of frames whose payload is too short for a message type.
  public private(set) var untyped = 0
  /// The total number of frames, including those without a type.
  public private(set) var total = 0

  /// Creates counts that are all zero.
  public init() {}

  /// Adds `times` frames of a message type to the counts; a `nil` type is a frame without one.
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

  /// The message types seen and the number of frames of each, ascending by type.
  public var byType: [(type: UInt16, count: Int)] { entries.map { ($0.type, $0.count) } }

  /// The number of frames of a message type, 0 for a type not seen.
  public subscript(type: UInt16) -> Int {
    let index = position(of: type)
    return index < entries.count && entries[index].type == type ? entries[index].count : 0
  }

  /// Returns the index of the first entry whose type is not below `type`, by binary search.
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
