@testable import BoardHost
import BoardSimulation
import Testing

@Suite("Events as they are written")
struct BoardEventTests {
  private static func world(
    _ quantity: WorldQuantity, _ value: Double?, over ramp: Duration = .zero, at time: Duration?
  ) throws -> BoardEvent {
    BoardEvent(.world([try WorldOrder(quantity, value, over: ramp)]), at: time)
  }

  @Test("a word names and holds; 'at' and 'over' say when")
  func text() throws {
    let zero = Duration.zero
    #expect(
      try BoardEvent(parsing: "temperature=-10")
        == Self.world(.temperature, -10, at: zero))
    #expect(
      try BoardEvent(parsing: " pm05_number=2.5e2  over=30 at=100 ")
        == Self.world(.pm05Number, 250, over: .seconds(30), at: .seconds(100)))
    #expect(
      try BoardEvent(parsing: "humidity=null at=0.5")
        == Self.world(.humidity, nil, at: .seconds(0.5)))
  }

  @Test(
    "what is no event is told with what is wrong",
    arguments: [
      ("", EventError.empty), ("temprature=1", .unknownQuantity("temprature")),
      ("at=3", .unknownQuantity("at")), ("temperature", .unknownWord("temperature")),
      ("temperature=warm", .notAnOrder("temperature")), ("eco2=nan", .notAnOrder("eco2")),
      ("eco2=inf", .notAnOrder("eco2")), ("eco2=", .notAnOrder("eco2")),
      ("humidity=101", .outOfRange(.humidity, 101)),
      ("humidity=-0.1", .outOfRange(.humidity, -0.1)),
      ("light=1 at=-1", .badTime("at")), ("light=1 at=now", .badTime("at")),
      ("light=1 over=1e10", .badTime("over")), ("light=1 for=3", .unknownWord("for=3")),
      ("light=null over=3", .unknownWord("over=3")),
    ])
  func nonsense(text: String, error: EventError) {
    #expect(throws: error) { try BoardEvent(parsing: text) }
  }

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
    #expect(throws: EventError.notAPower) { try BoardEvent.power(json: Array(body.utf8)) }
  }
}
