import Bytes
import GNSSBasics
import Testing

@testable import Sessions

@Suite("The track in a card's files")
struct CardTrackReaderTests {
  private static let header = "board_time,temperature,latitude,longitude,light,fix,correction_age\n"
  private static let lines = """
    2.429,27.72,,,103997.10,none,1.189
    40.163,27.70,45.477303302,9.180041418,103498.15,rtk-float,0.932
    #SIG ed25519 00 11
    42.146,27.64,-45.477309994,-179.5,103388.71,rtk-fixed,0.921

    """

  private static func read(
    _ text: String, file: String = "20260601.CSV", start: UnixTime? = nil, piece: Int = .max
  ) -> (samples: [TrackSample], reader: CardTrackReader) {
    var reader = CardTrackReader(start: start)
    var samples: [TrackSample] = []
    reader.begin(file: file)
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      reader.consume(Array(rest.prefix(piece)).span) { samples.append($0) }
      rest = rest.dropFirst(piece)
    }
    reader.finish { samples.append($0) }
    return (samples, reader)
  }

  @Test(
    "whole and byte by byte, lines have time, day, fix and a position or none",
    arguments: [.max, 1, 7])
  func lines(piece: Int) {
    let (samples, reader) = Self.read(Self.header + Self.lines, piece: piece)
    #expect(samples.map(\.time) == [2.429, 40.163, 42.146])
    #expect(samples.map(\.fix) == [.none, .rtkFloat, .rtkFixed].map { Optional<GNSSFix>($0) })
    #expect(samples[0].position == nil && samples[1].position?.longitude == 9.180041418)
    #expect(samples[2].position?.latitude == -45.477309994)
    #expect(samples.allSatisfy { TrackClock.text($0.day) == "2026-06-01" })
    #expect(reader.faults.count == 0 && reader.fileCount == 1)
  }

  @Test("a line cut anywhere before its last column is left out and told, and the others are good")
  func torn() {
    let whole = Self.header + Self.lines
    let last = "44.146,27.62,45.477301779,9.179794544,103155.00,rtk-fixed,0.921"
    for count in 1..<last.utf8.count {
      let (samples, reader) = Self.read(whole + last.prefix(count))
      let isWhole = last.prefix(count).count { $0 == "," } == 6
      #expect(samples.count == (isWhole ? 4 : 3), "\(count)")
      #expect(reader.faults.count == (isWhole ? 0 : 1))
    }
  }

  @Test(
    "a line with other values is told with its place",
    arguments: [
      ("x,1,45,9,1,3d,", "'x' is no board time in seconds"),
      ("-1,1,45,9,1,3d,", "'-1' is no board time in seconds"),
      ("3,1,91,9,1,3d,", "'91,9' is no latitude and longitude"),
      ("3,1,45,,1,3d,", "'45,' is no latitude and longitude"),
      ("3,1,45,181,1,3d,", "'45,181' is no latitude and longitude"),
      ("3,1,45,9,1,5d,", "'5d' is no state of a fix"),
      ("3,1,45,9", "4 columns, and the header has 7"),
    ])
  func faults(line: String, fault: String) {
    let (samples, reader) = Self.read(Self.header + line + "\n" + Self.lines)
    #expect(samples.count == 3)
    #expect(reader.faults.first == "20260601.CSV:2: \(fault)")
  }

  @Test("without a card's header no line is read; another file's name gives no day")
  func otherFiles() {
    #expect(Self.read(Self.lines).reader.faults.first?.contains("no header of a card") == true)
    #expect(Self.read("board_time,temperature\n1,2\n").reader.fileCount == 0)
    #expect(Self.read(Self.header + Self.lines, file: "copy.csv").samples[1].day == nil)
    #expect(CivilDate(cardFile: "20260230.CSV") == nil)
  }

  @Test(
    "with the date of board time zero lines have dates, which do not go back when the board starts again"
  )
  func dates() {
    let text = Self.header + Self.lines + "1.000,,45,9,,3d,\n5.000,,45,9,,3d,\n"
    let start = UnixTime(seconds: 1_780_315_200)
    let (samples, _) = Self.read(text, start: start)
    #expect(
      samples.map { $0.time - 1_780_315_200 }
        == [2.429, 40.163, 42.146, 42.146, 46.146].map {
          ($0 + 1_780_315_200) - 1_780_315_200
        })
    #expect(samples.map(\.beginsAnew) == [false, false, false, true, false])
  }
}
