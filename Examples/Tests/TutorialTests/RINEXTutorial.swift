import RINEX
import RTCMStreams
import Testing

@Suite("Tutorial and guides: RINEX")
struct RINEXTutorial {
  func files(of stream: [UInt8]) throws -> RINEXConversion.Text {
    let about = GPSTime(UnixTime(seconds: 1_780_315_200))  // 2026-06-01, to within half a week
    var conversion = RINEXConversion(near: about, header: RINEXHeader(markerName: "MILAN"))
    var text = RINEXConversion.Text()
    while conversion.pass != .done {
      conversion.consume(stream.span, into: &text)
      try conversion.endPass(into: &text)
    }
    print(conversion.epochs, "epochs,", conversion.ephemerides, "ephemerides")
    return text
  }

  @Test("a stream becomes an observation and a navigation file, and the orbits come back")
  func convertsBothWays() throws {
    let text = try files(of: Array(Fixture.milanBase().prefix(100_000)))
    let observations = String(decoding: text.observations, as: UTF8.self)
    #expect(observations.hasPrefix("     3.04           OBSERVATION DATA"))
    #expect(observations.contains("\n> 2026 06 01 12 00 "))

    let navigation = try RINEXNavigation(reading: text.navigation)
    for error in navigation.skipped { print(error) }
    let frames = try navigation.ephemerides.flatMap { message in try message.frame() }
    print(navigation.ephemerides.count, "messages,", frames.count, "bytes")
    #expect(!navigation.ephemerides.isEmpty && navigation.skipped.isEmpty)
  }

  @Test("an observation file gives its epochs, at once and in pieces")
  func readsObservations() throws {
    let text = try files(of: Array(Fixture.milanBase().prefix(100_000)))
    let file = try RINEXObservations(reading: text.observations)
    for epoch in file.epochs {
      for observation in epoch.observations where observation.code == RINEXSignalCode("1C") {
        print(epoch.time.week, observation.satellite, observation.pseudorange ?? .nan)
      }
    }
    let all = file.epochs.reduce(0) { $0 + $1.observations.count }
    #expect(all > 0 && file.errorCount == 0)

    let piece = text.observations
    var reader = RINEXObservationReader()
    var observations = 0
    reader.consume(piece.span) { event in
      if case .epoch(let epoch, _) = event { observations += epoch.observations.count }
    }
    reader.finish { _ in }
    #expect(observations == all)
  }
}
