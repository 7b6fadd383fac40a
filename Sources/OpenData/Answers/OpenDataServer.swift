public import BoardSimulation
public import GNSSBasics
public import HTTPMessages
internal import TextOutput

/// What answers a request, and what there is to tell about it.
public struct OpenDataAnswer: Hashable, Sendable {
  /// The response.
  public var response: HTTPResponse
  /// What an app's developer should know.
  public var findings: [OpenDataFinding] = []
  /// How long to hold the response back.
  public var delay: Duration = .zero
}

/// The region's open data under `/resource/`: a portal of Socrata's kind, made from a world.
///
/// Nothing is stored. A value is a pure function of the world at the station's place and time, so that a
/// board beside a station agrees with it, and two servers of one world and seed give the same bytes.
///
/// ```swift
/// let server = OpenDataServer(world: World(scenario: .milanWalk), bootDate: World.defaultBootDate)
/// let request = HTTPRequest(.get, "/resource/647i-nhxk.json?idsensore=5909")
/// server.answer(request, at: World.defaultBootDate).response.status  // 200
/// ```
public struct OpenDataServer: Sendable {
  /// Whose air the stations measure.
  public var world: World
  /// The date at which the world's board time is zero.
  public var bootDate: UnixTime
  /// What the sensors' outages are drawn from.
  public var seed: UInt64

  /// Where the data sets are.
  public static let path = "/resource/"

  /// Creates a portal.
  ///
  /// - Parameters:
  ///   - world: Whose air the stations measure, asked about times before its boot too.
  ///   - bootDate: The date at which its board time is zero.
  ///   - seed: What the sensors' outages are drawn from.
  public init(world: World, bootDate: UnixTime, seed: UInt64 = 1) {
    self.world = world
    self.bootDate = bootDate
    self.seed = seed
  }

  /// Answers a request.
  ///
  /// - Parameters:
  ///   - request: Any; what is no GET or HEAD of a data set is refused.
  ///   - now: The date; no row is of a later time.
  ///   - fault: How to fail.
  /// - Returns: The response, whose errors have Socrata's shape.
  public func answer(
    _ request: HTTPRequest, at now: UnixTime, fault: OpenDataFault? = nil
  ) -> OpenDataAnswer {
    if request.method == .options { return OpenDataAnswer(response: .preflight) }
    switch fault {
    case .late(let delay):
      var answer = answer(request, at: now)
      answer.delay = delay
      return answer
    case .some(let fault): return OpenDataAnswer(response: .failed(fault))
    case nil: break
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

  /// The rows that answer a query at a date.
  func delivery(_ query: SoQLQuery, of dataSet: DataSet, at now: UnixTime) -> Delivery {
    guard dataSet.isMeasured else { return Delivery(query, from: SensorRows.all(of: dataSet)) }
    let air = StationAir(world: world, bootDate: bootDate, outages: Outages(seed: seed))
    return Delivery(
      query,
      from: MeasuredRows(
        dataSet, where: query.condition, now: LocalTime.seconds(now), air: air))
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

  /// The data set and format that a path names.
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

/// Why there are no rows.
private struct Refusal: Error {
  var response: HTTPResponse
  var findings: [OpenDataFinding] = []

  init(_ status: Int, _ code: String, _ message: String) {
    response = .error(status, code, message)
    if status == 405 { response.fields.append(HTTPField("Allow", "GET, HEAD, OPTIONS")) }
  }

  init(_ error: SoQLError) {
    self.init(400, error.code, error.message)
    findings = error.unsupported.map { [.unsupportedClause($0)] } ?? []
  }
}

extension HTTPResponse {
  private static let anyOrigin = HTTPField("Access-Control-Allow-Origin", "*")

  /// An error in Socrata's shape.
  fileprivate static func error(_ status: Int, _ code: String, _ message: String) -> Self {
    var json = JSONWriter()
    json.object { json in
      json.member("code", code)
      json.member("error", true)
      json.member("message", message)
    }
    var response = HTTPResponse(status: status, json: json.bytes)
    response.fields.append(anyOrigin)
    return response
  }

  fileprivate static var preflight: Self {
    HTTPResponse(
      status: 204,
      fields: [
        anyOrigin, HTTPField("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS"),
        HTTPField(
          "Access-Control-Allow-Headers", "Accept, Content-Type, If-None-Match, X-App-Token"),
        HTTPField("Access-Control-Max-Age", "86400"),
      ], body: [])
  }

  fileprivate static func failed(_ fault: OpenDataFault) -> Self {
    switch fault {
    case .tooManyRequests(let seconds):
      var response = error(
        429, "too_many_requests", "too many requests, again in \(seconds) s; use an app token")
      response.fields.append(HTTPField("Retry-After", "\(seconds)"))
      return response
    case .html:
      let page = "<!DOCTYPE html>\n<html><body><h1>Under maintenance</h1></body></html>\n"
      return HTTPResponse(
        status: 200, fields: [HTTPField("Content-Type", "text/html;charset=utf-8"), anyOrigin],
        body: Array(page.utf8))
    case .empty, .late:
      return HTTPResponse(
        status: 200,
        fields: [HTTPField("Content-Type", OpenDataFormat.json.contentType), anyOrigin], body: [])
    }
  }

  fileprivate static func rows(
    _ body: [UInt8], _ format: OpenDataFormat, _ columns: [SoQLColumn], for request: HTTPRequest
  ) -> Self {
    let tag = "\"\(body.fingerprint)\""
    var fields = [
      HTTPField("Content-Type", format.contentType), anyOrigin,
      HTTPField(
        "Access-Control-Expose-Headers", "ETag, X-SODA2-Fields, X-SODA2-Types"),
      HTTPField("ETag", tag), HTTPField("X-SODA2-Fields", list(columns.map(\.name))),
      HTTPField("X-SODA2-Types", list(columns.map(\.type.rawValue))),
    ]
    guard let known = request.field("If-None-Match"), known.names(tag) else {
      return HTTPResponse(status: 200, fields: fields, body: body)
    }
    fields.removeFirst()
    return HTTPResponse(status: 304, fields: fields, body: [])
  }

  private static func list(_ names: [String]) -> String {
    var json = JSONWriter()
    json.array { json in for name in names { json.value(name) } }
    return json.text
  }
}

extension [UInt8] {
  /// A short text that another content has with a chance of 1 in 2^64: its FNV-1a hash and its length.
  fileprivate var fingerprint: String {
    let hash = reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16) + "-" + String(count, radix: 16)
  }
}

extension String {
  /// Whether an `If-None-Match` has this tag, weak or not, or any.
  fileprivate func names(_ tag: String) -> Bool {
    split(separator: ",").contains { item in
      var item = item.drop { $0 == " " }
      while item.last == " " { item.removeLast() }
      if item.hasPrefix("W/") { item = item.dropFirst(2) }
      return item == tag || item == "*"
    }
  }
}
