import Foundation
import Testing
import VirtualBoard

@Suite("VirtualBoard from outside")
struct WholeBoardTests {
  // What the page of VirtualBoard begins with.
  @Test func theAppShowsAnRTKFix() throws {
    let file = URL(
      filePath: "../../../../captures/milan-base.rtcm3", relativeTo: URL(filePath: #filePath))
    let capture = [UInt8](try Data(contentsOf: file))
    let board = try Board(.capture(capture, name: "milan-base"), origin: .base)
    #expect(board.run(until: .rtkFixed, within: .seconds(180)))
    board.run(until: .seconds(180))  // the last sensor is warm
    #expect(board.get("/").text.split(separator: ";").count == 13)
  }

  @Test("the weather changes and the power goes, at board times")
  func happens() throws {
    let card = MemoryCard()
    let board = try Board(card: card.slot)
    try board.schedule(BoardEvent(parsing: "temperature=-10 at=100 over=30"))
    try board.schedule(BoardEvent(.power(isOn: false), at: .seconds(200)))
    board.run(until: .seconds(190))
    #expect(board.get("/").text.hasPrefix("-10."))
    board.run(until: .seconds(300))
    #expect(!board.isPowered)
    #expect(card.text(of: "20260601.CSV")?.contains("\n198.") == true)
  }
}
