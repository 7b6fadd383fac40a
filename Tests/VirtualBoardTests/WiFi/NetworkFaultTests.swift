import BoardFirmware
import BoardSimulation
import NtripProtocol
import TestSupport
import Testing

@testable import VirtualBoard

@Suite("A board's network that fails")
struct NetworkFaultTests {
  private static func board(_ faults: String...) throws -> Board {
    var options = BoardOptions()
    options.sky = .off
    options.events = try faults.map { BoardEvent(.fault(try BoardFault(parsing: $0)), at: .zero) }
    return try Board(.capture(MilanBase.capture, name: "milan"), origin: .base, options: options)
  }

  private static func received(_ board: Board, from start: Int, to end: Int) -> Int {
    board.run(until: .seconds(start))
    let before = board.snapshot.corrections.bytesReceived
    board.run(until: .seconds(end))
    return board.snapshot.corrections.bytesReceived - before
  }

  @Test(
    "no corrections come while it lasts, and they come again after it",
    arguments: ["wifi.lost", "wifi.busy", "wifi.close", "caster.dies", "caster.stall"])
  func silence(name: String) throws {
    let board = try Self.board("\(name) from=30 to=50")
    #expect(Self.received(board, from: 20, to: 29) > 1000)
    #expect(Self.received(board, from: 31, to: 49) == 0)
    #expect(Self.received(board, from: 90, to: 110) > 1000)
    #expect(board.snapshot.wifi.state == .joined)
    #expect(board.snapshot.wifi.joins == (name == "wifi.lost" ? 2 : 1))
  }

  @Test("the status says why corrections do not come")
  func reasons() throws {
    for (name, words) in [
      ("wifi.lost", "hotspot 'boardsim'"), ("caster.dies", "the caster is gone"),
      ("wifi.close", "the connection was closed"),
    ] {
      let board = try Self.board("\(name) from=10 to=20")
      board.run(until: .seconds(15))
      #expect(board.snapshot.corrections.link.state == .waiting)
      #expect(board.snapshot.corrections.link.error?.contains(words) == true)
    }
  }

  @Test("bits that are turned over are found by the checksum, and only while it lasts")
  func flips() throws {
    let board = try Self.board("caster.flip rate=0.01 from=20 to=40")
    board.run(until: .seconds(19))
    #expect(board.snapshot.corrections.badCRC == 0)
    board.run(until: .seconds(40))
    let damaged = board.snapshot.corrections.badCRC
    #expect(damaged > 5)
    board.run(until: .seconds(70))
    #expect(board.snapshot.corrections.badCRC <= damaged + 1)
    let again = try Self.board("caster.flip rate=0.01 from=20 to=40")
    again.run(until: .seconds(40))
    #expect(again.snapshot.corrections.badCRC == damaged)
  }

  @Test(
    "a hotspot that goes off and on again is joined again, as another one only with its password")
  func hotspot() throws {
    let board = try Self.board()
    board.run(until: .seconds(5))
    try board.schedule(BoardEvent(.wifi(isOn: false, network: nil)))
    #expect(board.snapshot.wifi.state == .searching)
    board.run(until: .seconds(20))
    #expect(board.snapshot.wifi.error?.contains("there is no hotspot") == true)
    try board.schedule(BoardEvent(.wifi(isOn: true, network: nil), at: .seconds(21)))
    board.run(until: .seconds(31))
    #expect(board.snapshot.wifi.state == .joined)
    let phone = WiFiNetwork(ssid: "phone", password: "12345678")
    try board.schedule(BoardEvent(.wifi(isOn: true, network: phone)))
    board.run(until: .seconds(60))
    #expect(board.snapshot.wifi.state == .searching)
    let settings = try BoardSettings(sampleInterval: .seconds(5), network: phone)
    try board.schedule(BoardEvent(.settings(settings)))
    board.run(until: .seconds(62))
    #expect(board.snapshot.wifi.state == .joined && board.snapshot.wifi.ssid == "phone")
  }

