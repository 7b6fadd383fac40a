import Foundation
import TestSupport

/// How MOQA asks: JSON without Accept, the address of a query with a slash before it, texts compared.
struct MOQAClient {
  let port: UInt16
  var token: String?
  /// Keeps the server for as long as it is asked.
  var server: ServedApp?

  /// "Start recording" and the settings look at the server's first page as text.
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

  /// The whole user, as the login gave it, and whatever else was typed before.
  func change(_ user: [String: Any], password: String, typed: [String: String] = [:]) async throws
    -> AppReply
  {
    var body = user
    body["password"] = password
    for (key, value) in typed { body[key] = value }
    return try await send("PUT", "/api/user/me", body)
  }

  func delete() async throws -> AppReply { try await send("DELETE", "/api/user/me") }

  /// Without a body, and without its type.
  func logOut() async throws -> AppReply {
    AppReply(
      try await HTTPAnswer.asking(
        "POST", "/api/user/logout", port: port,
        headers: authorized(["Content-Type": nil, "Content-Length": "0"])))
  }

  func post(_ boardText: String) async throws -> AppReply {
    try await send("POST", "/api/data", ["data": boardText])
  }

  /// A phone's `URL` puts a slash behind the path.
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

/// How Air Quality asks: Accept and JSON, statuses looked at, and its dates written as it writes them.
struct AirQualityClient {
  let port: UInt16
  var token: String?
  /// Keeps the server for as long as it is asked.
  var server: ServedApp?

  mutating func logIn(_ email: String, _ password: String) async throws -> Bool {
    let reply = try await send("POST", "/api/user/login", ["email": email, "password": password])
    token = reply.token
    return token != nil
  }

  /// Whether the answer has an e-mail; gender and birthday may be empty.
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

  /// The birthday is cut to ten characters.
  func changePassword(_ user: [String: Any], to password: String) async throws -> Bool {
    var body = user
    body["password"] = password
    if let day = user["birthDay"] as? String { body["birthDay"] = String(day.prefix(10)) }
    return try await send("PUT", "/api/user/me", body).status == 200
  }

  func logOut() async throws -> Bool { try await send("POST", "/api/user/logout").status == 200 }

  /// The board's text with the phone's position behind it.
  func store(_ boardText: String, latitude: Double, longitude: Double) async throws -> Int {
    try await send("POST", "/api/data", ["data": "\(boardText);\(latitude);\(longitude)"]).status
  }

  /// Without Authorization.
  func rows(from start: String, to end: String) async throws -> AppReply {
    AppReply(
      try await HTTPAnswer.asking(
        "GET", "/api/data/findByDate?startDate=\(start)&endDate=\(end)", port: port,
        headers: ["Accept": "application/json"]))
  }

  /// The start and the end of a day as the app writes them: where the day is below ten, it writes a zero
  /// and the month.
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
