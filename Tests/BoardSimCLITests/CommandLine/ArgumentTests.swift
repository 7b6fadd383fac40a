import CasterHost
import BoardFirmware
import GNSSBasics
import RTCMStreams
import TestSupport
import Testing
import VirtualBoard

@testable import BoardSimCLI

@Suite("What options stand for")
struct ArgumentTests {
  @Test("a board has the first seed where none is given")
  func seed() throws {
    #expect(try BoardArguments().options.seed == 1)
  }

  @Test("a receiver's rate is one whose epochs lie on whole milliseconds and seconds")
  func rates() throws {
    for rate in [1, 2, 4, 5, 8, 10] {
      #expect(try RateArgument(optionText: "\(rate)", of: "--gnss-rate").value == rate)
    }
    for text in ["0", "3", "11", "-1", "2.5", "", "x"] {
      let error = #expect(throws: UsageError.self) {
        try RateArgument(optionText: text, of: "--gnss-rate")
      }
      #expect(error?.message.contains("1, 2, 4, 5, 8 or 10") == true)
    }
  }

  @Test("a date is one from the beginning of GPS time to that of 2200, to the second")
  func dates() {
    for text in ["1980-01-06T00:00:00Z", "2200-01-01T00:00:00Z"] {
      #expect(DateArgument.time(text) != nil, "\(text)")
    }
    for text in ["1980-01-05T23:59:59Z", "2200-01-01T00:00:01Z"] {
      #expect(DateArgument.time(text) == nil, "\(text)")
    }
  }

  @Test("a time in seconds is a thousand million at most")
  func seconds() throws {
    let longest = try SecondsArgument(optionText: "1e9", of: "--duration")
    #expect(longest.duration == .seconds(1_000_000_000))
  }

  @Test("a form of MSM is one rule", arguments: [(MSMFormName.msm4, UInt8(4)), (.msm5, 5)])
  func forms(name: MSMFormName, kind: UInt8) {
    var rules = ConversionRules()
    name.apply(to: &rules)
    #expect(rules.msmKind == kind)
    #expect(rules.legacyForm == nil)
  }

  @Test("a mountpoint's file may have what stands between the two in its own name")
  func mount() throws {
    let mount = try MountArgument(optionText: "A=b=c", of: "--mount")
    #expect(mount.name == "A" && mount.origin == .capture(path: "b=c", .init()))
  }

  @Test("a stream whose first byte begins no line is converted from there on")
  func firstByte() {
    let frame = StandardExample.frame
    var input = ConversionInput(
      nil, StreamConverter(ConversionRules()), keepsEpochs: false)
    var output = ConvertedChunk()
    input.consume(frame.span, into: &output)
    #expect(output.bytes == frame)
  }

  @Test(
    "four kilobytes without what tells lines from frames are frames",
    arguments: [
      ("{", 4094, "\"", 1), ("{", 4095, "\"", 0), ("", 4095, "{\"", 1), ("", 4096, "{\"", 0),
    ])
  func longBeginning(first: String, blanks: Int, rest: String, badLines: Int) {
    var input = ConversionInput(
      nil, StreamConverter(ConversionRules()), keepsEpochs: false)
    var output = ConvertedChunk()
    let beginning = Array((first + String(repeating: " ", count: blanks)).utf8)
    for bytes in [beginning, Array(rest.utf8)] { input.consume(bytes.span, into: &output) }
    input.finish(into: &output)
    #expect(input.badLineCount == badLines)
  }

  @Test("a card that loses lines is told of, and that it takes them again, each once")
  func card() {
    let transcript = Console.Transcript()
    var log = BoardLog(isQuiet: false)
    Console.$transcript.withValue(transcript) {
      for (state, lost) in [
        (CardStatus.State.starting, 0), (.absent, 0), (.failed, 1), (.failed, 2), (.ok, 2),
        (.ok, 2), (.absent, 3),
      ] {
        var snapshot = BoardSnapshot(bootDate: UnixTime(seconds: 1_780_315_200))
        (snapshot.card.state, snapshot.card.lostLines) = (state, lost)
        log.update(snapshot)
      }
    }
    let lines = String(decoding: transcript.errors, as: UTF8.self).split(separator: "\n")
    let told = lines.filter { $0.contains("card") }.map { $0.contains("are lost") }
    #expect(told == [true, false, true])
  }
}
