import TestSupport
import Testing

@Suite("Wrong usage")
struct UsageTests {
  /// A wrong command line and the error line expected for it.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var words: [String]
    var says: [String]
    var testDescription: String { words.joined(separator: " ") }

    init(_ line: String, says: String...) {
      words = line.split(separator: " ").map(String.init)
      self.says = says
    }
  }

  @Test(
    "is told in one line with what would be right, and ends with 2",
    arguments: [
      Mistake("", says: "a command is missing", "boardsim run", "replay", "doctor"),
      Mistake("rum", says: "no command 'rum'", "did you mean 'run'?"),
      Mistake("rtcm stat", says: "no command 'rtcm stat'; did you mean 'rtcm stats'?"),
      Mistake("run --start 2026-02-30", says: "'2026-02-30'"),
      Mistake("rtcm", says: "'rtcm' needs one more word", "'rtcm stats'"),
      Mistake("ntrip gett x", says: "'ntrip get'"),
      Mistake("run --prot 1", says: "no option '--prot'", "did you mean '--port'?"),
      Mistake("run --port x", says: "--port must be a number from 0 to 65535, not 'x'"),
      Mistake("run --port 65536", says: "not '65536'"),
      Mistake("run --port", says: "--port needs a value"),
      Mistake("run --boards 0", says: "--boards must be a whole number above 0, not '0'"),
      Mistake("run --boards -3", says: "--boards", "'-3'"),
      Mistake("run --boards 3 --only 3", says: "--only must be a board from 0 to 2, not 3"),
      Mistake("run --only 1", says: "from 0 to 0", "--boards N"),
      Mistake("run --dialect klingon", says: "moqa, air-quality, legacy-html", "'klingon'"),
      Mistake("run --origin nowhere", says: "LAT,LON"),
      Mistake("run --origin 91,0", says: "LAT,LON"),
      Mistake("run --origin 90,360 --boards 0", says: "--boards"),
      Mistake("run --start yesterday", says: "2026-06-01T12:00:00Z"),
      Mistake("run --speed max", says: "--speed max needs --duration"),
      Mistake("run --speed 0", says: "--speed", "'0'"),
      Mistake("run --ntrip http://caster", says: "--ntrip"),
      Mistake("run --ntrip ntrip://caster", says: "no mountpoint", "boardsim ntrip table"),
      Mistake("run --ntrip ntrip://c/M --speed 2", says: "leave out --speed"),
      Mistake("run --ntrip none --capture x", says: "leave out --ntrip"),
      Mistake("run --lan --host 1.2.3.4", says: "leave out --host"),
      Mistake("run --control-port 3000", says: "--control-port must be another than --port"),
      Mistake("run --ntrip @/no/such.url", says: "--ntrip", "'/no/such.url'"),
      Mistake("run --json=1", says: "--json takes no value"),
      Mistake("run extra", says: "'extra'"),
      Mistake("replay", says: "CAPTURE is missing"),
      Mistake("report diff a b c", says: "'c'"),
      Mistake("replay a --expect nonsense", says: "'nonsense'", "PATH OP VALUE"),
      Mistake("replay a --duration -1", says: "--duration"),
      Mistake("replay ntrip://u:p@c/M", says: "does not end", "--duration S"),
      Mistake("replay a --duration 1000000001", says: "at most 1000000000 seconds"),
      Mistake("replay a --duration 0", says: "--duration must be more than 0 seconds, not '0'"),
      Mistake("caster", says: "--mount NAME=FILE"),
      Mistake("caster --mount BASE", says: "NAME=FILE", "'BASE'"),
      Mistake("caster --mount A=b=c --speed 0", says: "--speed"),
      Mistake("caster --mount A=a --user u", says: "--user and --password go together"),
      Mistake("caster --mount A=a --users f --user u", says: "leave out --user and --password"),
      Mistake("capture synth", says: "-o FILE"),
      Mistake("capture damage a", says: "the output is missing: -o FILE"),
      Mistake("capture record ntrip://c/M", says: "the output is missing: -o FILE"),
      Mistake("capture record ntrip://c/M -o a --rotate 1x", says: "15m", "100M", "'1x'"),
      Mistake("capture record ntrip://c/M -o - --rotate 1h", says: "'-'", "--rotate"),
      Mistake("capture record ntrip://c -o a", says: "no mountpoint"),
      Mistake("capture fetch", says: "NAME is missing", "--list"),
      Mistake("ntrip push ntrip://c/M", says: "FILE is missing"),
      Mistake("ntrip push ntrip://c/M a --speed 0", says: "--speed", "max", "'0'"),
      Mistake("ntrip table ntrip://c --filter STR;(", says: "--filter: field 2"),
      Mistake("ntrip table ntrip://c --near here", says: "--near", "LAT,LON"),
      Mistake("ntrip table ntrip://c --json --geojson", says: "leave out one"),
      Mistake("completion", says: "SHELL is missing"),
      Mistake("completion csh", says: "bash, zsh, fish", "'csh'"),
      Mistake("manual", says: "DIR is missing"),
      Mistake("manual . --date 2026-02-30", says: "2026-06-01", "'2026-02-30'"),
      Mistake("check", says: "URL is missing"),
      Mistake("check https://board", says: "'https://board'", "plain HTTP"),
      Mistake("check board --dialect x", says: "moqa, air-quality, legacy-html"),
      Mistake("wait", says: "URL is missing"),
      Mistake("wait http://board --fix none", says: "3d, dgnss, rtk-float, rtk-fixed"),
      Mistake("wait http://board --timeout 0", says: "--timeout must be more than 0"),
      Mistake("doctor http://board", says: "'http://board'"),
      Mistake("capture synth -o a.rtcm3 --station-id 4096", says: "0 to 4095", "'4096'"),
      Mistake("capture synth -o a.rtcm3 --glonass-bias 301", says: "-300 to 300 metres", "'301'"),
      Mistake("capture synth -o a.rtcm3 --station-messages 1033", says: "1005 or 1006", "'1033'"),
      Mistake("caster --mount A=a --speed 0", says: "--speed", "above 0, not '0'"),
      Mistake("caster --mount A=a --speed 2e6", says: "at most 1000000, not '2e6'"),
      Mistake("rtcm stats a --link 0", says: "--link", "above 0, not '0'"),
      Mistake("rtcm decode a -t 4072.0", says: "not '4072.0'", "give 4072"),
      Mistake("rtcm decode a -t 4076-21", says: "not '4076-21'", "give 4076"),
      Mistake("rtcm decode a -t 4095.1", says: "not '4095.1'", "give 4095"),
      Mistake("rtcm decode a -t 4096", says: "0 to 4095, not '4096'"),
      Mistake("rtcm convert a -o b.rtcm3 --drop-type MSM7", says: "1077", "not 'MSM7'"),
      Mistake("rtcm convert a -o b.rtcm3 --station-id -1", says: "0 to 4095", "'-1'"),
      Mistake("rtcm convert a -o b.rtcm3 --every 0", says: "--every", "not '0'"),
      Mistake("rtcm convert a -o b.xyz", says: "'b.xyz'", ".rtcm3", ".jsonl", ".obs", "--to"),
      Mistake("rtcm convert a -o base.obs.tmp", says: "'base.obs.tmp'", "--to"),
      Mistake("rtcm convert a -o b.obs --date 2018-13-04", says: "not '2018-13-04'"),
      Mistake("rtcm stats", says: "FILE is missing: a capture", "to follow until Ctrl-C"),
      Mistake("rtcm vectors -o v.txt", says: "'v.txt'", ".json", ".hpp", "--format"),
      Mistake("rtcm split a -o {key} --frames 0", says: "--frames", "above 0, not '0'"),
      Mistake("rtcm split a -o {key} --bytes 1.5", says: "--bytes", "not '1.5'"),
    ])
  func mistakes(mistake: Mistake) async throws {
    let outcome = await boardsimHere(mistake.words)
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    try #require(outcome.errorLines.count == 2)
    #expect(outcome.errorLines[0].hasPrefix("boardsim: "))
    for words in mistake.says { #expect(outcome.errorLines[0].contains(words)) }
    #expect(outcome.errorLines[1].contains("--help"))
  }

  @Test("is none behind --: what stands there are arguments, whatever they look like")
  func endOfOptions() async {
    let outcome = await boardsimHere(["rtcm", "decode", "--", "--help"])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errorLines.count == 1 && outcome.errorLines[0].contains("'--help'"))
  }

  @Test("is told on standard error, and the status is the process's own")
  func process() async throws {
    let outcome = try await boardsim("rum")
    #expect(outcome.status == 2)
    #expect(outcome.output.isEmpty)
    let here = await boardsimHere(["rum"])
    #expect(outcome.errors == here.errors)
  }
}
