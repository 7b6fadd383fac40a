import BoardFirmware
import BoardSimulation
import TestSupport
import Testing
import VirtualBoard

@testable import BoardHost

@Suite("Faults, power and Wi-Fi from outside", .timeLimit(.minutes(5)))
struct FaultOrderTests {
  private static func order(
    _ method: String, _ path: String, _ body: String, of service: BoardService
  ) throws -> HTTPAnswer {
    try HTTPAnswer.to(method, path, port: service.controlPort, body: body)
  }

  @Test("a fault of a part shows in the status while it lasts, and is listed with its number")
  func fault() throws {
    let service = try manualBoard()
    defer { service.stop() }
    let body = #"{"fault":"nack","part":"sps30","from":60,"to":70}"#
    let taken = try Self.order("POST", "/api/v1/faults", body, of: service)
    #expect(taken.status == 201)
    #expect(try JSONDocument(taken.body).number("id") == 1)
    #expect(try JSONDocument(taken.body).number("board_time") == 60)
    try service.advance("65")
    let status = try JSONDocument(service.get("/api/v1/status").body)
    #expect(status.text("sensors.sps30.state") == "failed")
    #expect(status.text("sensors.sps30.error")?.contains("0x69") == true)
    let list = try service.control("/api/v1/faults").text
    #expect(
      list.contains(
        #""id":1,"fault":"nack","part":"sps30","from":60.000,"to":70.000,"probability":1.000000,"#))
    #expect(list.contains(#""active":true"#))
    try service.advance("15")
    let later = try JSONDocument(service.get("/api/v1/status").body)
    #expect(later.text("sensors.sps30.state") == "ok")
    #expect(try service.control("/api/v1/faults").text.contains(#""active":false"#))
  }

  @Test("the kinds of fault have what each takes, with defaults and limits that an order may have")
  func kinds() throws {
    let service = try manualBoard()
    defer { service.stop() }
    let answer = try service.control("/api/v1/faults/kinds")
    #expect(answer.status == 200)
    let parts = #""parts":["bme280","ccs811","sps30","bh1750","veml7700","ublox"],"parameters":["#
    let refused: String = [
      #"{"kinds":[{"fault":"nack","on":"bus","meaning":"the address is not acknowledged","#,
      parts, "]},",
    ].joined()
    #expect(answer.text.hasPrefix(refused))
    let flipped: String = [
      #"{"fault":"flip","on":"bus","meaning":"one bit of what is read is turned over","#, parts,
      #"{"name":"byte","meaning":"which byte, from 0","default":null,"minimum":0.000,"#,
      #""maximum":4095.000},"#,
    ].joined()
    #expect(answer.text.contains(flipped))
    let kinds = try #require(JSONDocument(answer.body)["kinds"] as? [[String: Any]])
    #expect(kinds.compactMap { $0["fault"] as? String } == BoardFault.Kind.allCases.map(\.rawValue))
    for kind in kinds {
      let name = try #require(kind["fault"] as? String)
      for parameter in try #require(kind["parameters"] as? [[String: Any]]) {
        for end in ["minimum", "maximum"] {
          let (key, value) = (try #require(parameter["name"]), try #require(parameter[end]))
          let body = #"{"fault":"\#(name)","from":9000,"\#(key)":\#(value)}"#
          #expect(
            try Self.order("POST", "/api/v1/faults", body, of: service).status == 201, "\(body)")
        }
      }
    }
    let ended = try Self.order("DELETE", "/api/v1/faults/kinds", "", of: service)
    #expect(ended.status == 405)
    #expect(try Self.order("DELETE", "/api/v1/faults/1", "", of: service).status == 200)
  }

