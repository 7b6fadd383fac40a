import Foundation
import TestSupport
import Testing

@Suite("boardsim rtcm convert --to rinex")
struct RINEXConversionTests {
  static let capture = "captures/milan-base.rtcm3"

  private func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
  }

  private func input() throws -> [UInt8] {
    [UInt8](try Data(contentsOf: SharedCaptures.packageRoot.appending(path: Self.capture)))
  }

  @Test("writes the observations, and the ephemerides beside them")
  func writesBoth() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await boardsim(
      "rtcm", "convert", Self.capture, "--to", "rinex", "--date", "2026-06-01", "-o",
      folder.path("base.obs"), "--marker", "MILANO", "--quiet")
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    let observations = try lines(folder.path("base.obs"))
    #expect(observations[0].hasPrefix("     3.04           OBSERVATION DATA"))
    #expect(observations.contains { $0.hasPrefix("MILANO ") && $0.hasSuffix("MARKER NAME") })
    #expect(observations.contains { $0.hasPrefix("> 2026 06 01 12 00 18.0000000  0") })
    let navigation = try lines(folder.path("base.nav"))
    #expect(navigation[0].hasPrefix("     3.04           N: GNSS NAV DATA"))
    #expect(navigation.contains { $0.hasPrefix("G") && $0.contains(" 2026 06 01 ") })
  }

  @Test("filters first; a pipe gives the same as a file, and the observations to standard output")
  func pipes() async throws {
    let folder = try TemporaryFolder()
    let options = ["--to", "rinex", "--date", "2026-06-01T12:00:00Z", "--every", "30"]
    let file = try await BoardSimProcess(
      ["rtcm", "convert", Self.capture, "-o", folder.path("every.obs"), "--json"] + options
    ).end()
    let pipe = try await BoardSimProcess(
      ["rtcm", "convert", "-", "-o", "-", "--quiet"] + options, input: try input()
    ).end()
    #expect(pipe.text == (try String(contentsOfFile: folder.path("every.obs"), encoding: .utf8)))
    let summary = try JSONDocument(file.output)
    #expect(summary.number("epochs") == 20)
    let written = try ["every.obs", "every.nav"].map { try folder.bytes(of: $0).count }
    #expect(summary.number("bytes_out") == Double(written[0] + written[1]))
    #expect(
      pipe.text.contains("    30.000                                                  INTERVAL"))
  }

  @Test("a file's name is enough, and --nav takes the ephemerides elsewhere")
  func names() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await boardsim(
      "rtcm", "convert", Self.capture, "--date", "2026-06-01", "-o", folder.path("B_MO.rnx"),
      "--quiet")
    #expect(outcome.status == 0)
    #expect(try lines(folder.path("B_MN.rnx"))[0].contains("NAV DATA"))
    _ = try await boardsim(
      "rtcm", "convert", Self.capture, "--date", "2026-06-01", "-o", folder.path("b.obs"),
      "--nav", folder.path("orbits"), "--quiet")
    #expect(try lines(folder.path("orbits"))[0].contains("NAV DATA"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("b.nav")))
  }

  @Test("2.11 has GLONASS's ephemerides beside those of GPS, and tells what it has no place for")
  func version2() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await boardsim(
      "rtcm", "convert", Self.capture, "--date", "2026-06-01", "-o", folder.path("base.26o"),
      "--rinex-version", "2.11")
    #expect(outcome.status == 0)
    #expect(try folder.names.sorted() == ["base.26g", "base.26n", "base.26o"])
    for (name, letter) in [("base.26o", "O"), ("base.26n", "N"), ("base.26g", "G")] {
      let first = try lines(folder.path(name))[0]
      #expect(first.hasPrefix("     2.11           \(letter)"))
    }
    #expect(outcome.errorLines.contains { $0.hasPrefix("left out") && $0.contains("BeiDou") })
    let named = try await boardsim(
      "rtcm", "convert", Self.capture, "--date", "2026-06-01", "-o", folder.path("x.obs"),
      "--rinex-version", "2.11", "--json")
    #expect(named.status == 0)
    #expect(try folder.names.contains("x.gnav"))
    let omission = #""left_out":[{"what":"BeiDou","reason":"not_in_version","count":"#
    #expect(named.text.contains(omission))
  }

  @Test(
    "files are compact and compressed as their names say, and hold what plain ones do",
    .compares(with: .crx2rnx, .gzip))
  func compact() async throws {
    let folder = try TemporaryFolder()
    let crx2rnx = try OutsideProgram(.crx2rnx), gzip = try OutsideProgram(.gzip)
    func convert(_ name: String, _ options: String...) async throws {
      let outcome = try await BoardSimProcess(
        ["rtcm", "convert", Self.capture, "-o", folder.path(name), "-q", "--every", "10"] + options
      ).end()
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(name): \(outcome.errorLines)")
    }
    func unzipped(_ name: String) throws -> [UInt8] {
      Array(try gzip.run(["-dc", folder.path(name)], in: folder.url).output.utf8)
    }
    func expanded(_ compact: [UInt8]) throws -> [UInt8] {
      let input = URL(filePath: try folder.write(compact, to: "compact"))
      return Array(try crx2rnx.run(["-"], in: folder.url, input: input).output.utf8)
    }
    try await convert("A_MO.rnx")
    try await convert("A_MO.crx")
    try await convert("B_MO.crx.gz")
    #expect(
      try folder.names.sorted().filter { $0.hasPrefix("A") || $0.hasPrefix("B") }
        == ["A_MN.rnx", "A_MO.crx", "A_MO.rnx", "B_MN.rnx.gz", "B_MO.crx.gz"])
    // Hatanaka's program prints no zero before the point.
    func asExpanded(_ text: [UInt8]) -> String {
      let lines = String(decoding: text, as: UTF8.self).components(separatedBy: "\n")
      return lines.map { line in
        if line.contains("/") { return line }
        return line.replacing(" 0.", with: "  .").replacing("-0.", with: " -.")
      }.joined(separator: "\n")
    }
    let plain = try folder.bytes(of: "A_MO.rnx")
    let compact = try folder.bytes(of: "A_MO.crx")
    let isSame = try asExpanded(expanded(compact)) == asExpanded(plain)
    #expect(isSame)
    #expect(try unzipped("B_MO.crx.gz") == compact && compact.count < plain.count / 2)
    #expect(try unzipped("B_MN.rnx.gz") == folder.bytes(of: "A_MN.rnx"))
    try await convert("c.26o", "--rinex-version", "2.11")
    try await convert("d.26d.gz", "--rinex-version", "2.11")
    let isSameOld =
      try asExpanded(expanded(unzipped("d.26d.gz"))) == asExpanded(folder.bytes(of: "c.26o"))
    #expect(isSameOld)
    #expect(try unzipped("d.26g.gz") == folder.bytes(of: "c.26g"))
    try await convert("e.rtcm3.gz")
    let again = try await boardsim("rtcm", "stats", folder.path("e.rtcm3.gz"), "-q", "--json")
    #expect(try JSONDocument(again.text).number("rates.epochs") == 60)
    let info = try await boardsim("rinex", "info", folder.path("B_MO.crx.gz"), "--json")
    #expect(try JSONDocument(info.text).number("epochs") == 60)
  }

  @Test("long names tell station, begin, length and rate", .compares(with: .crx2rnx, .gzip))
  func longNames() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", folder.url.path, "--long-name", "MILA00ITA_S",
      "--hatanaka", "--json", "-q")
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    let names = [
      "MILA00ITA_S_20261521200_10M_01S_MO.crx.gz", "MILA00ITA_S_20261521200_10M_MN.rnx.gz",
    ]
    #expect(try folder.names.sorted() == names)
    #expect(
      outcome.text.contains(#""files":["\#(folder.path(names[0]))","\#(folder.path(names[1]))"]"#))
    let info = try await boardsim("rinex", "info", folder.path(names[0]), "--json")
    #expect(try JSONDocument(info.text).number("epochs") == 600)
    let plain = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", folder.url.path, "--long-name", "MILA00ITA", "-q",
      "--keep-constellation", "gps", "--every", "30")
    #expect(plain.status == 0)
    #expect(try folder.names.contains("MILA00ITA_R_20261521200_10M_30S_GO.rnx"))
    for (options, words) in [
      (["--long-name", "mila"], "must be a site such as MILA00ITA"),
      (["--long-name", "MILA00ITA", "--rinex-version", "2.11"], "version 2.11 have no long names"),
      (["--long-name", "MILA00ITA_X"], "and _R, _S or _U behind it"),
    ] {
      let refused = try await BoardSimProcess(
        ["rtcm", "convert", Self.capture, "-o", folder.url.path] + options
      ).end()
      #expect(refused.status == 2 && refused.errorLines.first?.contains(words) == true)
    }
    let nowhere = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", folder.path("none"), "--long-name", "MILA00ITA")
    #expect(nowhere.status == 2)
    #expect(nowhere.errorLines.first?.contains("needs a folder that there is") == true)
  }

  @Test("a file without an epoch is a failure that says why; what is left out is told")
  func losses() async throws {
    let folder = try TemporaryFolder()
    func convert(_ name: String, _ options: String...) async throws -> BoardSimProcess.Outcome {
      let file = try SharedCaptures.file("repro/\(name).rtcm3").path
      return await boardsimHere(
        ["rtcm", "convert", file, "--date", "2026-06-01", "-o"] + options)
    }
    let none = try await convert("msm3_only", folder.path("a.obs"))
    #expect(none.status == 1)
    #expect(none.errorLines.contains { $0.hasPrefix("left out: 4 observations of 1073, whose") })
    #expect(none.errorLines.last?.contains("has no observation and no ephemeris: 4 obs") == true)
    let some = try await convert("glo_msm4_no_fcn", folder.path("b.obs"), "--json")
    #expect(some.status == 0)
    #expect(
      some.text.contains(#"{"what":"R01","reason":"unknown_channel","count":2,"first_time_gps":"#))
    let all = try await convert(
      "glo_msm4_no_fcn", folder.path("c.csv"), "--glonass-channel", "R01=1,R02=-4")
    #expect(all.status == 0 && !all.errorLines.contains { $0.hasPrefix("left") })
    #expect(try lines(folder.path("c.csv"))[1].contains(",112335876.4381,"))
    let empty = try await convert("msm3_only", folder.path("d.csv"))
    #expect(empty.status == 0 && empty.errorLines.contains { $0.hasPrefix("left empty: 4 obs") })
  }

  @Test(
    "a channel that cannot be, of no GLONASS satellite or for nothing is told",
    arguments: [
      ("R01=7", "a.obs", "channels of -7 to 6"), ("R01", "a.obs", "channels of -7 to 6"),
      ("G01=1", "a.obs", "R01 to R32, not of 'G01'"), ("R33=1", "a.obs", "not of 'R33'"),
      ("R01=1,R01=2", "a.obs", "two channels of R01"), ("R01=1", "a.rtcm3", "goes with --to rinex"),
    ])
  func channels(text: String, output: String, words: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = await boardsimHere([
      "rtcm", "convert", Self.capture, "-o", folder.path(output), "--glonass-channel", text,
    ])
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first?.contains(words) == true, "\(outcome.errorLines)")
    #expect(try folder.names.isEmpty)
  }

  @Test("4.00 names the message of each ephemeris")
  func version4() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await boardsim(
      "rtcm", "convert", Self.capture, "--date", "2026-06-01", "-o", folder.path("b.rnx"),
      "--rinex-version", "4.00", "--quiet")
    #expect(outcome.status == 0)
    #expect(try lines(folder.path("b.rnx"))[0].hasPrefix("     4.00           OBSERVATION DATA"))
    #expect(try lines(folder.path("b.nav")).contains("> EPH G05 LNAV"))
  }

  @Test("headers say what is given, and nothing that has no room")
  func header() async throws {
    let folder = try TemporaryFolder()
    let convert = ["rtcm", "convert", Self.capture, "--date", "2026-06-01", "--quiet"]
    let fields = [
      "observer=Ada", "agency=ACME", "comment=a=b", "date=2026-06-02", "antenna-delta=1.5,0,0",
    ].flatMap { ["--header", $0] }
    let outcome = try await BoardSimProcess(convert + fields + ["-o", folder.path("h.obs")]).end()
    #expect(outcome.status == 0)
    let observations = try lines(folder.path("h.obs"))
    #expect(
      observations[1]
        == "boardsim                                20260602 000000 UTC PGM / RUN BY / DATE")
    #expect(observations[2].hasPrefix("a=b ") && observations[2].hasSuffix(" COMMENT"))
    #expect(observations.contains { $0.hasPrefix("Ada                 ACME ") })
    #expect(observations.contains { $0.hasPrefix("        1.5000        0.0000        0.0000") })
    #expect(try lines(folder.path("h.nav"))[2].hasSuffix(" COMMENT"))
    let fieldFile = try folder.write(
      Array("\n# ours\nobserver=Ada\ncolour=red\n".utf8), to: "fields.txt")
    for (field, part) in [
      ("observer", "FIELD=TEXT"), ("colour=red", "antenna-type"), ("observer=Ångström", "ASCII"),
      ("antenna-type=TRM57971.00     NONEX", "20"), ("position=1,2", "X,Y,Z"),
      ("antenna-delta=1,2,x", "H,E,N"), ("date=tomorrow", "date"), ("position=1,2,1e9", "X,Y,Z"),
      ("antenna-type=TRM57971.00 NONE", "such as 'TRM57971.00     NONE'"),
      ("antenna-type=TRM57971.00     none", "such as"), ("antenna-type=", "such as"),
      ("glonass-biases=1,2,3", "C1C,C1P,C2C,C2P"), ("glonass-biases=1,2,3,1000", "C1C,C1P"),
      ("glonass-biases=1,2,x,", "C1C,C1P"), ("@nowhere.txt", "nowhere.txt"),
      ("@\(fieldFile)", "line 4: has no field 'colour'"),
    ] {
      let wrong = try await BoardSimProcess(
        convert + ["--header", field, "-o", folder.path("w.obs")]
      ).end()
      #expect(wrong.status == 2)
      #expect(wrong.errorLines.first?.contains(part) == true, "\(field)")
    }
    #expect(try folder.names.sorted() == ["fields.txt", "h.nav", "h.obs"])
  }

  @Test("fields of a header come from a file, and GLONASS's biases from anywhere")
  func headerFile() async throws {
    let folder = try TemporaryFolder()
    let fields = try folder.write(
      Array(
        "# our mast\n\n  observer=Ada\r\nantenna-type=TRM57971.00     NONE\nglonass-biases=-71.94,,1.5,-0.25\n"
          .utf8), to: "station.txt")
    let outcome = try await boardsim(
      "rtcm", "convert", Self.capture, "--date", "2026-06-01", "-q", "-o", folder.path("h.obs"),
      "--header", "@\(fields)", "--header", "observer=Grace")
    #expect(outcome.status == 0, "\(outcome)")
    let observations = try lines(folder.path("h.obs"))
    #expect(observations.contains { $0.hasPrefix("Grace ") })
    #expect(observations.contains { $0.contains("TRM57971.00     NONE ") })
    #expect(
      observations.contains(
        " C1C  -71.940 C2C    1.500 C2P   -0.250                     GLONASS COD/PHS/BIS"))
  }

  @Test("a file whose name is all extension has its navigation file beside it")
  func dotFile() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await BoardSimProcess([
      "rtcm", "convert", Self.capture, "--to", "rinex", "--date", "2026-06-01", "--quiet",
      "-o", folder.path(".obs"),
    ])
    .end()
    #expect(outcome.status == 0)
    #expect(try folder.names.sorted() == [".obs", ".obs.nav"])
  }

  @Test("a date that the stream contradicts is refused with both, and no file is touched")
  func contradiction() async throws {
    let folder = try TemporaryFolder()
    let earlier = try folder.write(Array("earlier".utf8), to: "base.obs")
    for input in ["-", Self.capture] {
      let outcome = try await boardsim(
        "rtcm", "convert", input, "-o", earlier, "--date", "2018-10-04", "-q",
        input: input == "-" ? try self.input() : [])
      #expect(outcome.status == 2)
      let line = try #require(outcome.errorLines.first)
      #expect(line.contains("--date 2018-10-04"))
      #expect(line.contains("message 1013") && line.contains("--drop-type 1013"))
      #expect(line.contains("2026-06-01T"))
      #expect(try lines(earlier) == ["earlier"])
    }
    let dropped = try await boardsim(
      "rtcm", "convert", Self.capture, "-o", earlier, "--date", "2018-10-04", "-q",
      "--keep-type", "1077")
    #expect(dropped.status == 0)
    #expect(try lines(earlier).contains { $0.hasPrefix("> 2018 10 ") })
  }

  @Test("a text's date contradicts as well, and one of several messages that agrees is enough")
  func tellsDates() async throws {
    let folder = try TemporaryFolder()
    let text = { (day: Int) in
      #"{"message":{"message_type":1029,"station_id":1,"modified_julian_day":\#(day),"#
        + #""second_of_day":43200,"text":"x"}}"# + "\n"
    }
    // Day 61192 is 2026-06-01, day 58000 is 2017-09-04.
    let (wrong, right) = (text(58_000), text(61_192))
    // A text message is no observation, so that the file is empty despite the right date.
    for (lines, status) in [(wrong, 2), (right, 1), (wrong + right, 1)] {
      let outcome = try await boardsim(
        "rtcm", "convert", "-", "-o", folder.path("text.obs"), "--date", "2026-06-03", "-q",
        input: Array(lines.utf8))
      #expect(outcome.status == status)
      guard status == 2 else { continue }
      #expect(outcome.errorLines.first?.contains("2017-09-04T12:00:00Z") == true)
      #expect(outcome.errorLines.first?.contains("--date 2026-06-03") == true)
    }
  }

  @Test(
    "without a date, and without a message that tells one, says why it needs one, and writes nothing"
  )
  func needsDate() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("of before".utf8), to: "base.obs")
    let outcome = try await BoardSimProcess([
      "rtcm", "convert", Self.capture, "-o", path, "--keep-type", "1077", "--quiet",
    ])
    .end()
    #expect(outcome.status == 2)
    #expect(try folder.text(of: "base.obs") == "of before")
    #expect(try folder.names == ["base.obs"])
    #expect(String(decoding: outcome.errors, as: UTF8.self).contains("give --date"))
  }

  @Test(
    "what makes no sense is wrong usage",
    arguments: [
      ["--to", "rinex", "--date", "yesterday", "-o", "x.obs"],
      ["--to", "rinex", "--date", "2026-06-01", "-o", "-", "--nav", "-"],
      ["--to", "rinex", "--date", "2026-06-01", "-o", "-", "--nav", capture],
      ["--to", "rtcm", "--date", "2026-06-01", "-o", "-"],
      ["--to", "rtcm", "--header", "observer=Ada", "-o", "-"],
      ["--to", "rinex", "--date", "2026-06-01", "--rinex-version", "3.06", "-o", "x.obs"],
      ["--to", "rinex", "--date", "2026-06-01", "-o", "-", "--pass-through"],
    ])
  func usage(options: [String]) async throws {
    let outcome = try await BoardSimProcess(["rtcm", "convert", Self.capture] + options).end()
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    #expect(!outcome.errors.isEmpty)
  }
}
