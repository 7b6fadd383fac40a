import RTCMParser
import TestSupport
import Testing

@Suite("boardsim rtcm convert --to csv")
struct ObservationCSVTests {
  private let capture = "captures/milan-base.rtcm3"

  /// The values are also in convbin's RINEX file of the capture, to its three decimals.
  @Test("a line for each signal, as it has always been")
  func golden() async throws {
    let outcome = try await boardsim(
      "rtcm", "convert", capture, "-o", "-", "--to", "csv", "--every", "30", "-q")
    #expect(outcome.status == 0)
    let lines = outcome.text.split(separator: "\n")
    #expect(
      lines.prefix(4) == [
        "time_gps,station,satellite,signal,pseudorange_m,phase_cycles,doppler_hz,cnr_dbhz,lock_s,"
          + "half_cycle,glonass_channel",
        "2026-06-01T12:00:30.000,1,G04,1C,24246358.6187,127415285.9406,-3483.1684,38.3125,2883.584,0,",
        "2026-06-01T12:00:30.000,1,G04,2W,24246362.4198,99285104.2695,-2714.2104,35.4375,2162.688,0,",
        "2026-06-01T12:00:30.000,1,G04,2L,24246362.4081,99285123.2784,-2714.0880,35.1875,901.120,0,",
      ])
    #expect(lines.count == 2006)
    #expect(lines.allSatisfy { $0.count { $0 == "," } == 10 })
    #expect(lines.contains { $0.contains(",R") && $0.hasSuffix(",-4") })
  }

  @Test("the date is what the stream tells, or what is given and does not contradict it")
  func dates() async throws {
    let folder = try TemporaryFolder()
    let part = try folder.write(
      Array(try [UInt8](contentsOf: capture).prefix(20_000)), to: "part.rtcm3")
    let (file, words) = (folder.path("part.csv"), ["rtcm", "convert", part, "-q", "-o"])
    let without = await boardsimHere(words + [file, "--keep-type", "1077"])
    #expect(without.status != 0 && without.errorLines.joined().contains("give --date"))
    let with = await boardsimHere(words + [file, "--keep-type", "1077", "--date", "2026-06-01"])
    #expect(with.status == 0)
    let text = try folder.text(of: "part.csv")
    #expect(text.contains("\n2026-06-01T12:00:18.000,1,G04,1C,24238405.6633,127373492.9100,"))
    let wrong = await boardsimHere(words + [file, "--date", "2018-10-04"])
    #expect(wrong.status != 0 && wrong.errorLines.joined().contains("2026"))
    let lines = await boardsimHere(words + [folder.path("part.jsonl"), "--date", "2026-06-01"])
    #expect(lines.status == 2 && lines.errorLines.joined().contains("--to csv"))
  }

  /// Returns the first seconds of the capture after a 1013 of another year, with two 1013 of the capture's
  /// own date.
  private func contradictory() throws -> [UInt8] {
    let capture = try [UInt8](contentsOf: capture).prefix(20_000)
    func parameters(_ day: UInt16) throws -> [UInt8] {
      let time = TransmissionTime(modifiedJulianDay: day, secondOfDay: 43_200)
      return try RTCMMessage.systemParameters(SystemParameters(stationID: 1, time: time)).frame()
    }
    return try parameters(65_288) + capture + parameters(61_192) + parameters(61_192)
  }

  @Test("one message of another year dates neither form, and is told", arguments: ["csv", "obs"])
  func outlier(form: String) async throws {
    let folder = try TemporaryFolder()
    let part = try folder.write(contradictory(), to: "part.rtcm3")
    let outcome = await boardsimHere(
      ["rtcm", "convert", part, "-o", folder.path("part.\(form)"), "--json"])
    #expect(outcome.status == 0)
    let text = try folder.text(of: "part.\(form)")
    #expect(text.contains(form == "csv" ? "\n2026-06-01T12:00:18.000" : "\n> 2026 06 01 12 00 18"))
    #expect(!text.contains(form == "csv" ? "\n2037" : "\n> 2037"))
    #expect(
      outcome.text.contains(
        #""date_outliers":[{"message_type":1013,"says":"2037-08-18T12:00:00Z","count":1}]"#))
    let words = await boardsimHere(["rtcm", "convert", part, "-o", folder.path("again.\(form)")])
    #expect(words.errorLines.joined().contains("1 message 1013 says 2037-08-18T12:00:00Z"))
  }

  @Test("a stream that comes once and whose first date was wrong ends with an error and a remedy")
  func comesOnce() async throws {
    let outcome = try await BoardSimProcess(
      ["rtcm", "convert", "-", "-o", "-", "--to", "csv", "-q"], input: contradictory()
    ).end()
    #expect(outcome.status == 1)
    #expect(outcome.text.contains("2037-"))
    #expect(outcome.errorLines.joined().contains("--date 2026-06-01"))
  }

  @Test(
    "messages whose times cannot be are left out of both forms, and told",
    arguments: ["csv", "obs"])
  func impossibleTimes(form: String) async throws {
    let folder = try TemporaryFolder()
    let wrong = try MSMMessage(
      type: MSMType(.glonass, kind: 7), stationID: 1,
      epoch: MSMEpoch(constellation: .glonass, milliseconds: 86_401_500, glonassDayOfWeek: 1),
      observations: [
        MSMObservation(
          satelliteID: 7, signalID: 2, pseudorange: 20_000_000, phaserange: 20_000_000,
          lockTimeMilliseconds: 1000, cnr: 45)
      ])
    let bytes = try contradictory() + RTCMMessage.msm(wrong).frame()
    let part = try folder.write(bytes, to: "part.rtcm3")
    let outcome = await boardsimHere(
      ["rtcm", "convert", part, "-o", folder.path("part.\(form)"), "--json"])
    #expect(outcome.status == 0)
    #expect(
      outcome.text.contains(
        #""impossible_times":[{"message_type":1087,"count":1,"#
          + #""first":"DF034 is 86401500, at most 86400999"}]"#))
    #expect(!(try folder.text(of: "part.\(form)")).contains("20000000.000"))
    let words = await boardsimHere(["rtcm", "convert", part, "-o", folder.path("again.\(form)")])
    #expect(words.errorLines.joined().contains("their times cannot be: 1 message 1087"))
    let line = await boardsimHere(["rtcm", "decode", part, "--brief"])
    #expect(line.text.contains("a time that cannot be: DF034 is 86401500, at most 86400999"))
    let json = await boardsimHere(["rtcm", "decode", part, "--json"])
    #expect(json.text.contains(#""impossible_time":"DF034 is 86401500, at most 86400999""#))
  }

  @Test(
    "observations that cannot be decoded are left out of both forms, and told",
    arguments: ["csv", "obs"])
  func undecodable(form: String) async throws {
    let folder = try TemporaryFolder()
    let whole = try MSMMessage(
      type: MSMType(.glonass, kind: 7), stationID: 1,
      epoch: MSMEpoch(constellation: .glonass, milliseconds: 54_000_000, glonassDayOfWeek: 1),
      observations: [
        MSMObservation(
          satelliteID: 7, signalID: 2, pseudorange: 20_000_000, phaserange: 20_000_000,
          lockTimeMilliseconds: 1000, cnr: 45)
      ]
    ).encode()
    let payload = Array(whole.dropLast(4))
    let cut = try RTCMFrame.encoding(payload: payload.span)
    let part = try folder.write(contradictory() + cut, to: "part.rtcm3")
    let outcome = await boardsimHere(["rtcm", "convert", part, "-o", folder.path("part.\(form)")])
    #expect(outcome.status == 0)
    let told = "left out: 1 message 1087, which cannot be decoded; 'boardsim rtcm decode' tells why"
    #expect(outcome.errorLines.contains { $0 == told }, "\(outcome.errorLines)")
    let json = await boardsimHere(
      ["rtcm", "convert", part, "-o", folder.path("again.\(form)"), "--json"])
    #expect(
      json.text.contains(#""left_out":[{"what":"1087","reason":"undecodable","count":1}]"#))
  }
}
