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

  @Test(
    "power is on or off, and nothing else",
    arguments: ["", "{}", #"{"on": 1}"#, #"{"on": null}"#, #"{"on": true, "off": true}"#])
  func nonsensicalPower(body: String) {
    #expect(throws: EventError.notASwitch("")) { try BoardEvent.power(json: Array(body.utf8)) }
  }
}
