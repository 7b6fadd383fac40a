@testable import BoardHost
import BoardSimulation
import Testing
@testable import VirtualBoard

@Suite("Events as the control port is sent them")
struct BoardEventJSONTests {
  @Test("an object holds, ramps and releases what it names, together")
  func json() throws {
    let body = #"{"light": null, "temperature": {"to": 30, "over": 60}, "humidity": 50, "at": 7}"#
    let orders = [
      try WorldOrder(.temperature, 30, over: .seconds(60)), try WorldOrder(.humidity, 50),
      try WorldOrder(.light, nil),
    ]
    #expect(
      try BoardEvent.world(json: Array(body.utf8))
        == BoardEvent(.world(orders), at: .seconds(7)))
    #expect(try BoardEvent.world(json: Array(#"{"eco2": 900}"#.utf8)).time == nil)
    #expect(
      try BoardEvent.power(json: Array(#"{"on": false, "at": 3}"#.utf8))
        == BoardEvent(.power(isOn: false), at: .seconds(3)))
  }

  @Test(
    "an object that is none, or names what there is not, is refused as a whole",
    arguments: [
      ("", EventError.notAWorld), ("[]", .notAWorld), ("7", .notAWorld),
      (#"{"temperature": NaN}"#, .notAWorld),
      (#"{"temperature": 1e999}"#, .notAnOrder("temperature")),
      ("{}", .empty), (#"{"at": 3}"#, .empty),
      (#"{"temperature": 1, "temprature": 2}"#, .unknownQuantity("temprature")),
      (#"{"temperature": "1"}"#, .notAnOrder("temperature")),
      (#"{"temperature": true}"#, .notAnOrder("temperature")),
      (#"{"temperature": {"over": 1}}"#, .notAnOrder("temperature")),
      (#"{"temperature": {"to": 1, "over": -1}}"#, .badTime("over")),
      (#"{"temperature": 1, "at": "now"}"#, .badTime("at")),
      (#"{"temperature": 1, "at": -1}"#, .badTime("at")),
      (#"{"pressure": 0}"#, .outOfRange(.pressure, 0)),
    ])
  func nonsensicalWorld(body: String, error: EventError) {
    #expect(throws: error) { try BoardEvent.world(json: Array(body.utf8)) }
  }

  @Test("a ramp without a length of time is a step, and an unknown member is named, the first one")
  func smallerWords() throws {
    #expect(
      try BoardEvent.world(json: Array(#"{"temperature": {"to": 30}}"#.utf8))
        == BoardEvent(.world([try WorldOrder(.temperature, 30, over: .zero)])))
    #expect(throws: EventError.unknownQuantity("a")) {
      try BoardEvent.world(json: Array(#"{"c": 1, "at": 3, "a": 1, "b": 1}"#.utf8))
    }
  }

  @Test("a fault is read with its words; one that has no end or no part may say so")
  func fault() throws {
    func event(_ body: String) throws -> BoardEvent { try .fault(json: Array(body.utf8)) }
    let late = BoardFault(.httpLate, [.seconds: 3])
    #expect(try event(#"{"fault":"http.late","seconds":3}"#) == BoardEvent(.fault(late)))
    #expect(
      try event(#"{"fault":"http.late","seconds":3,"part":null,"to":null}"#)
        == BoardEvent(.fault(late)))
    #expect(
      try event(#"{"fault":"nack","part":"sps30","from":60,"to":70,"probability":0.5}"#)
        == BoardEvent(
          .fault(
            BoardFault(
              .nack, of: "sps30", from: .seconds(60), to: .seconds(70), probability: 0.5)),
          at: .seconds(60)))
    for member in [#""seconds":null"#, #""from":null"#, #""seconds":true"#, #""to":[]"#] {
      #expect(throws: EventError.notAFault, "\(member)") {
        try event(#"{"fault":"http.late",\#(member)}"#)
      }
    }
  }

  @Test("a hotspot comes back as it was, or with what is named of another network")
  func wifi() throws {
    func event(_ body: String) throws -> BoardEvent { try .wifi(json: Array(body.utf8)) }
    #expect(try event(#"{"on":true}"#) == BoardEvent(.wifi(isOn: true, network: nil)))
    #expect(
      try event(#"{"on":false,"at":3}"#)
        == BoardEvent(.wifi(isOn: false, network: nil), at: .seconds(3)))
    for (body, ssid, password) in [
      (#""ssid":"Pixel""#, "Pixel", "boardsim"), (#""password":null"#, "boardsim", nil),
      (#""password":"12345678""#, "boardsim", "12345678"),
      (#""ssid":"Pixel","password":null"#, "Pixel", nil),
    ] as [(String, String, String?)] {
      #expect(
        try event(#"{"on":true,\#(body)}"#)
          == BoardEvent(
            .wifi(isOn: true, network: WiFiNetwork(ssid: ssid, password: password))))
    }
    for body in ["{}", #"{"on":1}"#, #"{"on":true,"x":1}"#, #"{"ssid":"Pixel"}"#, "[]"] {
      #expect(throws: EventError.self, "\(body)") { try event(body) }
    }
  }

  @Test("settings are changed where they are named, and have to be some")
  func settings() throws {
    func event(_ body: String) throws -> BoardEvent {
      try .settings(json: Array(body.utf8), changing: .standard)
    }
    let network = WiFiNetwork(ssid: "Pixel", password: nil)
    #expect(
      try event(#"{"sample_interval":5,"ssid":"Pixel","password":null,"at":7}"#)
        == BoardEvent(
          .settings(try BoardSettings(sampleInterval: .seconds(5), network: network)),
          at: .seconds(7)))
    for seconds in ["1e9", "-1e9", "1.4e9", "1e300", "null", #""5""#] {
      #expect(throws: EventError.notSettings, "\(seconds)") {
        try event(#"{"sample_interval":\#(seconds)}"#)
      }
    }
    #expect {
      try event(#"{"sample_interval":999999999}"#)
    } throws: { error in
      if case EventError.badSetting = error { true } else { false }
    }
  }

  @Test(
    "power is on or off, and nothing else",
    arguments: ["", "{}", #"{"on": 1}"#, #"{"on": null}"#, #"{"on": true, "off": true}"#])
  func nonsensicalPower(body: String) {
    #expect(throws: EventError.notASwitch("")) { try BoardEvent.power(json: Array(body.utf8)) }
  }
}
