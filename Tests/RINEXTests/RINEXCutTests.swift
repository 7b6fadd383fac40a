import RINEX
import RTCMParser
import RTCMStreams
import TestSupport
import Testing

@Suite("RINEX navigation file that was cut")
struct RINEXCutTests {
  /// A file with a satellite of each of three systems, as this project writes it.
  private static func ofManySystems() throws -> [UInt8] {
    let capture = try MilanBase.capture
    var scanner = FrameScanner()
    var writer = RINEXNavigationWriter(near: GPSTime(week: 2421, secondsOfWeek: 129_618))
    var text: [UInt8] = []
    writer.appendHeader(to: &text)
    var types: Set<UInt16> = []
    scanner.consume(capture.span) { frame in
      guard let message = try? RTCMMessage(decoding: frame.payload),
        [1020, 1042, 1046].contains(message.type), types.insert(message.type).inserted
      else { return }
      writer.append(message, to: &text)
    }
    return text
  }

  /// Checks the ephemerides read from each beginning of a file against those of the whole file.
  private func check(_ text: [UInt8]) throws {
    let whole = try RINEXNavigation(reading: text)
    try #require(whole.skipped.isEmpty && !whole.ephemerides.isEmpty)
    var most = 0
    for count in 0..<text.count {
      let part = Array(text.prefix(count))
      let lines = part.split(separator: 0x0A, omittingEmptySubsequences: false).count
      do throws(RINEXReadingError) {
        let file = try RINEXNavigation(reading: part)
        // The last number of the last record may have lost digits, and be another number or none.
        let strangers = file.ephemerides.count { !whole.ephemerides.contains($0) }
        let holds =
          strangers <= 1 && file.ephemerides.count <= whole.ephemerides.count
          && file.ephemerides.count + file.skipped.count >= most && file.skipped.count <= 1
          && file.skipped.allSatisfy { (1...lines).contains($0.line) }
        #expect(holds, "cut at \(count): \(file.skipped)")
        most = max(most, file.ephemerides.count)
      } catch {
        #expect((1...max(lines, 1)).contains(error.line), "cut at \(count): \(error)")
        #expect(most == 0)
      }
    }
    #expect(most >= whole.ephemerides.count - 1)
  }

  @Test("at any byte, there are fewer satellites or an error that names a line: version 3")
  func version3() throws { try check(Self.ofManySystems()) }

  @Test("at any byte, there are fewer satellites or an error that names a line: version 2")
  func version2() throws { try check(Array(RINEXReadingErrorTests.version2.utf8)) }

  @Test("at any byte, there are fewer satellites or an error that names a line: version 3.05")
  func glonass() throws { try check(Array(RINEXReadingErrorTests.glonass.utf8)) }
}
