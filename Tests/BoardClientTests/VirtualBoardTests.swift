import BoardClient
import BoardFirmware
import Testing

@Suite("A poller and the whole board")
struct VirtualBoardTests {
  @Test(
    "each dialect gives what the firmware knows, by its name and in its unit",
    arguments: [DataServerConfiguration.Dialect.moqa, .airQuality])
  func reads(dialect: DataServerConfiguration.Dialect) async throws {
    let board = try BoardOnAWire(dialect)
    let read = try await BoardPoller("board", transport: board.transport).measurement()
    let quantities = dialect.fields
    #expect(read.fields.map(\.name) == quantities.map(\.name))
    #expect(read.fields.map(\.unit) == quantities.map(\.unit))
    for (field, quantity) in zip(read.fields, quantities) {
      let known = try #require(board.measurement[quantity]).value
      let step = [1, 0.1, 0.01][min(quantity.decimals, 2)]
      #expect(abs(try #require(field.value) - known) <= step / 2 + 1e-9, "\(field.name)")
    }
  }

  @Test("the original firmware's page is read until it has grown too long")
  func legacyPage() async throws {
    let board = try BoardOnAWire(.legacyHTML)
    let poller = BoardPoller("old", dialect: .legacyHTML, transport: board.transport)
    var temperatures: [Double?] = []
    let failure = await #expect(throws: BoardError.self) {
      while temperatures.count < 100 {
        let read = try await poller.measurement()
        #expect(read.latitude == nil && read.eco2PartsPerMillion.map { $0 >= 400 } == true)
        temperatures.append(read.temperatureCelsius)
        board.run(until: .seconds(60 + 10 * temperatures.count))
      }
    }
    #expect((12...15).contains(temperatures.count) && Set(temperatures).count > 5)
    #expect(failure?.reason == .unreadable(.outgrownPage))
    #expect(
      failure?.description
        == "board old: the original firmware's page has grown too long to be sent; switch the board off and on"
    )
  }
}
