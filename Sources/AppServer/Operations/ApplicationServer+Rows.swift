internal import AirStatistics
internal import GNSSBasics
internal import HTTPMessages
internal import TextOutput

extension ApplicationServer {
  // MARK: GET /api/data

  func rows(in exchange: inout Exchange) async throws(Refusal) -> AppAnswer {
    _ = try await session(in: &exchange)
    let offset = try number("offset", in: exchange.request, default: 0, range: 0...Int64.max)
    let limit = try number("limit", in: exchange.request, default: 20, range: 1...500)
    let rows = try await asking { () throws(StoreError) in
      try await store.rows(offset: offset, limit: Int(limit))
    }
    var bytes: [UInt8] = []
    for row in rows {
      bytes.append(bytes.isEmpty ? UInt8(ascii: "[") : UInt8(ascii: ","))
      bytes += rowJSON(row)
    }
    bytes += Array((rows.isEmpty ? "[]" : "]").utf8)
    return AppAnswer(json(bytes))
  }

  private func number(
    _ name: String, in request: HTTPRequest, default value: Int64, range: ClosedRange<Int64>
  ) throws(Refusal) -> Int64 {
    guard let text = request.parameter(name) else { return value }
    guard let number = Int64(text), range.contains(number) else {
      let end = range.upperBound == .max ? "or more" : "to \(range.upperBound)"
      throw .invalid(
        name, "\(name): '\(Refusal.shortened(text))' is no number from \(range.lowerBound) \(end)")
    }
    return number
  }

  // MARK: GET /api/data/findByDate

  func rowsOfPeriod(in exchange: inout Exchange) async throws(Refusal) -> AppAnswer {
    let isAnonymous =
      style == .apps && options.allowsAnonymousReading && !hasToken(exchange)
    if isAnonymous {
      exchange.note(
        .missingToken, expected: "Authorization: Bearer TOKEN", found: "no Authorization")
    } else {
      _ = try await session(in: &exchange)
    }
    let start = try date("startDate", in: &exchange)
    let end = try date("endDate", in: &exchange)
    guard start <= end else {
      exchange.note(
        .reversed, expected: "startDate before endDate", found: "\(DateText.text(start)) after it")
      return AppAnswer(json(Array("[]".utf8)))
    }
    if end.duration(since: start) > .seconds(14 * 86_400 + 86_400) {
      exchange.note(
        .rangeTooLarge, expected: "two weeks at most",
        found: "\(end.duration(since: start).components.seconds / 86_400) days")
    }
    let pages = try await asking { () throws(StoreError) in
      try await RowPages(of: start...end, in: store, style: style, tellsEmail: !isAnonymous)
    }
    return AppAnswer(json([]), rows: pages)
  }

  private func date(
    _ name: String, in exchange: inout Exchange
  ) throws(Refusal) -> UnixTime {
    guard let text = exchange.request.parameter(name) else {
      throw .invalid(name, "\(name) is missing; give a date such as 2026-11-22T00:00:00Z")
    }
    if let time = DateText.instant(text) { return time }
    let shown = Refusal.shortened(text)
    if DateText.hasLongDay(text) {
      exchange.note(.dayIsMonth, expected: "a day of two digits", found: shown)
    } else {
      exchange.note(.notADate, expected: "an RFC 3339 date", found: shown)
    }
    throw .invalid(name, "\(name): '\(shown)' is no date; give one such as 2026-11-22T00:00:00Z")
  }

  // MARK: POST /api/data

  func addRow(in exchange: inout Exchange) async throws(Refusal) -> AppAnswer {
    let session = try await session(in: &exchange)
    try await limit("data:\(session.token.id)", to: 50, inSeconds: 1, at: exchange.now)
    let body = try RequestBody(exchange.request.body, expecting: ["data"], reader: reader)
    let text = try body.neededText("data")
    let posted = try read(text, in: &exchange)
    // The text is stored as posted; databases end a text at a zero byte, and a board's text has none.
    let row = PostedRow(values: posted.values, text: text)
    let now = exchange.now
    let stored = try await asking { () throws(StoreError) in
      try await store.append(row, owner: session.account, at: now)
    }
    return AppAnswer(json(rowJSON(stored)))
  }

  private func read(_ text: String, in exchange: inout Exchange) throws(Refusal) -> PostedText {
    do throws(Refusal) {
      let posted =
        style == .reference ? try PostedText(byPosition: text) : try PostedText(text)
      note(posted, in: &exchange)
      return posted
    } catch {
      let isPage = PostedText.isMarkup(text)
      exchange.note(
        isPage ? .markup : .notANumber, expected: "13 numbers joined by ';'",
        found: "'\(Refusal.shortened(text))'")
      throw error
    }
  }

  private func note(_ posted: PostedText, in exchange: inout Exchange) {
    if posted.count < 13 {
      exchange.note(.fewFields, expected: "13 fields", found: "\(posted.count) fields")
    }
    if posted.count > 13 {
      exchange.note(.manyFields, expected: "13 fields", found: "\(posted.count) fields")
    }
    noteEmptyFields(of: posted, in: &exchange)
    if let pressure = posted[.pressure], (300...1100).contains(pressure) {
      exchange.note(.pressureUnit, expected: "some 100,000 Pa", found: "\(pressure)")
    }
    guard let phone = posted.phone, let latitude = posted[.latitude],
      let longitude = posted[.longitude]
    else { return }
    let metres = SurfacePoint(latitude: latitude, longitude: longitude).distance(to: phone)
    if metres > 200 {
      exchange.note(
        .positionJump, expected: "phone and board at one place",
        found: "\(Int(metres.rounded())) m apart")
    }
  }

  private func noteEmptyFields(of posted: PostedText, in exchange: inout Exchange) {
    let names = posted.emptyFields.map(\.name)
    guard !names.isEmpty else { return }
    let isAll = names.count == min(posted.count, AirRow.fields.count)
    exchange.note(
      .emptyField, expected: "a number in each field",
      found: isAll ? "all fields empty" : "empty \(names.joined(separator: ", "))")
  }

  // MARK: -

  private func rowJSON(_ row: AirRow) -> [UInt8] {
    var writer = RowWriter(
      precision: style == .reference ? .single : .double, tellsEmail: true)
    var bytes: [UInt8] = []
    writer.append(row, to: &bytes)
    return bytes
  }

  private func json(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(status: 200, json: style == .reference ? bytes.indentedJSON() : bytes)
  }
}
