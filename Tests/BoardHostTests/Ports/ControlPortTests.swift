import BoardFirmware
@testable import BoardHost
import BoardSimulation
import Foundation
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
    for name in ["height", "temperature", "humidity", "pressure", "pm25", "light", "rain"] {
      #expect(later.number(name) != nil, "\(name)")
    }
    service.stop()
  }

  @Test("pm10 is the air, sps30.pm10 what the part shows of it: coarse dust not, water yes")
  func sight() throws {
    func truth(_ body: String) throws -> JSONDocument {
      let order = try HTTPAnswer.to(
        "PATCH", "/api/v1/world", port: service.controlPort, body: body)
      #expect(order.status == 200)
      return try JSONDocument(service.control("/api/v1/truth").body)
    }
    try service.advance("60")
    let dry = try truth(#"{"pm10":40,"humidity":40}"#)
    #expect(dry.number("pm10") == 40)
    let (fine, all) = (
      try #require(dry.number("sps30.pm1")), try #require(dry.number("sps30.pm10"))
    )
    #expect(fine == dry.number("pm1") && all < 36 && all > fine)
    let damp = try truth(#"{"humidity":90}"#)
    #expect(damp.number("pm10") == 40)
    #expect(try #require(damp.number("sps30.pm10")) > 1.7 * all)
    try service.advance("4")
    // PM10 is the eleventh field; the part's noise is one per cent.
    let shown = try #require(Double(service.get("/").text.split(separator: ";")[10]))
    let truth = try #require(damp.number("sps30.pm10"))
    #expect(abs(shown / truth - 1) < 0.1)
    service.stop()
  }

  @Test("the port describes what it has: each path, method and quantity")
  func description() throws {
    let answer = try service.control("/api/v1/openapi.json")
    #expect(answer.status == 200)
    let document = try JSONDocument(answer.body)
    #expect(document.text("openapi") == "3.1.0")
    let paths = try #require(document["paths"] as? [String: [String: Any]])
    for (path, methods) in paths {
      for method in ["get", "post", "put", "patch", "delete"] {
        let status = try HTTPAnswer.to(
          method.uppercased(), path.endingTarget, port: service.controlPort, body: "{}"
        ).status
        #expect((status != 405) == (methods[method] != nil), "\(method) \(path)")
        #expect(status != 404, "\(path)")
      }
    }
    #expect(
      Set(paths.keys) == [
        "/api/v1/truth", "/api/v1/world", "/api/v1/events", "/api/v1/history", "/api/v1/sky",
        "/api/v1/clock",
        "/api/v1/clock/advance", "/api/v1/power",
        "/api/v1/wifi", "/api/v1/settings", "/api/v1/faults", "/api/v1/faults/kinds",
        "/api/v1/faults/{id}",
        "/api/v1/requests", "/api/v1/requests.har",
        "/api/v1/scenario", "/api/v1/stations", "/api/v1/parts", "/api/v1/transfers",
        "/api/v1/boards",
        "/api/v1/address",
        "/api/v1/openapi.json",
      ])
    let unknown = try service.control("/api/v1/nothing")
    for path in paths.keys { #expect(unknown.text.contains(path), "\(path)") }
    let orders = try #require(
      document["components.schemas.WorldOrder.properties"] as? [String: Any])
    #expect(Set(orders.keys) == Set(WorldQuantity.allCases.map(\.name) + ["at"]))
    let references = answer.text.matches(of: /#\/components\/schemas\/(\w+)/).map { $0.output.1 }
    for name in Set(references) {
      #expect(document["components.schemas.\(name)"] != nil, "\(name)")
    }
    service.stop()
  }

  @Test("what is answered has the members that the description says, and no others")
  func describedMembers() throws {
    let document = try JSONDocument(service.control("/api/v1/openapi.json").body)
    func described(_ path: String) throws -> Set<String> {
      Set(
        try #require(
          document["components.schemas.\(path).properties"] as? [String: Any], "\(path)"
        ).keys)
    }
    _ = try service.get("/")
    let fault = try HTTPAnswer.to(
      "POST", "/api/v1/faults", port: service.controlPort, body: #"{"fault":"http.late","from":9}"#)
    #expect(try Set(members(of: fault.body)) == described("Receipt"))
    for (list, schema) in [("boards", "Boards"), ("requests", "Requests"), ("faults", "Faults")] {
      let answer = try service.control("/api/v1/\(list)")
      #expect(answer.status == 200)
      let first = (try JSONDocument(answer.body)[list] as? [[String: Any]])?.first
      let names = Set(try #require(first).keys)
      let all = try described("\(schema).properties.\(list).items")
      if list == "faults" { #expect(names.isSubset(of: all)) } else { #expect(names == all) }
    }
    let parameters = Set(BoardFault.Parameter.allCases.map(\.rawValue))
    #expect(
      try described("Faults.properties.faults.items")
        == parameters.union(["id", "fault", "part", "from", "to", "probability", "active"]))
    #expect(
      try described("FaultOrder")
        == parameters.union(["fault", "part", "from", "to", "for", "probability"]))
    let settings = try service.control("/api/v1/settings")
    #expect(try settings.status == 200 && Set(members(of: settings.body)) == described("Settings"))
    #expect(try Set(members(of: service.advance("1").body)) == described("Moment"))
    let world = try service.control("/api/v1/world")
    #expect(try world.status == 200 && Set(members(of: world.body)) == described("World"))
    #expect(
      try described("SettingsOrder") == ["at", "sample_interval", "ssid", "password"])
    #expect(try described("WiFiOrder") == ["on", "at", "ssid", "password"])
    #expect(try described("Power") == ["on", "at"])
    #expect(try described("Error") == ["error", "status", "names", "board_time"])
    service.stop()
  }

  private func members(of body: [UInt8]) throws -> [String] {
    try #require(JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]).map(\.key)
  }

  /// Returns an answer's text with zeros for the digits of its decimal numbers.
  private func shape(of answer: HTTPAnswer) -> String {
    answer.text.replacing(/-?\d+\.(\d+)/) { number in
      "0." + String(repeating: "0", count: number.output.1.count)
    }
  }

  @Test("numbers are told with as many decimals as they are known to")
  func decimals() throws {
    try service.advance("1")
    func number(_ quantity: WorldQuantity) -> String {
      "0." + String(repeating: "0", count: quantity.decimals)
    }
    let truth = try service.control("/api/v1/truth")
    #expect(truth.status == 200)
    let quantities = WorldQuantity.allCases.map { #""\#($0.name)":\#(number($0))"# }
    #expect(
      shape(of: truth)
        == #"{"board_time":0.000,"latitude":0.000000000,"longitude":0.000000000,"height":0.0000,"#
        + #""heading":0.000,"#
        + quantities.joined(separator: ",")
        + #","rain":0.00,"sps30":{"pm1":0.000,"pm25":0.000,"pm4":0.000,"pm10":0.000}}"#)
    let states = WorldQuantity.allCases.map { quantity in
      #""\#(quantity.name)":{"value":\#(number(quantity)),"held":false,"unit":"\#(quantity.unit)","#
        + #""minimum":\#(number(quantity)),"maximum":\#(number(quantity))}"#
    }
    #expect(
      shape(of: try service.control("/api/v1/world"))
        == #"{"board_time":0.000,"quantities":{\#(states.joined(separator: ","))}}"#)
    #expect(shape(of: try service.advance("1")) == #"{"board_time":0.000}"#)
    let fault = try HTTPAnswer.to(
      "POST", "/api/v1/faults", port: service.controlPort,
      body: #"{"fault":"http.late","from":9,"to":12.5}"#)
    #expect(shape(of: fault) == #"{"board_time":0.000,"id":1}"#)
    #expect(
      try service.control("/api/v1/faults").text
        == #"{"faults":[{"id":1,"fault":"http.late","part":null,"from":9.000,"to":12.500,"#
        + #""probability":1.000000,"seconds":7.000000,"active":false}]}"#)
    service.stop()
  }

  @Test("each quantity of the world has its unit and the range in which it can be held")
  func ranges() throws {
    let world = try JSONDocument(service.control("/api/v1/world").body)
    for quantity in WorldQuantity.allCases {
      let place = "quantities.\(quantity.name)"
      #expect(world.text("\(place).unit")?.isEmpty == false, "\(place)")
      for (name, end) in [
        ("minimum", quantity.range.lowerBound), ("maximum", quantity.range.upperBound),
      ] {
        #expect(world.number("\(place).\(name)") == end, "\(place)")
        let order = try HTTPAnswer.to(
          "PATCH", "/api/v1/world", port: service.controlPort,
          body: #"{"\#(quantity.name)":\#(end)}"#)
        #expect(order.status == 200, "\(place) at its \(name)")
      }
    }
    #expect(world.text("quantities.temperature.unit") == "°C")
    #expect(world.text("quantities.pm25.unit") == "µg/m³")
    #expect(world.text("quantities.light.unit") == "lx")
    service.stop()
  }

  @Test("what is asked without changing anything is answered with 200")
  func successes() throws {
    for path in ["truth?at=3", "requests", "requests.har", "parts", "boards", "openapi.json"] {
      #expect(try service.control("/api/v1/\(path)").status == 200, "\(path)")
    }
    let cleared = try HTTPAnswer.to("DELETE", "/api/v1/requests", port: service.controlPort)
    #expect(cleared.status == 200)
    let noNumber = try HTTPAnswer.to("DELETE", "/api/v1/faults/x", port: service.controlPort)
    #expect(noNumber.status == 400)
    #expect(try JSONDocument(noNumber.body).text("error")?.contains("'x'") == true)
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
      #"{"seconds": 1e9}"#, #"{"seconds": NaN}"#, "seconds=1", #"{"seconds": 0.0001}"#,
      #"{"seconds": 0.00099}"#, #"{"seconds": 86400.001}"#,
    ])
  func nonsensicalOrders(body: String) throws {
    let answer = try HTTPAnswer.to(
      "POST", "/api/v1/clock/advance", port: service.controlPort, body: body)
    #expect(answer.status == 400)
    #expect(try JSONDocument(answer.body).text("error")?.contains("seconds") == true)
    #expect(service.snapshot.boardTime == .zero)
    service.stop()
  }

  @Test("a step that is too small is refused with the smallest there is, which is taken")
  func smallestStep() throws {
    let refusal = try JSONDocument(service.advance("0.0001").body)
    #expect(refusal.text("error")?.contains("at least 0.001") == true)
    #expect(refusal.number("status") == 400)
    #expect(service.snapshot.boardTime == .zero)
    for _ in 0..<3 {
      let start = service.snapshot.boardTime
      #expect(try service.advance("0.001").status == 200)
      #expect(service.snapshot.boardTime >= start + .milliseconds(1))
    }
    service.stop()
  }

  @Test(
    "no page of the web gives orders or reads, whatever its browser can be made to send",
    arguments: [
      (["Origin": "http://evil", "Host": "evil.example", "Content-Type": "text/plain"], 421),
      (["Origin": "http://evil", "Content-Type": "text/plain"], 403),
      (["Origin": "null"], 403), (["Content-Type": "text/plain"], 415),
      (["Content-Type": nil], 415),
      (["Host": "evil.example"], 421), (["Host": nil], 400),
    ] as [([String: String?], Int)])
  func pagesOfTheWeb(headers: [String: String?], status: Int) throws {
    let port = service.controlPort
    let answer = try HTTPAnswer.to(
      "POST", "/api/v1/clock/advance", port: port, headers: headers, body: #"{"seconds":60}"#)
    #expect(answer.status == status)
    let error = try JSONDocument(answer.body)
    #expect(error.number("status") == Double(status))
    #expect(error.text("error")?.isEmpty == false)
    #expect(answer.headers["access-control-allow-origin"] == nil)
    #expect(service.snapshot.boardTime == .zero)
    let isOurs = headers["Host"] == nil
    let truth = try HTTPAnswer.to("GET", "/api/v1/truth", port: port, headers: headers)
    #expect(truth.status == (isOurs ? 200 : status))
    service.stop()
  }

  @Test("while the clock is moved others are answered, see it move, and cannot move it")
  func longOrder() async throws {
    let order = try startOrder(seconds: 86_400)
    #expect(await service.shows { $0.boardTime > .zero })
    let start = service.snapshot.boardTime
    let truth = try JSONDocument(service.control("/api/v1/truth").body)
    #expect(try #require(truth.number("board_time")) < 86_400)
    let second = try service.advance("1")
    #expect(second.status == 409)
    #expect(try JSONDocument(second.body).text("error")?.contains("being moved") == true)
    #expect(await service.shows { $0.boardTime > start })
    service.stop()
    let answer = try order.readAnswer()
    #expect(answer.status == 503)
    let reached = try JSONDocument(answer.body)
    #expect(reached.number("status") == 503)
    let time = try #require(reached.number("board_time"))
    #expect(abs(time - service.snapshot.boardTime.inSeconds) < 0.001)
    #expect(time > start.inSeconds && time < 86_400)
    #expect(shape(of: answer).hasSuffix(#","status":503,"board_time":0.000}"#))
    #expect(reached.text("error")?.isEmpty == false)
  }

  private func startOrder(seconds: Int) throws -> TCPConnection {
    let connection = try TCPConnection(port: service.controlPort)
    let body = #"{"seconds":\#(seconds)}"#
    try connection.send(
      "POST /api/v1/clock/advance HTTP/1.1\r\nHost: localhost:\(service.controlPort)\r\n"
        + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    return connection
  }

  @Test("an order is answered with the time it then is, or a transfer later")
  func orders() throws {
    for (step, time) in [("4.25", 4.25), ("100", 104.25)] {
      let shown = try #require(try JSONDocument(service.advance(step).body).number("board_time"))
      #expect(abs(shown - service.snapshot.boardTime.inSeconds) < 0.001)
      // A transfer under way at the end is completed: the clock may be some milliseconds ahead.
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
    let other = try service.control("/elsewhere")
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
