/// The lines of a file that could not be read as a track: their number, and the first of them.
package struct TrackFaults: Hashable, Sendable {
  /// The number of unreadable lines.
  package private(set) var count = 0
  /// The first unreadable line: its place and its fault.
  package private(set) var first: String?

  /// Creates an empty list.
  package init() {}

  /// Creates the list of faults that were counted elsewhere.
  package init(count: Int, first: String?) { (self.count, self.first) = (count, first) }

  /// Adds a fault at a place.
  package mutating func add(_ fault: String, at place: String) {
    count += 1
    if first == nil { first = "\(place): \(fault)" }
  }
}
