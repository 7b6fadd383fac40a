import Foundation
import TestSupport

/// A client that sends requests as MOQA does: JSON without Accept, a slash before the query, texts
/// compared.
struct MOQAClient {
  let port: UInt16
  var token: String?
  /// The server, kept alive while the client uses it.
  var server: ServedApp?

  /// Returns the server's first page as text, which MOQA checks at "Start recording" and in its settings.
  func firstPage() async throws -> String {
    AppReply(try await HTTPAnswer.asking("GET", "/", port: port)).text
  }

  mutating func logIn(_ email: String, _ password: String) async throws -> AppReply {
    let reply = try await send("POST", "/api/user/login", ["email": email, "password": password])
    if reply.response == "Successful login" { token = reply.token }
    return reply
  }

  func register(_ email: String, _ password: String) async throws -> AppReply {
    try await send(
      "POST", "/api/user/register",
      [
        "email": email, "password": password, "firstName": "Mario", "lastName": "Rossi",
        "gender": "male", "birthDay": "1990-07-21",
      ])
  }

  func me() async throws -> AppReply { try await send("GET", "/api/user/me") }

  /// Changes the account: sends the whole user from the login, with any other typed fields.
  func change(_ user: [String: Any], password: String, typed: [String: String] = [:]) async throws
    -> AppReply
  {
    var body = user
    body["password"] = password
    for (key, value) in typed { body[key] = value }
    return try await send("PUT", "/api/user/me", body)
  }

  func delete() async throws -> AppReply { try await send("DELETE", "/api/user/me") }

  /// Logs out with a request without body and content type.
  func logOut() async throws -> AppReply {
    AppReply(
      try await HTTPAnswer.asking(
        "POST", "/api/user/logout", port: port,
        headers: authorized(["Content-Type": nil, "Content-Length": "0"])))
  }

  func post(_ boardText: String) async throws -> AppReply {
    try await send("POST", "/api/data", ["data": boardText])
  }

  /// Returns the rows of a period; a phone's `URL` adds a slash after the path.
  func rows(from start: String, to end: String) async throws -> AppReply {
    try await send("GET", "/api/data/findByDate/?startDate=\(start)&endDate=\(end)")
  }

  private func authorized(_ headers: [String: String?]) -> [String: String?] {
    headers.merging(["Authorization": "Bearer \(token ?? "null")"]) { $1 }
  }

  private func send(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws
    -> AppReply
  {
    let text = try body.map { try JSONSerialization.data(withJSONObject: $0) }
    return AppReply(
      try await HTTPAnswer.asking(
        method, path, port: port, headers: authorized([:]),
        body: text.map { String(decoding: $0, as: UTF8.self) } ?? ""))
  }
}

/// A client that sends requests as Air Quality does: Accept and JSON, statuses checked, dates in the app's
/// format.
struct AirQualityClient {
  let port: UInt16
  var token: String?
  /// The server, kept alive while the client uses it.
  var server: ServedApp?

  mutating func logIn(_ email: String, _ password: String) async throws -> Bool {
    let reply = try await send("POST", "/api/user/login", ["email": email, "password": password])
    token = reply.token
    return token != nil
  }

  /// Registers, and returns whether the answer has an e-mail address; gender and birthday may be empty.
  func register(_ email: String, _ password: String, birthDay: Any = NSNull()) async throws -> Bool
  {
    try await send(
      "POST", "/api/user/register",
      [
        "email": email, "password": password, "firstName": "Anna", "lastName": "Verdi",
        "gender": "", "birthDay": birthDay,
      ]
    ).email != nil
  }

  func me() async throws -> AppReply { try await send("GET", "/api/user/me") }

  /// Changes the password, with the birthday cut to ten characters.
  func changePassword(_ user: [String: Any], to password: String) async throws -> Bool {
    var body = user
    body["password"] = password
    if let day = user["birthDay"] as? String { body["birthDay"] = String(day.prefix(10)) }
    return try await send("PUT", "/api/user/me", body).status == 200
  }

  func logOut() async throws -> Bool { try await send("POST", "/api/user/logout").status == 200 }

  /// Posts the board's text with the phone's position after it.
  func store(_ boardText: String, latitude: Double, longitude: Double) async throws -> Int {
    try await send("POST", "/api/data", ["data": "\(boardText);\(latitude);\(longitude)"]).status
  }

  /// Returns the rows of a period, requested without Authorization.
  func rows(from start: String, to end: String) async throws -> AppReply {
    AppReply(
      try await HTTPAnswer.asking(
        "GET", "/api/data/findByDate?startDate=\(start)&endDate=\(end)", port: port,
        headers: ["Accept": "application/json"]))
  }

  /// Returns the start and the end of a day in the app's format.
  ///
  /// For a day below ten, the app writes a zero and the month in place of the day.
  static func day(_ date: Date) -> (start: String, end: String) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    let (year, month, day) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
    let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0\(month)" : "\(day)")"
    return ("\(text)T00:00:00Z", "\(text)T23:59:59Z")
  }

  func openData(_ target: String) async throws -> AppReply {
    AppReply(try await HTTPAnswer.asking("GET", target, port: port))
  }

  private func send(_ method: String, _ path: String, _ body: [String: Any]? = nil) async throws
    -> AppReply
  {
    let text = try body.map { try JSONSerialization.data(withJSONObject: $0) }
    var headers: [String: String?] = ["Accept": "application/json"]
    if let token { headers["Authorization"] = "Bearer \(token)" }
    return AppReply(
      try await HTTPAnswer.asking(
        method, path, port: port, headers: headers,
        body: text.map { String(decoding: $0, as: UTF8.self) } ?? ""))
  }
}
