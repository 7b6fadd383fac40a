import BoardFirmware
@testable import BoardHost
import Mathematics
import TestSupport
import Testing

@Suite("Control port")
struct ControlPortTests {
  private let service: BoardService

  init() throws { service = try manualBoard() }

  @Test("the truth is told for any board time, and now is the default")
  func truth() throws {
    try service.advance("12.5")
    let now = try JSONDocument(service.control("/api/v1/truth").body)
    #expect(now.number("board_time") == 12.5)
    let later = try JSONDocument(service.control("/api/v1/truth?at=3600").body)
    #expect(later.number("board_time") == 3600)
    #expect(later.number("latitude") != now.number("latitude"))
    for name in ["height", "temperature", "humidity", "pressure", "pm25", "light"] {
      #expect(later.number(name) != nil, "\(name)")
    }
    service.stop()
  }

  @Test(
    "a board time that is none is a 400 that names it",
    arguments: ["", "-1", "x", "1e10", "nan", "inf", "1;2"])
  func truthOfNonsense(text: String) throws {
    let answer = try service.control("/api/v1/truth?at=\(text)")
    #expect(answer.status == 400)
    #expect(try JSONDocument(answer.body).text("error")?.contains("'\(text)'") == true)
    service.stop()
  }

  @Test(
    "an order that is none is a 400, and the clock stays where it is",
    arguments: [
      "", "{}", "[]", #"{"seconds": "1"}"#, #"{"seconds": 0}"#, #"{"seconds": -1}"#,
      #"{"seconds": 1e9}"#, #"{"seconds": NaN}"#, "seconds=1",
    ])
  func nonsensicalOrders(body: String) throws {
    let answer = try HTTPAnswer.to(
      "POST", "/api/v1/clock/advance", port: service.controlPort, body: body)
    #expect(answer.status == 400)
    #expect(try JSONDocument(answer.body).text("error")?.contains("seconds") == true)
    #expect(service.snapshot.boardTime == .zero)
    service.stop()
  }

  @Test("an order is answered with the time it then is, or a transfer later")
  func orders() throws {
    for (step, time) in [("4.25", 4.25), ("100", 104.25)] {
      let shown = try #require(try JSONDocument(service.advance(step).body).number("board_time"))
      #expect(abs(shown - service.snapshot.boardTime.inSeconds) < 0.001)
      // A transfer under way at the end is finished: the clock may be some milliseconds further.
      #expect((time..<(time + 0.2)).contains(shown))
    }
    service.stop()
  }

  @Test("wrong methods and paths are told with what there is")
  func wrongQuestions() throws {
    let order = try service.control("/api/v1/clock/advance")
    #expect(order.status == 405)
    #expect(order.headers["allow"] == "POST")
    let truth = try HTTPAnswer.to("POST", "/api/v1/truth", port: service.controlPort)
    #expect(truth.status == 405)
    let other = try service.control("/")
    #expect(other.status == 404)
    #expect(other.text.contains("/api/v1/truth"))
    service.stop()
  }

  @Test("the truth is not on the data port")
  func notOnTheDataPort() throws {
    #expect(try service.get("/api/v1/truth").status == 404)
    service.stop()
  }

  @Test("a clock that runs by itself is not moved by hand")
  func runningClock() throws {
    var configuration = BoardService.Configuration()
    configuration.port = 0
    configuration.isWarm = false
    let running = try BoardService(configuration)
    defer { running.stop() }
    let answer = try running.advance("1")
    #expect(answer.status == 409)
    #expect(try JSONDocument(answer.body).text("error")?.contains("--speed manual") == true)
    service.stop()
  }
}
