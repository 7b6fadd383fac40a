import BoardSimulation
import Testing

@Suite("The line between a sketch and its modem")
struct SketchLineTests {
  /// The time of a byte at 9,600 baud.
  private static let byte = Duration.nanoseconds(1_041_667)

  /// A line whose modem has booted, and whose greeting has been read.
  private static func line(_ port: SketchLine.Port) -> SketchLine {
    var settings = WiFiModem.Settings()
    settings.baud = 9_600
    var line = SketchLine(to: WiFiModem(settings), port: port)
    line.advance(to: .seconds(1))
    _ = line.read()
    return line
  }

  private static func text(_ line: inout SketchLine) -> String {
    String(decoding: line.read(), as: UTF8.self)
  }

  @Test(
    "a UART hears the echo of what it sends; SoftwareSerial hears what begins behind its last bit")
  func echo() {
    var hardware = Self.line(.hardware)
    hardware.send(Array("AT\r\n".utf8), at: .seconds(2))
    hardware.advance(to: .seconds(3))
    #expect(Self.text(&hardware) == "AT\r\r\n\r\nOK\r\n")
    #expect(hardware.statistics.lostWhileSending == 0)

    var software = Self.line(.software)
    software.send(Array("AT\r\n".utf8), at: .seconds(2))
    software.advance(to: .seconds(3))
    #expect(Self.text(&software) == "\r\n\r\nOK\r\n")
    #expect(software.statistics.lostWhileSending == 3)
  }

  @Test("a byte takes ten bits, and ends no sooner", arguments: SketchLine.Port.allCases)
  func pace(port: SketchLine.Port) {
    var line = Self.line(port)
    #expect(line.bytesPerSecond == 960)
    line.send(Array("ATE0\r\n".utf8), at: .seconds(2))
    #expect(line.sendEnd == .seconds(2) + Self.byte * 6)
    line.advance(to: .seconds(3))
    _ = line.read()
    line.send(Array("AT\r\n".utf8), at: .seconds(4))
    // The command, two milliseconds of the modem's, and the answer's first byte.
    let first = Duration.seconds(4) + Self.byte * 4 + .milliseconds(2) + Self.byte
    line.advance(to: first - .nanoseconds(1))
    #expect(line.waitingCount == 0)
    line.advance(to: first)
    #expect(line.waitingCount == 1)
    line.advance(to: first + Self.byte * 5)
    #expect(Self.text(&line) == "\r\nOK\r\n")
  }

  @Test("the buffer holds 63 bytes; the rest of an answer that nobody reads is lost and counted")
  func overrun() {
    var line = Self.line(.hardware)
    let before = line.statistics.received
    line.send(Array("AT+GMR\r\n".utf8), at: .seconds(2))
    line.advance(to: .seconds(3))
    #expect(line.waitingCount == SketchLine.bufferCapacity)
    #expect(line.statistics.received == before + 63)
    #expect(line.statistics.overruns == line.modem.statistics.sent - before - 63)
    #expect(line.statistics.overruns > 20)
    #expect(Self.text(&line).hasPrefix("AT+GMR\r\r\nAT version:"))
    line.advance(to: .seconds(4))
    #expect(line.waitingCount == 0)
  }

  @Test("the same bytes arrive whether time passes at once or by the nanoseconds of a byte")
  func slices() {
    func heard(by step: Duration) -> ([UInt8], SketchLineStatistics) {
      var (line, heard, now) = (Self.line(.software), [UInt8](), Duration.seconds(2))
      line.send(Array("AT\r\n".utf8), at: now)
      while now < .seconds(3) {
        now += step
        line.advance(to: now)
        heard += line.read()
      }
      return (heard, line.statistics)
    }
    let whole = heard(by: .seconds(1))
    for step in [Duration.microseconds(100), Self.byte, .milliseconds(7)] {
      #expect(heard(by: step) == whole)
    }
  }
}
