internal import GNSSBasics

/// The stream's announcements of the few stations it last named.
struct StationTable: Hashable, Sendable {
  private struct Station: Hashable, Sendable {
    var id: UInt16
    var position: ECEFPosition?
    var hasGLONASSBiases = false
  }

  /// The station named last comes last.
  private var stations: [Station] = []
  private static let capacity = 4

  /// Creates a table without stations.
  init() {}

  /// Notes where a station's antenna is (1005 or 1006).
  mutating func record(position: ECEFPosition, of id: UInt16) {
    update(id) { $0.position = position }
  }

  /// Notes that a station told its receiver or its GLONASS biases (1033 or 1230).
  mutating func recordGLONASSBiases(of id: UInt16) {
    update(id) { $0.hasGLONASSBiases = true }
  }

  /// Returns the position of a station's antenna; `nil` when the stream never told it.
  func position(of id: UInt16) -> ECEFPosition? {
    stations.first { $0.id == id }?.position
  }

  /// Whether the biases of a station's GLONASS phases are known.
  func hasGLONASSBiases(of id: UInt16) -> Bool {
    stations.contains { $0.id == id && $0.hasGLONASSBiases }
  }

  /// The station that last told its position.
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
