import Foundation
import TestSupport
import Testing

@Suite("boardsim rinex convert, merge, split and check")
struct RINEXEditingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Makes the files of a minute of the project's own capture; returns the observations' path.
  private func base(_ words: String..., until end: String = "12:01") async throws -> String {
    let path = folder.path("base.obs")
    let outcome = try await boardsim(
      [
        "rtcm", "convert", CompressedInputTests.capture, "-q", "--date", "2026-06-01", "--until",
        end, "--marker", "MILAN", "-o", path,
      ] + words)
    #expect(outcome.status == 0)
    return path
  }

  private func edit(_ words: String...) async throws -> BoardSimProcess.Outcome {
    try await boardsim(["rinex"] + words)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try folder.bytes(of: name), as: UTF8.self)
  }

  @Test("halves that overlap, compact and plain, are the whole again, byte by byte")
  func merges() async throws {
    let path = try await base()
    let first = try await edit("convert", path, "-o", folder.path("a.obs"), "--until", "12:00:30")
    let second = try await edit(
      "convert", path, "-o", folder.path("b.crx.gz"), "--since", "12:00:20", "--json")
    #expect(first.status == 0 && second.status == 0)
    #expect(first.errorLines.contains("RINEX:  12 epochs, 0 ephemerides"))
    #expect(try JSONDocument(second.text)["epochs"] as? Int == 40)
    let whole = try await edit(
      "convert", folder.path("b.crx.gz"), folder.path("a.obs"), "-o", folder.path("whole.obs"))
    #expect(whole.status == 0, "\(whole)")
    #expect(
      whole.errorLines.contains { $0.hasPrefix("left out: observations that another file has: ") })
    #expect(try text("whole.obs") == text("base.obs"))
  }

  @Test("versions up and down, thinned, of fewer signals, with another header")
  func converts() async throws {
    let path = try await base()
    let old = try await edit(
      "convert", path, "-o", folder.path("old.26o"), "--rinex-version", "2.11", "--every", "10",
      "--keep-signal", "G1C", "--drop-constellation", "galileo", "--header", "observer=Ada")
    #expect(old.status == 0, "\(old)")
    #expect(old.errorLines.contains { $0.contains("no place for it: BeiDou") })
    let lines = try text("old.26o").split(separator: "\n")
    #expect(lines[0].hasPrefix("     2.11 ") && lines.contains { $0.hasPrefix("Ada  ") })
    #expect(lines.contains { $0.hasPrefix("MILAN ") && $0.hasSuffix("MARKER NAME") })
    #expect(lines.filter { $0.hasPrefix(" 26  6  1 12  0 ") }.count == 4)
    #expect(!lines.contains { $0.contains("E0") && $0.hasPrefix(" 26  6") })
    let new = try await edit(
      "convert", folder.path("old.26o"), "-o", folder.path("new.rnx"), "--rinex-version", "4.01")
    #expect(new.status == 0)
    let info = try await boardsim("rinex", "info", folder.path("new.rnx"), "-q")
    #expect(
      info.text.contains("version 4.01") && info.text.contains("GPS") && info.text.contains("1C"))
    // Without a version a file keeps its own.
    _ = try await edit("convert", folder.path("old.26o"), "-o", folder.path("same.26o"))
    #expect(try text("same.26o") == text("old.26o"))
  }

  @Test("navigation files of several systems and versions become one, without doubles")
  func mergesNavigation() async throws {
    let path = try await base("--rinex-version", "2.11")
    let files = ["base.nav", "base.gnav"].map(folder.path)
    let one = try await edit(
      "merge", files[0], files[1], files[0], "-o", folder.path("all.rnx"), "--rinex-version",
      "4.00")
    #expect(one.status == 0, "\(one)")
    #expect(
      one.errorLines.contains { $0.hasPrefix("left out: ephemerides that another file has: ") })
    let all = try text("all.rnx")
    #expect(all.contains("> EPH G") && all.contains(" LNAV") && all.contains(" FDMA"))
    // Observations and ephemerides at once, and back to files of one system.
    let both = try await edit(
      "convert", path, folder.path("all.rnx"), "-o", folder.path("both.26o"), "--json")
    #expect(both.status == 0, "\(both)")
    #expect(try text("both.26g").contains("GLONASS NAV DATA"))
    #expect(
      try text("both.26n").split(separator: "\n").dropFirst(4).sorted()
        == text("base.nav").split(separator: "\n").dropFirst(4).sorted())
  }

  @Test("a file for each period, with a long name of the whole period, is the whole again")
  func splits() async throws {
    let path = try await base(until: "12:03:20")
    let split = try await edit(
      "split", path, "-o", folder.url.path, "--period", "1M", "--long-name", "MILA00ITA_S",
      "--hatanaka")
    #expect(split.status == 0, "\(split)")
    let names = try folder.names.filter { $0.hasPrefix("MILA") }.sorted()
    #expect(
      names == (0...3).map { "MILA00ITA_S_20261521\(200 + $0)_01M_01S_MO.crx.gz" })
    let words = names.map(folder.path)
    let whole = try await boardsim(
      ["rinex", "merge"] + words.reversed() + ["-o", folder.path("whole.obs"), "-q"])
    #expect(whole.status == 0)
    #expect(try text("whole.obs") == text("base.obs"))
    for period in ["7M", "2D", "0H", "H", "1S", "-1H", "9999999999999999999D"] {
      let wrong = try await edit(
        "split", path, "-o", folder.url.path, "--long-name", "MILA00ITA", "--period", period)
      #expect(wrong.status == 2 && wrong.errorLines.first?.contains("a part of the day") == true)
    }
  }

  @Test("faults are told with status 1, and converted away")
  func checks() async throws {
    let path = try await base()
    let good = try await edit("check", path, folder.path("base.nav"))
    #expect(good.status == 0 && good.text.hasSuffix("base.nav: nothing\n"))
    var lines = try text("base.obs").split(separator: "\n").map(String.init)
    let epochs = lines.indices.filter { lines[$0].hasPrefix(">") }
    // The third epoch before the second, a number that is none, and another antenna.
    lines[epochs[5] + 1].replaceSubrange(
      lines[epochs[5] + 1].index(
        lines[epochs[5] + 1].startIndex, offsetBy: 4)..<lines[
          epochs[5] + 1
        ].index(lines[epochs[5] + 1].startIndex, offsetBy: 9), with: "?????")
    let (second, third) = (
      lines[epochs[1]..<epochs[2]].map(\.self), lines[epochs[2]..<epochs[3]].map(\.self)
    )
    lines.replaceSubrange(epochs[1]..<epochs[3], with: third + second)
    let antenna = try #require(lines.firstIndex { $0.hasSuffix("ANT # / TYPE") })
    lines[antenna] =
      "4711".padding(toLength: 20, withPad: " ", startingAt: 0)
      + "a mast".padding(toLength: 40, withPad: " ", startingAt: 0) + "ANT # / TYPE"
    let bad = try folder.write(Array(lines.map { $0 + "\n" }.joined().utf8), to: "bad.obs")
    let cut = try folder.write(Array(lines[..<5].joined(separator: "\n").utf8), to: "cut.obs")
    let found = try await edit("check", bad, cut, path, "--json")
    #expect(found.status == 1)
    #expect(
      found.errorLines == [
        "boardsim: 2 of 3 files have faults; 'boardsim rinex convert' writes what is good of them"
      ])
    let findings = found.text
    for part in [
      "the antenna 'a mast' has not IGS's form", "epochs that are not later than the one before: 1",
      "columns 4 to 19 hold no value", "the file ends before END OF HEADER",
    ] { #expect(findings.contains(part), "\(part): \(findings)") }
    let repaired = try await edit(
      "convert", bad, "-o", folder.path("good.obs"), "--header",
      "antenna-type=TRM57971.00     NONE")
    #expect(repaired.status == 0)
    #expect(
      repaired.errorLines.contains("left out: epochs that are not later than the one before: 1"))
    let again = try await edit("check", folder.path("good.obs"))
    #expect(again.status == 0, "\(again)")
  }

  @Test("what cannot be converted is told, and leaves no file")
  func refuses() async throws {
    let path = try await base()
    let other = folder.path("other.obs")
    _ = try await edit("convert", path, "-o", other, "--marker", "ROMA", "-q")
    let notes = try folder.write(Array("hello\n".utf8), to: "notes.txt")
    let out = folder.path("out.obs")
    for (words, status, part) in [
      ([path, other], 2, "the files are of several stations, MILAN, ROMA"),
      ([path], 1, "passes the options"), ([notes], 1, "neither observations nor ephemerides"),
      ([folder.path("none.obs")], 1, "none.obs"), ([folder.url.path], 1, "is a folder"),
    ] {
      let window = part == "passes the options" ? ["--since", "13:00"] : []
      let outcome = try await boardsim(["rinex", "convert"] + words + ["-o", out] + window)
      #expect(outcome.status == status, "\(outcome)")
      #expect(outcome.errorLines.first?.contains(part) == true, "\(outcome.errorLines)")
    }
    let named = try await edit("convert", path, other, "-o", out, "--marker", "ONE", "-q")
    #expect(named.status == 0)
    try FileManager.default.removeItem(atPath: out)
    let unnamed = try await edit(
      "convert", folder.path("base.nav"), "-o", folder.url.path, "--long-name", "MILA00ITA")
    #expect(unnamed.status == 2)
    #expect(unnamed.errorLines.first?.contains("name the file of ephemerides by -o") == true)
    let navigation = try await edit(
      "split", folder.path("base.nav"), "-o", folder.url.path, "--long-name", "MILA00ITA")
    #expect(navigation.status == 2)
    #expect(navigation.errorLines.first?.contains("holds ephemerides, which are not split") == true)
    #expect(try folder.names.sorted() == ["base.nav", "base.obs", "notes.txt", "other.obs"])
  }
}
