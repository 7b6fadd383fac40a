import AppHost
import AppServer
import Foundation
import TestSupport
import Testing

@Suite("the port of the page's data")
struct ViewPortTests {
  private static let names = [
    "fields", "stations", "series", "map", "quartiles", "near", "rows", "owners", "rows?as=csv",
  ]

  @Test(
    "every route needs the apps' token, in every style of answers", arguments: AnswerStyle.allCases)
  func token(style: AnswerStyle) async throws {
    let app = try await ServedApp { $0.options.style = style }
    let token = try await app.token()
    for name in Self.names {
      for headers in [[:], ["Authorization": "Bearer null"], ["Authorization": "Basic x"]] {
        let refused = try await HTTPAnswer.asking(
          "GET", "/view/\(name)", port: app.port, headers: headers)
        #expect(refused.status == 401)
        #expect(refused.text == #"{"response":"Unauthorized"}"#)
      }
      let answer = try await HTTPAnswer.asking(
        "GET", "/view/\(name)", port: app.port, headers: ["Authorization": "Bearer \(token)"])
      #expect(answer.status == 200, "\(answer.text)")
    }
    let findings = try await HTTPAnswer.asking("GET", "/api/v1/findings", port: app.adminPort)
    #expect(!findings.text.contains("/view/"), "a page is no app")
  }

  @Test("other methods and paths are refused, answers are compressed, and all are counted")
  func methods() async throws {
    let app = try await ServedApp()
    let headers = ["Authorization": "Bearer \(try await app.token())"]
    let post = try await HTTPAnswer.asking("POST", "/view/map", port: app.port, headers: headers)
    #expect(post.status == 405 && post.headers["allow"] == "GET, HEAD")
    let nothing = try await HTTPAnswer.asking("GET", "/view/x", port: app.port, headers: headers)
    #expect(nothing.status == 404 && nothing.text.contains("GET /view/series"))
    let head = try await HTTPAnswer.asking("HEAD", "/view/map", port: app.port, headers: headers)
    #expect(head.status == 200 && head.body.isEmpty)
    let coded = try await HTTPAnswer.asking(
      "GET", "/view/stations", port: app.port,
      headers: headers.merging(["Accept-Encoding": "gzip"]) { $1 })
    #expect(coded.headers["content-encoding"] == "gzip")
    let bad = try await HTTPAnswer.asking(
      "GET", "/view/map?field=%3Cscript%3E", port: app.port, headers: headers)
    #expect(bad.status == 400 && AppReply(bad).response?.contains("not '<script>'") == true)
    let metrics = try await HTTPAnswer.asking("GET", "/metrics", port: app.adminPort).text
    for count in [#""200"} 2"#, #""400"} 1"#, #""404"} 1"#, #""405"} 1"#] {
      #expect(metrics.contains(#"{place="view",status="# + count), "\(metrics)")
    }
  }

  @Test("a closed store is told as unavailable")
  func noStore() async throws {
    let app = try await ServedApp()
    let headers = ["Authorization": "Bearer \(try await app.token())"]
    await app.store.close()
    let answer = try await HTTPAnswer.asking("GET", "/view/map", port: app.port, headers: headers)
    #expect(answer.status == 503 && AppReply(answer).response?.contains("closed") == true)
  }
}
