import GNSSBasics
import Testing

@testable import BoardFirmware

@Suite("The card")
struct CardTests {
  private static let header =
    "board_time,temperature,humidity,pressure,altitude,tvocs,eco2,pm05,pm1,pm25,pm4,pm10,"
    + "latitude,longitude,light,fix,correction_age"

  @Test("has a header and a line for each sample")
  func lines() {
    let board = FakeBoard()
    board.run(until: .milliseconds(6900))
    let lines = board.card.lines(of: "20260601.CSV")
    #expect(lines.count == 4)
    #expect(lines.first == Self.header)
    let last = lines.last?.split(separator: ",", omittingEmptySubsequences: false) ?? []
    #expect(last.count == 17)
    #expect(last.first?.hasPrefix("6.0") == true)
    #expect(
      last.dropFirst().joined(separator: ",")
        == "25.08,20.78,100653.25,56.07,12,412,1.70,4.00,5.10,5.20,5.25,45.478129113,9.227790690,1000.00,3d,"
    )
    // The first sample already has a position of its own time.
    #expect(lines[1].hasSuffix(",45.478129113,9.227790690,1000.00,3d,"))
    #expect(board.snapshot.card.lines == 3)
    #expect(board.snapshot.card.file == "20260601.CSV")
    #expect(board.snapshot.card.state == .ok)
  }

  @Test("tells the age of corrections and an illuminance where there are any")
  func fullLine() {
    var snapshot = Samples.fixed
    snapshot.measurement[.light] = Timed(1234.5, at: .seconds(100))
    let line = CardLog<FakeCard>.line(of: snapshot, at: .milliseconds(100_012))
    #expect(
      String(decoding: line, as: UTF8.self)
        == "100.012,23.41,45.23,100653.27,56.07,12,412,1.70,4.00,5.10,5.20,5.25,"
        + "45.478129100,9.227790700,1234.50,rtk-fixed,0.262\n")
  }

  @Test("has a file for each day in UTC")
  func midnight() {
    // The date of boot is 2027-12-31T23:59:55Z.
    let board = FakeBoard(bootDate: UnixTime(seconds: 1_830_297_595))
    board.run(until: .milliseconds(10_900))
    #expect(board.card.files.keys.sorted() == ["20271231.CSV", "20280101.CSV"])
    #expect(board.card.lines(of: "20271231.CSV").count == 3)
    #expect(board.card.lines(of: "20280101.CSV").count == 4)
    #expect(board.card.lines(of: "20280101.CSV").first == Self.header)
  }

  @Test(
    "that fails loses lines, says why, and is tried again",
    arguments: [
      CardError.full, .writeProtected, .failed("disk on fire"),
    ])
  func failure(error: CardError) {
    let board = FakeBoard()
    board.run(until: .milliseconds(2500))
    board.card.error = error
    board.run(until: .milliseconds(6500))
    #expect(board.snapshot.card.state == .failed)
    #expect(board.snapshot.card.error == error.description)
    #expect(board.snapshot.card.lines == 1 && board.snapshot.card.lostLines == 2)
    #expect(board.snapshot.sensors["bme280"]?.state == .ok)
    board.card.error = nil
    board.run(until: .milliseconds(8500))
    #expect(board.snapshot.card.state == .ok)
    #expect(board.snapshot.card.error == nil)
    #expect(board.snapshot.card.lines == 2 && board.snapshot.card.lostLines == 2)
  }

  @Test("that is pulled loses the lines that it would have had")
  func pulled() {
    let board = FakeBoard()
    board.run(until: .milliseconds(2500))
    board.card.error = .absent
    board.run(until: .milliseconds(6500))
    #expect(board.snapshot.card.state == .absent)
    #expect(board.snapshot.card.lines == 1 && board.snapshot.card.lostLines == 2)
  }

  @Test("that is absent is no error")
  func absent() {
    let board = FakeBoard()
    board.card.error = .absent
    board.run(until: .seconds(3))
    #expect(board.snapshot.card.state == .absent)
    #expect(board.snapshot.card.error == nil)
    #expect(board.snapshot.card.lostLines == 0)
  }
}
