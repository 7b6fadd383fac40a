internal import AirStatistics
internal import AppServer
internal import GNSSBasics
internal import HTTPMessages
internal import OpenData
internal import TextOutput

/// The statistics of rows: clusters, quartiles, and stations nearby.
///
/// Each is computed as the apps do it, and with unknown values left out.
struct StatisticsDesk: Sendable {
  let store: any Store
  let openData: OpenDataServer
  let now: UnixTime

  /// The greatest number of rows in a query's period.
  var rowLimit = 200_000

  /// Returns the response to a query for statistics.
  func answer(_ question: Question, _ request: HTTPRequest) async -> HTTPResponse {
    let query = RowQuery(request: request, now: now)
    do {
      let period = try period(in: query)
      let rows = try await rows(in: period)
      var json = JSONWriter()
      try json.object { json in
        json.member("from", period.lowerBound.timestamp)
        json.member("to", period.upperBound.timestamp)
        json.member("rows", rows.count)
        switch question {
        case .clusters: try write(clustersOf: rows, query.radius(default: 250), to: &json)
        case .quartiles: try write(quartilesOf: rows, query, period, to: &json)
        case .stations: try write(stationsNear: rows, query, period, to: &json)
        }
      }
      return HTTPResponse(status: 200, json: json.bytes)
    } catch let error as StoreError {
      return HTTPResponse(status: 503, error: error.description)
    } catch let error as RowQuery.Invalid {
      return HTTPResponse(status: 400, error: error.text)
    } catch {
      return HTTPResponse(status: 500, error: "\(error)")
    }
  }

  /// A kind of statistics.
  enum Question: Sendable {
    case clusters, quartiles, stations
  }

  // MARK: Rows

  private func rows(in period: ClosedRange<UnixTime>) async throws -> [AirRow] {
    var rows: [AirRow] = []
    while true {
      let page = try await store.rows(in: period, after: rows.last.map(RowCursor.init), limit: 1000)
      rows += page
      guard rows.count <= rowLimit else {
        throw RowQuery.Invalid(
          text: "there are more than \(rowLimit) rows in this period; ask for a shorter one")
      }
      if page.count < 1000 { return rows }
    }
  }

  private func period(in query: RowQuery) throws -> ClosedRange<UnixTime> {
    let (start, end) = try query.ends()
    guard start <= end else { throw RowQuery.Invalid(text: "from must not be after to") }
    return start...end
  }

  // MARK: Clusters

  private func write(
    clustersOf rows: [AirRow], _ radius: Double, to json: inout JSONWriter
  ) {
    let samples = rows.map(PlacedSample.init)
    json.member("radius", radius, decimals: 1)
    json.array("clusters") { json in
      for cluster in SampleCluster.all(of: samples, radius: radius) { write(cluster, to: &json) }
    }
    json.array("as_air_quality") { json in
      for cluster in SampleCluster.asAirQuality(samples, radius: radius) {
        write(cluster, to: &json)
      }
    }
  }

  private func write(_ cluster: SampleCluster, to json: inout JSONWriter) {
    json.object { json in
      json.members(of: cluster.center)
      json.member("count", cluster.members.count)
      json.object("means") { json in
        for (field, mean) in zip(RowQuery.fields, cluster.means) {
          json.member(field.name, exactly: mean)
        }
      }
    }
  }

  // MARK: Quartiles

  private func write(
    quartilesOf rows: [AirRow], _ query: RowQuery, _ period: ClosedRange<UnixTime>,
    to json: inout JSONWriter
  ) throws {
    let field = try query.field()
    let board = rows.compactMap { row in row[field].map { TimedValue($0, at: row.time) } }
    var station: [TimedValue] = []
    if let name = query.request.parameter("station") {
      guard let series = series(of: field, period).first(where: { $0.name == name }) else {
        throw RowQuery.Invalid(
          text: "no station '\(name.prefix(60))' measured \(field.name) in this period; "
            + "/api/v1/stations/statistics?field=\(field.name) lists those that did")
      }
      station = series.values
    }
    json.member("field", field.name)
    for (name, pair) in [
      ("quartiles", QuartilePair(board: board, stations: station)),
      ("as_moqa", QuartilePair.asMOQA(board: board, stations: station)),
    ] {
      json.object(name) { json in
        json.member("board") { $0.value(pair.board) }
        json.member("station") { $0.value(pair.stations) }
      }
    }
  }

  // MARK: Stations

  private func write(
    stationsNear rows: [AirRow], _ query: RowQuery, _ period: ClosedRange<UnixTime>,
    to json: inout JSONWriter
  ) throws {
    let (field, radius) = (try query.field(), try query.radius(default: 250))
    let samples = rows.map { row in
      PlacedSample(
        time: row.time, latitude: row[.latitude], longitude: row[.longitude], values: [row[field]])
    }
    let records = series(of: field, period).map { series in
      StationRecord(name: series.name, place: series.place, series: [series.values])
    }
    json.member("field", field.name)
    json.member("radius", radius, decimals: 1)
    json.array("stations") { json in
      for near in StationNeighborhood.all(
        of: records, samples: samples, radius: radius, period: period)
      {
        json.object { json in
          json.member("station", near.name)
          json.members(of: near.place)
          json.object("rows") { $0.members(of: near.samples.first) }
          json.object("measured") { $0.members(of: near.station.first) }
        }
      }
    }
  }

  /// Returns the measurements of a field by the region's stations.
  ///
  /// The result is empty for fields that no station measures, such as volatile organic compounds.
  private func series(
    of field: Quantity, _ period: ClosedRange<UnixTime>
  ) -> [(name: String, place: SurfacePoint, values: [TimedValue])] {
    guard let quantity = field.openDataQuantity else { return [] }
    return (OpenDataStation.weather + OpenDataStation.air).flatMap { station in
      station.sensors.filter { $0.quantity == quantity }.compactMap { sensor in
        let values = openData.values(of: sensor.id, in: period, at: now)
        guard !values.isEmpty else { return nil }
        let place = SurfacePoint(
          latitude: station.position.latitude, longitude: station.position.longitude)
        return (station.name, place, values.map { TimedValue($0.value, at: $0.time) })
      }
    }
  }
}

extension PlacedSample {
  /// Creates a sample from a row's eleven measured values.
  fileprivate init(_ row: AirRow) {
    self.init(
      time: row.time, latitude: row[.latitude], longitude: row[.longitude],
      values: Array(row.values.prefix(11)))
  }
}
