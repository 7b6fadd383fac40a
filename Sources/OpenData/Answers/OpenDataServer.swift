public import BoardSimulation
public import GNSSBasics
public import HTTPMessages

/// The answer to a request, with the findings about it.
public struct OpenDataAnswer: Hashable, Sendable {
  /// The HTTP response to the request.
  public var response: HTTPResponse
  /// The findings for the app's developer.
  public var findings: [OpenDataFinding] = []
}

/// A server of the region's open data under `/resource/`, in the style of a Socrata portal, and of the weather
/// under `/data/2.5/`, in the style of OpenWeatherMap.
///
/// Nothing is stored. A value is a pure function of the world at the station's place and time. A simulated
/// board beside a station therefore agrees with it, and two servers of one world and seed return the same
/// bytes.
///
/// ```swift
/// let server = OpenDataServer(world: World(scenario: .milanWalk), bootDate: World.defaultBootDate)
/// let request = HTTPRequest(.get, "/resource/647i-nhxk.json?idsensore=5909")
/// server.answer(request, at: World.defaultBootDate).response.status  // 200
/// ```
public struct OpenDataServer: Sendable {
  /// The world whose air the stations measure.
  public var world: World
  /// The date at which the world's board time is zero.
  public var bootDate: UnixTime
  /// The seed of the sensors' outages.
  public var seed: UInt64

  /// The path prefix of the data sets.
  public static let path = "/resource/"
  /// The path prefix of the weather.
  public static let weatherPath = "/data/2.5/"

  /// Creates a server.
  ///
  /// - Parameters:
  ///   - world: The world whose air the stations measure; the server also uses times before its boot.
  ///   - bootDate: The date at which the world's board time is zero.
  ///   - seed: The seed of the sensors' outages.
  public init(world: World, bootDate: UnixTime, seed: UInt64 = 1) {
    self.world = world
    self.bootDate = bootDate
    self.seed = seed
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: Any request; everything except GET and HEAD of a data set or the weather, and OPTIONS, is
  ///     refused.
  ///   - now: The date. No row is later than the region's civil time, which is an hour ahead in summer.
  /// - Returns: The response and the findings; error responses have Socrata's format, those below `/data`
  ///   OpenWeatherMap's.
  public func answer(_ request: HTTPRequest, at now: UnixTime) -> OpenDataAnswer {
    if request.method == .options { return OpenDataAnswer(response: .preflight) }
    if request.path == "/data" || request.path.hasPrefix("/data/") {
      return weather(request, at: now)
    }
    do throws(Refusal) {
      return try delivered(request, at: now)
    } catch { return OpenDataAnswer(response: error.response, findings: error.findings) }
  }

  private func delivered(
    _ request: HTTPRequest, at now: UnixTime
  ) throws(Refusal) -> OpenDataAnswer {
    let (dataSet, format) = try Self.resource(request)
    let query: SoQLQuery
    do throws(SoQLError) {
      query = try SoQLQuery(request.query, of: dataSet.columns)
    } catch { throw Refusal(error) }
    let delivery = delivery(query, of: dataSet, at: now)
    let columns = query.columns.map { dataSet.columns[$0] }
    let body = format.write(delivery.rows, columns)
    return OpenDataAnswer(
      response: .rows(body, format, columns, for: request),
      findings: Self.findings(query, dataSet, delivery))
  }

  /// Returns the rows that answer a query at a date.
  func delivery(_ query: SoQLQuery, of dataSet: DataSet, at now: UnixTime) -> Delivery {
    guard dataSet.isMeasured else { return Delivery(query, from: SensorRows.all(of: dataSet)) }
    let air = StationAir(world: world, bootDate: bootDate, outages: Outages(seed: seed))
    return Delivery(
      query,
      from: MeasuredRows(
        dataSet, where: query.condition, now: LocalNow(now), air: air))
  }

  private static func findings(
    _ query: SoQLQuery, _ dataSet: DataSet, _ delivery: Delivery
  ) -> [OpenDataFinding] {
    var findings: [OpenDataFinding] = []
    if delivery.isCutByDefault { findings.append(.defaultLimitCut) }
    if dataSet.isMeasured, query.condition?.values(of: MeasuredRows.Column.sensor) == nil {
      findings.append(.allRows)
    }
    return findings
  }

  /// Returns the data set and the output format that a path names.
  private static func resource(
    _ request: HTTPRequest
  ) throws(Refusal) -> (DataSet, OpenDataFormat) {
    let known = DataSet.allCases.map(\.rawValue).joined(separator: ", ")
    guard request.path.hasPrefix(path) else {
      throw Refusal(404, "not_found", "the data sets are at \(path)NAME.json; there are \(known)")
    }
    let parts = request.path.dropFirst(path.count).split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let dataSet = DataSet(rawValue: String(parts[0])) else {
      throw Refusal(
        404, "dataset.missing",
        "there is no data set \(String(parts[0]).quoted); there are \(known)"
      )
    }
    guard let format = parts.count > 1 ? OpenDataFormat(rawValue: String(parts[1])) : .json else {
      throw Refusal(
        406, "not_acceptable",
        "there is no format \(String(parts[1]).quoted); there are json, geojson and csv")
    }
    guard request.method == .get || request.method == .head else {
      throw Refusal(
        405, "method_not_allowed", "\(request.method.name.quoted) changes nothing here; use GET")
    }
    return (dataSet, format)
  }
}
