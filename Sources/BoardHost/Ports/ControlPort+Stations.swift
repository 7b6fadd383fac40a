internal import BoardFirmware
internal import BoardSimulation
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import OpenData
internal import TextOutput
internal import VirtualBoard

extension ControlPort {
  /// Adds the stations around a board to its routes.
  static func addStations(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/stations", id: "listStations",
        "The base of the corrections, as far as it is known, and the stations of the region's open data",
        answer: .forms(
          "The stations as GeoJSON (RFC 7946); heights are above the ellipsoid",
          [(type: GeoJSON.type, schema: "Stations")]))
    ) { $1.listStations }
  }
}

extension BoardControl {
  /// Answers with the stations; the board is asked for a base that only its link knows.
  fileprivate func listStations(_ request: HTTPRequest) -> HTTPReply {
    .later { [runner, known = board.base] whenDone in
      runner.ask { board, _ in
        whenDone(.now(HTTPResponse(stationsAnd: known ?? board?.outsideBase)))
      }
    }
  }
}

extension HTTPResponse {
  /// Creates the response with the region's stations, and a base if it is known.
  fileprivate init(stationsAnd base: BaseStation?) {
    var json = JSONWriter()
    json.object { json in
      json.member("type", "FeatureCollection")
      json.array("features") { json in
        if let base { json.feature(of: base) }
        for station in OpenDataStation.all { json.feature(of: station) }
      }
    }
    self.init(
      status: 200, fields: [HTTPField("Content-Type", GeoJSON.type)], body: json.bytes)
  }
}

/// GeoJSON (RFC 7946).
private enum GeoJSON {
  static let type = "application/geo+json"
}

extension JSONWriter {
  fileprivate mutating func feature(of base: BaseStation) {
    feature(at: GeodeticPosition(base.position)) { json in
      json.member("kind", "base")
      json.member("id", base.id)
    }
  }

  fileprivate mutating func feature(of station: OpenDataStation) {
    feature(at: station.position) { json in
      json.member("kind", "region")
      json.member("id", station.id)
      json.member("name", station.name)
      json.member("municipality", station.town)
      json.member("province", station.province)
      json.member("network", station.network == .air ? "air" : "weather")
      json.member("open", station.isOpen)
      json.array("quantities") { json in
        for quantity in station.quantities { json.value(quantity.rawValue) }
      }
    }
  }

  /// Writes a feature that is a point; `properties` writes the members of its properties.
  private mutating func feature(
    at position: GeodeticPosition, _ properties: (inout JSONWriter) -> Void
  ) {
    object { json in
      json.member("type", "Feature")
      json.object("geometry") { json in
        json.member("type", "Point")
        json.array("coordinates") { json in
          json.value(position.longitude, decimals: 9)
          json.value(position.latitude, decimals: 9)
          json.value(position.height, decimals: 4)
        }
      }
      json.object("properties", properties)
    }
  }
}