  @Test("a fault that cannot be is a 400 with the names there are, or with what is wrong")
  func refusals() throws {
    let service = try manualBoard()
    defer { service.stop() }
    try service.advance("10")
    let unknown = try Self.order("POST", "/api/v1/faults", #"{"fault":"nak"}"#, of: service)
    #expect(unknown.status == 400)
    let document = try JSONDocument(unknown.body)
    #expect(document.text("error")?.contains("did you mean 'nack'?") == true)
    #expect(document.texts("names") == BoardFault.Kind.allCases.map(\.rawValue))
    for body in [
      "{}", "[]", #"{"fault":3}"#, #"{"fault":"nack","part":"http"}"#,
      #"{"fault":"nack","to":5}"#, #"{"fault":"nack","from":9}"#, #"{"fault":"nack","x":1}"#,
      #"{"fault":"nack","to":50,"for":2}"#, #"{"fault":"http.late","seconds":-1}"#,
    ] {
      let answer = try Self.order("POST", "/api/v1/faults", body, of: service)
      #expect(answer.status == 400, "\(body)")
      #expect(try JSONDocument(answer.body).text("error")?.isEmpty == false)
    }
    #expect(try service.control("/api/v1/faults").text == #"{"faults":[]}"#)
  }

  @Test("a fault ends by its number, or all do; one that is over is a 404")
  func ends() throws {
    let service = try manualBoard()
    defer { service.stop() }
    for kind in ["nack", "wifi.lost", "http.html"] {
      let body = #"{"fault":"\#(kind)","for":100}"#
      #expect(try Self.order("POST", "/api/v1/faults", body, of: service).status == 201)
    }
    try service.advance("10")
    #expect(try Self.order("DELETE", "/api/v1/faults/2", "", of: service).status == 200)
    #expect(try Self.order("DELETE", "/api/v1/faults/2", "", of: service).status == 404)
    #expect(try Self.order("DELETE", "/api/v1/faults/9", "", of: service).status == 404)
    try service.advance("12")
    #expect(service.snapshot.wifi.state == .joined)
    #expect(try service.get("/").text.contains("<html>"))
    #expect(try Self.order("DELETE", "/api/v1/faults", "", of: service).status == 200)
    #expect(try service.get("/").headers["content-type"] == "text/plain")
  }

  @Test(
    "without power the port refuses at once and open connections are reset; with it, it is there")
  func power() throws {
    let service = try manualBoard(isWarm: true)
    defer { service.stop() }
    let connection = try TCPConnection(port: service.port)
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    #expect(try connection.readAnswer().status == 200)
    let off = try Self.order("POST", "/api/v1/power", #"{"on":false}"#, of: service)
    #expect(off.status == 200)
    #expect(throws: (any Error).self) { try service.get("/") }
    #expect(try connection.readToEnd() == [] && connection.isReset)
    #expect(try service.control("/api/v1/boards").text.contains(#""powered":false"#))
    #expect(try Self.order("POST", "/api/v1/power", #"{"on":true}"#, of: service).status == 200)
    let status = try JSONDocument(service.get("/api/v1/status").body)
    #expect(status.number("uptime") == 0 && status.number("board_time") == 120)
  }

  @Test("without its hotspot the board cannot be reached, nor while it refuses")
  func wifi() throws {
    let service = try manualBoard()
    defer { service.stop() }
    #expect(try Self.order("POST", "/api/v1/wifi", #"{"on":false}"#, of: service).status == 200)
    #expect(throws: (any Error).self) { try service.get("/") }
    #expect(try Self.order("POST", "/api/v1/wifi", #"{"on":true}"#, of: service).status == 200)
    try service.advance("5")
    #expect(try service.get("/").status == 200)
    let refuse = #"{"fault":"http.refuse","from":10,"to":20}"#
    #expect(try Self.order("POST", "/api/v1/faults", refuse, of: service).status == 201)
    try service.advance("10")
    #expect(throws: (any Error).self) { try service.get("/") }
    try service.advance("10")
    #expect(try service.get("/").status == 200)
    let bad = try Self.order("POST", "/api/v1/wifi", #"{"on":true,"password":"x"}"#, of: service)
    #expect(bad.status == 400)
  }

  @Test("answers are what their faults make of them")
  func answers() throws {
    let service = try manualBoard()
    defer { service.stop() }
    func with(_ fault: String, _ look: () throws -> Void) throws {
      let taken = try Self.order("POST", "/api/v1/faults", fault, of: service)
      #expect(taken.status == 201)
      try look()
      _ = try Self.order("DELETE", "/api/v1/faults", "", of: service)
    }
    try with(#"{"fault":"http.status","status":503}"#) {
      let answer = try service.get("/")
      #expect(answer.status == 503)
    }
    try with(#"{"fault":"http.html"}"#) {
      let answer = try service.get("/")
      #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
    }
    try with(#"{"fault":"http.reset"}"#) {
      _ = #expect(throws: (any Error).self) { try service.get("/") }
    }
    for name in ["http.cut", "wifi.close"] {
      try with(#"{"fault":"\#(name)","bytes":3}"#) {
        let connection = try TCPConnection(port: service.port)
        try connection.send("GET /api/v1/status HTTP/1.1\r\nHost: b\r\n\r\n")
        let text = String(decoding: try connection.readToEnd(), as: UTF8.self)
        #expect(text.hasSuffix("\r\n\r\n{\"b"))
      }
    }
    try with(#"{"fault":"http.status","probability":0}"#) {
      let answer = try service.get("/")
      #expect(answer.status == 200)
    }
    try with(#"{"fault":"http.late","seconds":0.05}"#) {
      let answer = try service.get("/")
      #expect(answer.status == 200)
    }
  }

  @Test("while the Wi-Fi is busy an answer waits, by board time")
  func busy() async throws {
    let service = try manualBoard()
    defer { service.stop() }
    let busy = #"{"fault":"wifi.busy","to":10}"#
    #expect(try Self.order("POST", "/api/v1/faults", busy, of: service).status == 201)
    let connection = try TCPConnection(port: service.port)
    try connection.send("GET /api/v1/status HTTP/1.1\r\nHost: b\r\n\r\n")
    try service.advance("15")
    let time = try JSONDocument(connection.readAnswer().body).number("board_time")
    #expect(try #require(time) >= 10)
  }

  @Test("however the clock is moved, the same is answered at the same board times")
  func sameBodies() throws {
    func bodies(step: Int) throws -> [[UInt8]] {
      var configuration = BoardService.Configuration()
      configuration.corrections = .builtInBase
      configuration.board.events = [
        "nack part=sps30 from=50 to=70", "wifi.lost from=30 to=45", "caster.flip from=80 to=90",
      ].compactMap { text in
        (try? BoardFault(parsing: text)).map { BoardEvent(.fault($0), at: .zero) }
      }
      configuration.pace = .manual
      configuration.isWarm = false
      configuration.port = 0
      let service = try BoardService(configuration)
      defer { service.stop() }
      var bodies: [[UInt8]] = []
      for second in stride(from: step, through: 120, by: step) {
        try service.advance("\(step)")
        guard second.isMultiple(of: 60) else { continue }
        for path in ["/", "/api/v1/status", "/api/v1/measurement"] {
          bodies.append(try service.get(path).body)
        }
      }
      return bodies
    }
    #expect(try bodies(step: 1) == bodies(step: 60))
  }

  @Test("settings are told, but not the password, and changed in part")
  func settings() throws {
    let service = try manualBoard()
    defer { service.stop() }
    let known = #"{"sample_interval":2.000,"ssid":"boardsim","password":"set","error":null}"#
    #expect(try service.control("/api/v1/settings").text == known)
    let change = try Self.order(
      "PUT", "/api/v1/settings", #"{"sample_interval":5,"password":null}"#, of: service)
    #expect(change.status == 200)
    let now =
      #"{"sample_interval":5.000,"ssid":"boardsim","password":null,"error":"not on the card: there is "#
      + #"no card; put one in, or name a folder for it"}"#
    #expect(try service.control("/api/v1/settings").text == now)
    #expect(service.snapshot.wifi.state == .searching)
    for body in [#"{"ssid":3}"#, "{}", #"{"sample_interval":0}"#, #"{"x":1}"#] {
      #expect(try Self.order("PUT", "/api/v1/settings", body, of: service).status == 400)
    }
  }
}