  @Test("settings outlast the power, and with the card the process; a torn line does not count")
  func settings() throws {
    let card = MemoryCard()
    let phone = WiFiNetwork(ssid: "Café 2", password: nil)
    let settings = try BoardSettings(sampleInterval: .seconds(5), network: phone)
    let board = try Board(.none, card: card.slot)
    try board.schedule(BoardEvent(.settings(settings), at: .seconds(3)))
    board.run(until: .seconds(3))
    #expect(board.settings == settings && board.snapshot.sampleInterval == .seconds(5))
    #expect(card.text(of: "SETTINGS.CFG") == "sample_interval\tssid\tpassword\n5.0\tCafé 2\t\n")
    try board.schedule(BoardEvent(.power(isOn: false)))
    try board.schedule(BoardEvent(.power(isOn: true), at: .seconds(4)))
    board.run(until: .seconds(14))
    #expect(board.snapshot.sampleInterval == .seconds(5))
    let time = try #require(board.snapshot.measurement[.temperature]?.time)
    #expect(time >= .seconds(14) && time < .seconds(14.1))
    #expect(try Board(.none, card: card.slot).settings == settings)
    var options = BoardOptions()
    options.sky = .off
    options.sampleInterval = .seconds(1)
    let told = try Board(.none, options: options, card: card.slot)
    #expect(told.settings.network == phone && told.settings.sampleInterval == .seconds(1))
    let torn = Array("7.0\tnew\t\n9.0\tneu".utf8)
    #expect(BoardSettings(endOfFile: torn)?.sampleInterval == .seconds(7))
    #expect(BoardSettings(endOfFile: Array("x\ty\tz\n".utf8)) == nil)
  }

  @Test("settings that a full card refuses are told as such, and saved once it takes lines again")
  func unsavedSettings() throws {
    let card = MemoryCard()
    let board = try Board(.none, card: card.slot)
    try board.schedule(BoardEvent(.fault(try BoardFault(parsing: "card.full from=2 to=9"))))
    let settings = try BoardSettings(sampleInterval: .seconds(3), network: .standard)
    try board.schedule(BoardEvent(.settings(settings), at: .seconds(3)))
    board.run(until: .seconds(8))
    #expect(board.settings == settings && board.settingsError == .full)
    #expect(card.text(of: "SETTINGS.CFG") == nil)
    board.run(until: .seconds(14))
    #expect(board.settingsError == nil)
    #expect(try Board(.none, card: card.slot).settings == settings)
    let bare = try Board(.none)
    try bare.schedule(BoardEvent(.settings(settings)))
    bare.run(until: .seconds(1))
    #expect(bare.settingsError == .absent)
  }

  @Test("settings that a card cannot give are told as such, until others are saved")
  func unreadSettings() throws {
    let broken = CardError.failed("a block cannot be read")
    let card = BoardCard(
      append: { _, _, _ throws(CardError) in }, end: { _, _ throws(CardError) in throw broken })
    let board = try Board(.none, card: card)
    #expect(board.settings == .standard && board.settingsError == broken)
    #expect(try Board(.none).settingsError == nil, "an empty slot has no settings to read")
    try board.schedule(BoardEvent(.settings(.standard)))
    board.run(until: .seconds(1))
    #expect(board.settingsError == nil)
  }

  @Test("what no board can be told is refused with what it can")
  func badSettings() {
    for (interval, ssid, password) in [
      (0.05, "a", nil), (3601, "a", nil), (2, "", nil), (2, String(repeating: "ä", count: 17), nil),
      (2, "a\tb", nil), (2, "a", "1234567"), (2, "a", String(repeating: "x", count: 64)),
    ] as [(Double, String, String?)] {
      #expect(throws: EventError.self) {
        try BoardSettings(
          sampleInterval: .seconds(interval), network: WiFiNetwork(ssid: ssid, password: password))
      }
    }
  }
}
