import BoardFirmware
import Foundation
import NtripProtocol
import TestSupport
import Testing
import VirtualBoard

@testable import BoardHost

@Suite("The data port of a board behind a modem", .timeLimit(.minutes(5)))
struct LinePortTests {
  private static func service(at pace: Pace) throws -> BoardService {
    var configuration = BoardService.Configuration()
    configuration.board.profile = .unoESP8266
    configuration.corrections = .builtInBase
    configuration.pace = pace
    configuration.port = 0
    return try BoardService(configuration)
  }

  @Test("an app's poll passes the line and ends its connection; machines are answered beside it")
  func polls() throws {
    let service = try Self.service(at: .times(50))
    defer { service.stop() }
    let answer = try service.get("/")
    #expect(answer.status == 200)
    #expect(answer.headers["connection"] == "close")
    let fields = answer.text.split(separator: ";", omittingEmptySubsequences: false)
    #expect(fields.count == 13)
    #expect(fields.allSatisfy { Double($0) != nil })
    let status = try JSONDocument(service.get("/api/v1/status").body)
    #expect(status.number("line.answers") == 1)
    #expect(status.number("line.carries") == 960)
    let schemas = try service.get("/api/v1/openapi.json").text
    #expect(schemas.contains(##""line":{"$ref":"#/components/schemas/Line"}"##))
  }

  @Test("a poll that is under way when the power goes has no answer, and the next one has after it")
  func power() async throws {
    let service = try Self.service(at: .manual)
    defer { service.stop() }
    let connection = try TCPConnection(port: service.port)
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    try service.order("power", #"{"on": false}"#)
    #expect((try? connection.readToEnd())?.isEmpty != false)
    try service.order("power", #"{"on": true}"#)
    try service.order("clock", #"{"speed": 50}"#)
    #expect(await service.shows { $0.corrections.link.state == .streaming })
    #expect(try service.get("/").status == 200)
  }
}

extension BoardService {
  fileprivate func order(_ path: String, _ body: String) throws {
    let answer = try HTTPAnswer.to("POST", "/api/v1/\(path)", port: controlPort, body: body)
    #expect(answer.status == 200, "\(answer.text)")
  }
}
