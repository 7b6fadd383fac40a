@testable import BoardHost
import HTTPServer
import TestSupport
import Testing

@Suite("Control page")
struct ControlPageTests {
  private func service(
    boards: Int = 1, token: String? = nil
  ) throws -> BoardService {
    var configuration = BoardService.Configuration()
    configuration.port = 0
    configuration.pace = .manual
    configuration.isWarm = false
    configuration.boardCount = boards
    configuration.controlToken = token
    return try BoardService(configuration)
  }

  @Test("the page is at / of the port and of each board, with what it loads")
  func paths() throws {
    let service = try service(boards: 2)
    for path in ["/", "/boards/0/", "/boards/1/", "/boards/1", "/page/start.js"] {
      let answer = try service.control(path)
      #expect(answer.status == 200, "\(path)")
      #expect(answer.headers["content-security-policy"]?.contains("default-src 'self'") == true)
    }
    #expect(try service.control("/").text.hasPrefix("<!DOCTYPE html>"))
    #expect(try service.control("/page/nothing.js").status == 404)
    #expect(try service.control("/boards/2/").status == 404)
    #expect(try service.control("/page/").status == 404)
    service.stop()
  }

  @Test("it is read only, and not under another name")
  func refusals() throws {
    let service = try service()
    let post = try HTTPAnswer.to("POST", "/", port: service.controlPort, body: "{}")
    #expect(post.status == 405 && post.headers["allow"]?.contains("GET") == true)
    let foreign = try HTTPAnswer.to(
      "GET", "/", port: service.controlPort, headers: ["Host": "evil.example"])
    #expect(foreign.status == 421)
    let head = try HTTPAnswer.to("HEAD", "/", port: service.controlPort)
    #expect(head.status == 200 && head.body.isEmpty)
    service.stop()
  }

  @Test("with a token the page comes without it, and the board does not")
  func token() throws {
    let service = try service(token: "open sesame")
    for path in ["/", "/page/api.js"] { #expect(try service.control(path).status == 200) }
    for path in ["/api/v1/truth", "/api/v1/events", "/boards/0/api/v1/faults", "/nothing"] {
      #expect(try service.control(path).status == 401, "\(path)")
    }
    let order = try HTTPAnswer.to(
      "POST", "/api/v1/power", port: service.controlPort, body: #"{"on":false}"#)
    #expect(order.status == 401)
    service.stop()
  }

  @Test("the address for the apps is a URL and its code, of each board its own")
  func address() throws {
    let service = try service(boards: 2)
    let first = try JSONDocument(service.control("/api/v1/address").body)
    let second = try JSONDocument(service.control("/boards/1/api/v1/address").body)
    #expect(first.text("url") == "http://127.0.0.1:\(service.ports[0])/")
    #expect(second.text("url") == "http://127.0.0.1:\(service.ports[1])/")
    #expect(first.texts("code")?.count == 25 && first.texts("code") != second.texts("code"))
    service.stop()
  }
}
