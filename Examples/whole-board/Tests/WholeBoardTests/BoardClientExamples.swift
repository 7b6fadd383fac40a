import BoardClient
import Foundation
import Testing
import VirtualBoard

/// The examples of BoardClient's page, word for word.
@Suite("BoardClient from outside")
struct BoardClientExamples {
  @Test("polls go on over failures, each with a sentence")
  func polls() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:9"))  // nobody listens there
    let poller = BoardPoller(at: url)  // http://192.168.1.20:3000
    for await result in poller.measurements(every: .seconds(1)) {
      switch result {
      case .success(let measurement): print(measurement.temperatureCelsius ?? .nan)
      case .failure(let error): print(error)
      }
      #expect(throws: BoardError.self) { try result.get() }
      break
    }
  }

  @Test("In a test")
  func asksVirtualBoard() async throws {
    let board = try Board()
    board.run(until: .seconds(60))
    let body = board.get("/").body
    let poller = BoardPoller("my board") { BoardAnswer(body: body) }
    let measurement = try await poller.measurement()
    #expect(measurement.fields.map(\.unit).prefix(3) == ["°C", "%RH", "Pa"])
    #expect(measurement.eco2PartsPerMillion.map { $0 >= 400 } == true)
  }

  @Test("a body is read without a network")
  func readsBody() throws {
    let body = Array(
      "22.50;45.30;100653.25;56.07;12;412;1.70;4.00;5.10;5.20;5.20;45.4781;9.2277".utf8)
    let measurement = try BoardMeasurement(parsing: body.span)
    #expect(measurement.temperatureCelsius == 22.5)
  }
}
