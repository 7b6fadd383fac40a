internal import GNSSBasics

/// A table of the stations most recently named in a stream, at most four.
struct StationTable: Hashable, Sendable {
  private struct Station: Hashable, Sendable {
    var id: UInt16
    var position: ECEFPosition?
    var hasGLONASSBiases = false
  }

  /// The stations; the one named last is at the end.
  private var stations: [Station] = []
  private static let capacity = 4

  /// Creates a table without stations.
  init() {}

  /// Records the position of a station's antenna (1005 or 1006).
  mutating func record(position: ECEFPosition, of id: UInt16) {
    update(id) { $0.position = position }
  }

  /// Records that a station sent its receiver type or its GLONASS biases (1033 or 1230).
  mutating func recordGLONASSBiases(of id: UInt16) {
    update(id) { $0.hasGLONASSBiases = true }
  }

  /// Returns the position of a station's antenna; `nil` if the stream never contained it.
  func position(of id: UInt16) -> ECEFPosition? {
    stations.first { $0.id == id }?.position
  }

  /// Whether a station's GLONASS phase biases are known.
  func hasGLONASSBiases(of id: UInt16) -> Bool {
    stations.contains { $0.id == id && $0.hasGLONASSBiases }
  }

  /// The station whose position was named last; `nil` without one.
  var lastWithPosition: UInt16? { stations.last { $0.position != nil }?.id }

  private mutating func update(_ id: UInt16, _ change: (inout Station) -> Void) {
    var station = Station(id: id)
    if let index = stations.firstIndex(where: { $0.id == id }) {
      station = stations.remove(at: index)
    } else if stations.count == Self.capacity {
      stations.removeFirst()
    }
    change(&station)
    stations.append(station)
  }
}
