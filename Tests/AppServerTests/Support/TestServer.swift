import AppServer
import Foundation
import GNSSBasics
import HTTPMessages

/// A server on a store in memory, and a client of it with a token.
final class TestServer {
  let store = MemoryStore()
  let secrets = PlainSecrets()
  let server: ApplicationServer
  var now = UnixTime(seconds: 1_795_000_000)
  var caller = Caller(address: "192.0.2.7", isLocal: false, isEncrypted: true)
  var token: String?
  private(set) var findings: [Finding] = []

  init(_ style: AnswerStyle = .apps, change: (inout ApplicationServer.Options) -> Void = { _ in }) {
    var options = ApplicationServer.Options()
    options.style = style
    change(&options)
    server = ApplicationServer(
      store: store, secrets: secrets, options: options, reader: readObject)
  }

  /// A reply: status, text, and the JSON in it.
  struct Reply {
    var status: Int
    var text: String
    var response: HTTPResponse

    var object: [String: Any] {
      (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
    }
    var rows: [[String: Any]] {
      (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [[String: Any]] ?? []
    }
    /// The text that both apps check.
    var said: String? { object["response"] as? String }
  }

  @discardableResult
  func send(
    _ method: HTTPMethod, _ target: String, _ body: String = "", authorization: String? = nil
  ) async -> Reply {
    var fields = [HTTPField("User-Agent", "test")]
    if let value = authorization ?? token.map({ "Bearer \($0)" }) {
      fields.append(HTTPField("Authorization", value))
    }
    let request = HTTPRequest(method, target, fields: fields, body: Array(body.utf8))
    let (answer, findings) = await server.answer(request, from: caller, at: now)
    self.findings = findings
    var bytes = answer.response.body
    if var pages = answer.rows {
      while let page = try? await pages.next() { bytes += page }
    }
    return Reply(
      status: answer.response.status, text: String(decoding: bytes, as: UTF8.self),
      response: answer.response)
  }

  @discardableResult
  func register(_ email: String = "mario@example.org", password: String = "secret") async -> Reply {
    await send(
      .post, "/api/user/register",
      #"{"email":"\#(email)","password":"\#(password)","firstName":"Mario","lastName":"Rossi","#
        + #""gender":"male","birthDay":"1990-07-21"}"#)
  }

  @discardableResult
  func logIn(_ email: String = "mario@example.org", password: String = "secret") async -> Reply {
    let reply = await send(
      .post, "/api/user/login", #"{"email":"\#(email)","password":"\#(password)"}"#)
    if let token = reply.object["token"] as? String { self.token = token }
    return reply
  }

  /// Returns a server with an account that is logged in.
  static func loggedIn(
    _ style: AnswerStyle = .apps, change: (inout ApplicationServer.Options) -> Void = { _ in }
  ) async -> TestServer {
    let server = TestServer(style, change: change)
    await server.register()
    await server.logIn()
    return server
  }
}

/// Reads a JSON object with Foundation.
@Sendable func readObject(_ bytes: [UInt8]) -> [String: BodyValue]? {
  guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else {
    return nil
  }
  return object.mapValues { value in
    switch value {
    case let text as String: .text(text)
    case is NSNull: .null
    case let number as NSNumber: .number(number.doubleValue)
    default: .nested
    }
  }
}
