import AppServer
import Foundation
import HTTPMessages
import TestSupport
import Testing

/// The answers in the original's style, compared with those of the original's own handlers.
@Suite("the original's recorded bodies")
struct RecordedBodiesTests {
  private static let email = "mario@example.org"

  /// The requests, in the order of the recording: the recorded name, method, path and body.
  private static let requests: [(name: String, method: HTTPMethod, path: String, body: String)] = [
    (
      "register", .post, "/user/register",
      #"{"email":"\#(email)","password":"secret","firstName":"Mario","lastName":"Rossi","gender":"male","#
        + #""birthDay":"1990-07-21"}"#
    ),
    ("register again", .post, "/user/register", #"{"email":"\#(email)","password":"secret"}"#),
    ("register min", .post, "/user/register", #"{"email":"a@b.c","password":"x"}"#),
    ("login wrong", .post, "/user/login", #"{"email":"\#(email)","password":"x"}"#),
    ("login unknown", .post, "/user/login", #"{"email":"q@q.q","password":"x"}"#),
    ("login", .post, "/user/login", #"{"email":"\#(email)","password":"secret"}"#),
    ("me", .get, "/user/me", ""),
    ("me none", .get, "/user/me", ""),
    ("me null", .get, "/user/me", ""),
    ("me Bearer", .get, "/user/me", ""),
    ("put", .put, "/user/me", #"{"email":"\#(email)","password":"","lastName":"Verdi"}"#),
    ("put extra", .put, "/user/me", #"{"email":"\#(email)","password":"","new_password":"x"}"#),
    ("put other", .put, "/user/me", #"{"email":"a@b.c","password":""}"#),
    ("post", .post, "/data", #"{"data":"\#(boardText)"}"#),
    ("post few", .post, "/data", #"{"data":"21;50"}"#),
    ("post bad", .post, "/data", #"{"data":"21;warm"}"#),
    ("data", .get, "/data?offset=0&limit=1", ""),
    (
      "find none", .get,
      "/data/findByDate?startDate=2019-01-01T00:00:00Z&endDate=2019-01-02T00:00:00Z", ""
    ),
    ("logout", .post, "/user/logout", ""),
    ("me after", .get, "/user/me", ""),
    ("delete", .delete, "/user/me", ""),
    ("delete again", .delete, "/user/me", ""),
    ("me gone", .get, "/user/me", ""),
    ("put gone", .put, "/user/me", #"{"email":"\#(email)","password":""}"#),
    ("put gone pw", .put, "/user/me", #"{"email":"\#(email)","password":"x"}"#),
    ("logout gone", .post, "/user/logout", ""),
  ]

  @Test(
    "every answer in the original's style is its handlers' own, byte by byte but for times and tokens"
  )
  func recorded() async throws {
    let expected = try recording()
    let server = TestServer(.reference)
    for request in Self.requests {
      let reply = await server.send(
        request.method, "/api" + request.path, request.body,
        authorization: authorization(of: request.name))
      if request.name == "login" { server.token = reply.object["token"] as? String }
      let answer = try #require(expected[request.name])
      #expect(told(reply, hiding: server.token) == answer, "\(request.name)")
    }
    #expect(expected.count == Self.requests.count)
  }

  private func authorization(of name: String) -> String? {
    switch name {
    case "me none": ""
    case "me null": "Bearer null"
    case "me Bearer": "Bearer"
    default: nil
    }
  }

  /// Returns an answer in the form of the recording.
  private func told(_ reply: TestServer.Reply, hiding token: String?) -> String {
    if reply.status == 500 {
      let error = reply.text.firstMatch(of: /<pre>(.*)<\/pre>/)?.1
      return "500 \(error ?? "")"
    }
    let text = reply.text.replacing(token ?? "no token yet", with: "TOKEN")
      .replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "TIME")
    return "\(reply.status) \(reply.response.field("Content-Type") ?? "")\n\(text)"
  }

  private func recording() throws -> [String: String] {
    let file = SharedCaptures.packageRoot.appending(path: "Tests/Vectors/original_bodies.txt")
    let sections = try String(contentsOf: file, encoding: .utf8).split(separator: "## ").dropFirst()
    return Dictionary(
      uniqueKeysWithValues: sections.map { section in
        let parts = section.split(separator: "\n", maxSplits: 1)
        return (String(parts[0]), String(parts[1].dropLast()))
      })
  }
}
