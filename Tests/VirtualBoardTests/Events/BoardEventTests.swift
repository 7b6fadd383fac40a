@testable import VirtualBoard
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
}
