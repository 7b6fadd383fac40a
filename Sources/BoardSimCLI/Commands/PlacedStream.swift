internal import GNSSBasics
internal import NtripProtocol
internal import TextOutput

/// A mountpoint of a sourcetable, and its distance.
struct PlacedStream {
  private let record: StreamRecord
  /// The distance, km; `nil` without a reference place, or without a position in the table.
  private let distance: Double?
  private let showsDistance: Bool

  /// Returns the mountpoints by distance from a place, those without a position last.
  ///
  /// Without a place, they keep their order.
  static func sorted(_ streams: [StreamRecord], near place: GeodeticPosition?) -> [PlacedStream] {
    let placed = streams.map { PlacedStream($0, near: place) }
    guard place != nil else { return placed }
    // Equal distances keep the order of the table.
    return placed.enumerated().sorted { a, b in
      let (near, far) = (a.element.distance ?? .infinity, b.element.distance ?? .infinity)
      return near == far ? a.offset < b.offset : near < far
    }.map(\.element)
  }

  private init(_ record: StreamRecord, near place: GeodeticPosition?) {
    self.record = record
    showsDistance = place != nil
    guard let place, let own = record.place else {
      distance = nil
      return
    }
    distance = place.greatCircleDistance(to: own) / 1000
  }

  /// The mountpoint as a line of text.
  var row: String {
    let place = [record.latitude, record.longitude].map { $0.map { "\($0)" } ?? "-" }
      .joined(separator: ",")
    let row =
      "\(record.mountpoint.padded(to: 20)) \(distanceColumn)\(record.format.padded(to: 10)) "
      + "\(place.padded(to: 18)) \(record.navigationSystem.padded(to: 20)) \(record.formatDetails)"
    return row.withControlsEscaped
  }

  private var distanceColumn: String {
    guard showsDistance else { return "" }
    var text: [UInt8] = []
    if let distance { text.append(decimal: distance, decimals: 1) } else { text.append(0x2D) }
    let number = String(decoding: text, as: UTF8.self)
    return String(repeating: " ", count: max(0, 8 - number.count)) + number + " km "
  }

  /// The stream as a JSON object.
  var json: String {
    var json = JSONWriter()
    json.object { writeMembers(to: &$0) }
    return json.text
  }

  /// Writes the fields of the record, and the distance when a place was given.
  private func writeMembers(to json: inout JSONWriter) {
    json.member("mountpoint", record.mountpoint)
    json.member("identifier", record.identifier)
    json.member("format", record.format)
    json.member("format_details", record.formatDetails)
    json.member("carrier", record.carrier)
    json.member("navigation_system", record.navigationSystem)
    json.member("network", record.network)
    json.member("country", record.country)
    json.member("latitude", exactly: record.latitude)
    json.member("longitude", exactly: record.longitude)
    if showsDistance { json.member("distance_km", distance, decimals: 3) }
    json.member("needs_position", record.needsPosition)
    json.member("network_solution", record.isNetworkSolution)
    json.member("generator", record.generator)
    json.member("compression", record.compression)
    json.member("authentication", record.authentication.rawValue)
    json.member("fee", record.hasFee)
    json.member("bitrate", record.bitrate)
    json.member("miscellaneous", record.miscellaneous)
  }

  /// Returns a GeoJSON FeatureCollection of points; a mountpoint without a position has a null geometry.
  static func geoJSON(_ streams: [PlacedStream]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "FeatureCollection")
      json.array("features") { json in
        for stream in streams { json.object { stream.writeFeature(to: &$0) } }
      }
    }
    return json.text
  }

  private func writeFeature(to json: inout JSONWriter) {
    json.member("type", "Feature")
    if let place = record.place {
      json.object("geometry") { json in
        json.member("type", "Point")
        json.array("coordinates") { json in  // longitude first
          json.value(exactly: place.longitude)
          json.value(exactly: place.latitude)
        }
      }
    } else {
      json.member("geometry", nil as String?)
    }
    json.object("properties") { writeMembers(to: &$0) }
  }
}

extension StreamRecord {
  /// The station's position; `nil` when the table has none, which it may write as 0, 0.
  fileprivate var place: GeodeticPosition? {
    guard let latitude, let longitude, latitude != 0 || longitude != 0 else { return nil }
    return GeodeticPosition(latitude: latitude, longitude: longitude, height: 0)
  }
}
