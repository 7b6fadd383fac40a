import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("Rules between options")
struct RuleTests {
  /// A command line that breaks one rule, and the rule's sentence; `{file}` stands for an existing file, and `_` for a
  /// space within a word.
  struct Breach: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var sentence: String

    init(_ line: String, _ sentence: String) { (testDescription, self.sentence) = (line, sentence) }

    func words(file: String = "") -> [String] {
      testDescription.split(separator: " ").map {
        String($0).replacing("{file}", with: file).replacing("_", with: " ")
      }
    }
  }

  /// The rules' breaches: a row for each rule of a command, in the order of the command's rules.
  static let breaches = ofRun + ofBoards + ofServers + ofCasters + ofStreams

  private static let ofRun = [
    Breach("run --boards 3 --only 3", "--only must be a board from 0 to 2, not 3"),
    Breach(
      "run --boards 3 --only 1 --shard 0/2",
      "--only chooses one board, and --shard a part: leave one out"),
    Breach(
      "run --boards 2 --shard 0/3",
      "--shard: shard 0/3 has none of the 2 boards: there must be 3 at least"),
    Breach(
      "run --advance per-request --speed 2",
      "--advance per-request moves the clock itself: leave out --speed"),
    Breach(
      "run --laps", "--laps needs --dialect legacy-html, without --advance per-request"),
    Breach(
      "run --profile uno-esp8266 --advance per-request",
      "--profile uno-esp8266 answers after the time of its line: leave out --advance per-request and --laps"
    ),
    Breach("run --speed max", "--speed max needs --duration, or it would never end"),
    Breach("run --boards 3 --shard 0/3 --shards 3", "--shards is for --shard auto"),
    Breach(
      "run --boards 3 --shard auto",
      "--shard: auto needs a job array: SLURM_ARRAY_TASK_ID and JOB_COMPLETION_INDEX are both missing from "
        + "the environment; else give I/M"),
    Breach("run --mqtt-qos 1", "the options of MQTT need a broker: give --mqtt URL"),
    Breach(
      "run --mqtt mqtt://h/r --home-assistant --mqtt-format fields",
      "Home Assistant reads JSON: leave out --mqtt-format fields"),
    Breach(
      "run --mqtt mqtt://h/r --mqtt-insecure",
      "--mqtt-ca and --mqtt-insecure are for TLS: write mqtts://"),
    Breach(
      "run --ntrip ntrip://c/M --speed 2",
      "a caster on the network runs in real time: leave out --speed"),
    Breach(
      "run --ntrip none --capture x", "--capture is for the internal caster: leave out --ntrip"),
    Breach(
      "run --port 4000 --control-port 4000",
      "--control-port must be another than --port, not 4000 as well"),
    Breach(
      "run --ntrip none --fault caster.ban",
      "fault caster.ban is for the internal caster: leave out --ntrip"),
    Breach(
      "run --ntrip none --caster-port 0",
      "--caster-port is for the internal caster: leave out --ntrip"),
    Breach(
      "run --boards 2 --junit x --duration 1",
      "--expect and --junit check one board: choose it with --only I"),
    Breach("run --junit x", "--expect and --junit need --duration, or the run never ends"),
    Breach("run --boards 2 --trace x", "--trace follows one board: choose it with --only I"),
    Breach(
      "run --duration 1 --capture {file} --junit {file}",
      "'{file}' is the capture as well; name another file for --junit"),
    Breach(
      "run --duration 1 --capture {file} --record {file}",
      "'{file}' is the capture as well; name another file for --record"),
    Breach(
      "run --duration 1 --capture {file} --report {file}",
      "'{file}' is the capture as well; name another file for --report"),
    Breach(
      "run --card a --card-image b", "a board has one slot: give --card or --card-image"),
    Breach(
      "run --card-size 4M", "--card-size is for a new image: give --card-image"),
    Breach("run --card-chain", "--card-chain needs a card: give --card or --card-image"),
    Breach("run --card-key x", "--card-key signs chained lines: give --card-chain"),
    Breach(
      "run --fault server.late",
      "faults of server, arpa and weather need 'boardsim run --with-server'"),
    strangePart("run"),
    Breach(
      "run --part name=a_address=0x77_socket=h:1",
      "--part: a cannot have the address 0x77, which is that of bme280; choose another"),
    strangeName("run --trace-parts"),
    Breach(
      "run --receiver rtk --sky off",
      "--receiver rtk solves from the signals that the sky has: leave out --sky off"),
    Breach(
      "run --heading-baseline 1 --sky off",
      "--heading-baseline is for a receiver that solves: leave out --receiver statistical and --sky off"
    ),
    Breach("run --server-port 0", "the server's options need --with-server"),
    Breach("run --lan --host ::1", "--lan listens on every interface: leave out --host"),
    Breach(
      "run --with-server --lan --behind-proxy ::1",
      "--behind-proxy serves one proxy, --lan every machine: leave out one of them"),
    Breach("server prune --yes", "a date is needed: --before YYYY-MM"),
    Breach(
      "server prune --before 2026-01",
      "give --dry-run to see what would be removed, or --yes to remove it"),
    Breach(
      "run --ntrip-key x", "--ntrip-key needs the certificate of the key: give --ntrip-cert too"),
    Breach(
      "run --token 12345678", "--token is for --control-lan; give both, or neither"),
    Breach(
      "run --control-lan --token 1234567",
      "--control-lan needs --token, 8 printable characters at least, @FILE or "
        + "BOARDSIM_CONTROL_TOKEN"),
  ]

  /// The breach of a fault whose part neither the board has nor a program of `--part` is.
  private static func strangePart(_ command: String) -> Breach {
    Breach(
      "\(command) --fault nack_part=sps3",
      "--fault 'nack part=sps3': 'sps3' cannot have 'nack'; it is for bme280, ccs811, sps30, bh1750, "
        + "veml7700, ublox")
  }

  /// The breach of an option with the name of a part that the board does not have.
  private static func strangeName(_ words: String) -> Breach {
    Breach(
      "\(words) bme280,dht22",
      "\(words.split(separator: " ").last ?? ""): there is no part 'dht22'; there are bme280, ccs811, sps30, "
        + "bh1750, veml7700, ublox")
  }

  private static let ofBoards = [
    Breach(
      "replay x --card a --card-image b", "a board has one slot: give --card or --card-image"),
    Breach("replay x --card-size 4M", "--card-size is for a new image: give --card-image"),
    Breach("replay x --card-chain", "--card-chain needs a card: give --card or --card-image"),
    Breach("replay x --card-key x", "--card-key signs chained lines: give --card-chain"),
    Breach(
      "replay --duration 5",
      "CAPTURE is missing: name a file of RTCM 3, or a list of them by --list"),
    Breach("replay x --seeds 1..2 --seed 3", "--seeds has the seeds: leave out --seed"),
    Breach(
      "replay x --scenarios kitchen --scenario kitchen",
      "--scenarios has the scenarios: leave out --scenario"),
    Breach(
      "replay x y --report z",
      "a sweep keeps its results with --junit DIR: leave out --record, --report, --trace and cards"),
    Breach("replay x -", "a sweep replays files, and '-' is a stream: record it first"),
    Breach("replay x --shards 3", "--shards is for --shard auto"),
    Breach(
      "replay x --shard auto",
      "--shard: auto needs a job array: SLURM_ARRAY_TASK_ID and JOB_COMPLETION_INDEX are both missing from "
        + "the environment; else give I/M"),
    Breach(
      "replay ntrip://c/M", "a caster's stream does not end: give its length with --duration S"),
    Breach(
      "replay {file} --junit {file}",
      "'{file}' is the capture as well; name another file for --junit"),
    Breach(
      "replay {file} --record {file}",
      "'{file}' is the capture as well; name another file for --record"),
    Breach(
      "replay {file} --report {file}",
      "'{file}' is the capture as well; name another file for --report"),
    Breach(
      "replay x --fault arpa.html",
      "faults of server, arpa and weather need 'boardsim run --with-server'"),
    strangePart("replay x"),
    strangeName("replay x --trace-parts"),
    Breach(
      "replay x --receiver rtk --sky off",
      "--receiver rtk solves from the signals that the sky has: leave out --sky off"),
    Breach(
      "replay x --heading-baseline 1 --sky off",
      "--heading-baseline is for a receiver that solves: leave out --receiver statistical and --sky off"
    ),
    Breach(
      "bus --fault caster.ban", "faults of a caster need 'boardsim run', 'replay' or 'caster'"),
    Breach(
      "bus --fault arpa.html",
      "faults of server, arpa and weather need 'boardsim run --with-server'"),
    strangePart("bus"),
    Breach(
      "bus --part name=a_address=0x48_socket=h:1 --part name=a_address=0x49_socket=h:2",
      "--part: two parts have the name a; choose another for one of them"),
    strangeName("bus --parts"), strangeName("bus --trace-parts"),
    Breach(
      "bus --receiver rtk --sky off",
      "--receiver rtk solves from the signals that the sky has: leave out --sky off"),
    Breach(
      "bus --heading-baseline 1 --sky off",
      "--heading-baseline is for a receiver that solves: leave out --receiver statistical and --sky off"
    ),
    Breach(
      "receiver --fault caster.ban",
      "faults of a caster need 'boardsim run', 'replay' or 'caster'"),
    Breach(
      "receiver --fault arpa.html",
      "faults of server, arpa and weather need 'boardsim run --with-server'"),
    strangePart("receiver"),
    Breach(
      "receiver --receiver rtk --sky off",
      "--receiver rtk solves from the signals that the sky has: leave out --sky off"),
    Breach(
      "receiver --heading-baseline 1 --sky off",
      "--heading-baseline is for a receiver that solves: leave out --receiver statistical and --sky off"
    ),
    Breach("receiver --pty a --port 0", "--pty and --port are two lines: give one of them"),
    Breach(
      "receiver --host ::1",
      "--host is the address of --port and --base-port: give one of them too"),
    Breach(
      "receiver --base-port 0",
      "--base-pty and --base-port are lines of the second antenna: give --heading-baseline too"),
    Breach(
      "receiver --heading-baseline 1 --base-port 0 --base-pty a",
      "--base-pty and --base-port are two lines: give one of them"),
    Breach("receiver --speed max", "--speed max needs --duration, or it would never end"),
    Breach(
      "avr x --modem off --serve 80=8080",
      "the options of the modem need one: leave out --modem off"),
    Breach("avr x --password x", "--password is that of --ssid NAME: give --ssid too"),
    Breach(
      "avr x --fault caster.ban", "faults of a caster need 'boardsim run', 'replay' or 'caster'"),
    Breach(
      "avr x --fault arpa.html",
      "faults of server, arpa and weather need 'boardsim run --with-server'"),
    strangePart("avr x"),
    Breach(
      "avr x --receiver rtk --sky off",
      "--receiver rtk solves from the signals that the sky has: leave out --sky off"),
    Breach(
      "avr x --heading-baseline 1 --sky off",
      "--heading-baseline is for a receiver that solves: leave out --receiver statistical and --sky off"
    ),
    Breach(
      "avr x --part name=a_address=0x48_socket=h:1 --part name=a_address=0x49_socket=h:2",
      "--part: two parts have the name a; choose another for one of them"),
    strangeName("avr x --trace-parts"),
    Breach(
      "avr x --expect a==1", "--expect and --junit need --duration, or the sketch never ends"),
    Breach(
      "avr {file} --duration 1 --junit {file}",
      "'{file}' is the sketch as well; name another file for --junit"),
    Breach("avr x --sd-size 64M", "--sd-size and --sd-select are for a card: give --sd"),
    Breach(
      "avr {file} --sd {file}", "'{file}' is the sketch as well; name another file for --sd"),
    Breach("modem --pty a --port 0", "--pty and --port are two lines: give one of them"),
    Breach("modem --host ::1", "--host is the address of --port: give --port too"),
    Breach("modem --password x", "--password is that of --ssid NAME: give --ssid too"),
    Breach(
      "modem --ssid abcdefghijklmnopqrstuvwxyz01234567",
      "a network's name has 1 to 32 bytes, its password at most 64"),
  ]

  private static let ofServers = [
    Breach("server --lan --host ::1", "--lan listens on every interface: leave out --host"),
    Breach(
      "server --lan --behind-proxy ::1",
      "--behind-proxy serves one proxy, --lan every machine: leave out one of them"),
    Breach(
      "caster", "at least one --mount NAME=FILE or --source NAME is needed, or --config FILE"),
    Breach("caster --source A --node a", "--cluster URL and --node NAME go together"),
    Breach(
      "caster --source A --mqtt-version 5",
      "the options of MQTT are for --cluster, --publish and --mount NAME=mqtt://…"),
    Breach("caster --source A --speed 2e6", "--speed must be at most 1000000, not '2e6'"),
    Breach(
      "caster --source A --tls-port 0 --cert x", "--tls-port needs --cert FILE and --key FILE"),
    Breach("caster --source A --key x", "--cert and --key need --tls-port N"),
    Breach(
      "caster --source A --users x --password y",
      "--users FILE names all users: leave out --user and --password"),
  ]

  private static let ofCasters = [
    Breach(
      "ntrip table ntrip://c --json --geojson",
      "--json and --geojson exclude each other: leave out one"),
    Breach(
      "ntrip table ntrip://c --key x", "--key needs the certificate of the key: give --cert too"),
    Breach(
      "ntrip get ntrip://c/M --json", "--json needs -o FILE, since standard output has the stream"),
    Breach(
      "ntrip get ntrip://c/M --key x", "--key needs the certificate of the key: give --cert too"),
    Breach(
      "ntrip push ntrip://c/M x --key x",
      "--key needs the certificate of the key: give --cert too"),
    Breach("capture record ntrip://c/M", "the output is missing: -o FILE"),
    Breach(
      "capture record ntrip://c/M -o - --rotate 1h",
      "'-' is one output without end: name a file with -o, or leave out --rotate"),
    Breach(
      "capture record ntrip://c/M -o x --key x",
      "--key needs the certificate of the key: give --cert too"),
  ]

  private static let ofStreams = [
    Breach("capture synth", "the output is missing: -o FILE, or -o - for standard output"),
    Breach(
      "capture synth -o x --base 1,2,3 --position 1,2,3",
      "--base and --position are the same: give one of them"),
    Breach("capture damage x", "the output is missing: -o FILE, or -o - for standard output"),
    Breach(
      "capture damage {file} -o {file}", "'{file}' is the input as well; name another file"),
    Breach("rtcm merge x", "the output is missing: -o FILE, or -o - for standard output"),
    Breach(
      "rtcm merge x {file} -o {file}", "'{file}' is an input as well; name another file for -o"),
    Breach("rtcm mavlink x", "the output is missing: -o FILE, or -o - for standard output"),
    Breach(
      "rtcm mavlink x -o y --extract --sender 1/1",
      "--sender, --speed and --date are for packets that are made, not read by --extract"),
    Breach(
      "rtcm mavlink x -o - --json",
      "--json needs an output other than -, since standard output has the stream"),
    Breach(
      "rtcm mavlink x -o y --speed 2",
      "--speed goes with -o udp:HOST:PORT; files are written at once"),
    Breach(
      "rtcm mavlink x -o y --date now", "--date goes with -o FILE.tlog; nothing else has times"),
    Breach(
      "rtcm mavlink x -o y --duration 2",
      "--duration goes with the stream of a caster or a UDP port"),
    Breach(
      "rtcm mavlink {file} -o {file}", "'{file}' is the input as well; name another file for -o"),
    Breach("rtcm convert x", "the output is missing: -o FILE, or -o - for standard output"),
    Breach(
      "rtcm convert x -o . --period 1H",
      "the files need names: give --long-name, such as MILA00ITA"),
    Breach(
      "rtcm convert x -o . --period 1H --long-name MILA00ITA --nav y",
      "--nav is one file, and each period has one of its own: leave it out"),
    Breach(
      "rtcm convert x -o . --append", "--append goes on with a period's files: give --period"),
    Breach("rinex convert x", "the output is missing: -o FILE, or -o - for standard output"),
    Breach(
      "rinex convert x -o -", "RINEX files are read twice and written whole: name files, not -"),
    Breach(
      "rinex convert {file} -o {file}", "'{file}' is the input as well; name another file"),
    Breach(
      "rinex convert x -o . --long-name MILA00ITA --rinex-version 2.11",
      "files of version 2.11 have no long names: leave out --long-name"),
    Breach(
      "rinex convert x -o {file} --long-name MILA00ITA",
      "--long-name needs a folder that there is for -o, not '{file}'"),
    Breach("rinex merge x y", "the output is missing: -o FILE, or -o - for standard output"),
    Breach(
      "rinex merge x -o y",
      "a merge is of two files or more; 'boardsim rinex convert' writes one anew"),
    Breach(
      "rinex merge x y -o -", "RINEX files are read twice and written whole: name files, not -"),
    Breach(
      "rinex merge x {file} -o {file}", "'{file}' is the input as well; name another file"),
    Breach(
      "rinex merge x y -o . --long-name MILA00ITA --rinex-version 2.11",
      "files of version 2.11 have no long names: leave out --long-name"),
    Breach(
      "rinex merge x y -o {file} --long-name MILA00ITA",
      "--long-name needs a folder that there is for -o, not '{file}'"),
    Breach("rinex split x", "the output is missing: -o FILE, or -o - for standard output"),
    Breach(
      "rinex split x -o -", "RINEX files are read twice and written whole: name files, not -"),
    Breach(
      "rinex split {file} -o {file}", "'{file}' is the input as well; name another file"),
    Breach(
      "rinex split x -o . --long-name MILA00ITA --rinex-version 2.11",
      "files of version 2.11 have no long names: leave out --long-name"),
    Breach(
      "rinex split x -o {file} --long-name MILA00ITA",
      "--long-name needs a folder that there is for -o, not '{file}'"),
    Breach(
      "rinex split x -o y", "the files need names: give --long-name, such as MILA00ITA"),
    Breach(
      "rinex split x -o . --long-name MILA00ITA --nav y",
      "ephemerides are not split; 'boardsim rinex convert' merges them"),
    Breach("rtcm decode x --raw", "--raw goes with --json"),
    Breach(
      "rtcm decode x --observations", "--observations goes with --json; the text has them anyway"),
    Breach("rtcm decode x --brief --json", "--brief and --json exclude each other: leave out one"),
    Breach(
      "report merge x --junit y --json y",
      "each of --junit, --json and --html needs a file of its own"),
    Breach(
      "rtcm stats {file} --report {file}",
      "'{file}' is the capture as well; name another file for --report"),
    Breach("rtcm stats x --report y.json", "--report of a stream is a page: FILE.html"),
    Breach("rtcm qc x --live", "--live is for standard input and mountpoints"),
    Breach("rtcm qc - --duration 5", "--duration is for mountpoints"),
    Breach(
      "rtcm qc {file} --report {file}",
      "'{file}' is the capture as well; name another file for --report"),
    Breach("rtcm qc x --report y.json", "--report of a quality check is a page: FILE.html"),
    Breach(
      "rinex qc {file} --report {file}",
      "'{file}' is an input as well; name another file for --report"),
    Breach("rinex qc x --report y.json", "--report of a quality check is a page: FILE.html"),
    Breach(
      "page x -o y --port 3", "a page in a file has no port: leave out --port or --output"),
    Breach(
      "page {file} -o {file}", "'{file}' is the recording as well; name another file for --output"),
    Breach(
      "report session {file} -o {file}",
      "'{file}' is the input as well; name another file for --output"),
    Breach("report session x -o y.json", "--output of a session is a page: FILE.html"),
    Breach("gnss solve --base x", "the rover is missing: --rover FILE"),
    Breach(
      "gnss solve --rover x", "the base is missing: --base FILE; without one, give --mode single"),
    Breach(
      "gnss solve --rover - --base x", "each file is read twice; standard input cannot be"),
    Breach(
      "gnss solve --rover x --base y --static --mode dgnss",
      "--static is for --mode float and rtk"),
    Breach(
      "gnss solve --rover x --mode single --moving-base",
      "--moving-base needs a base: --base FILE, and no --mode single"),
    Breach(
      "gnss solve --rover x --base y --static --moving-base",
      "a base that moves has no one position, and its rover does not stand still"),
    Breach(
      "gnss solve --rover x --base y -o z.txt",
      "'z.txt' must end with .json, .pos, .gpx, .kml or .csv, which says what is made"),
    Breach(
      "gnss solve --rover {file} --base y -o {file}",
      "'{file}' is the rover's file as well; name another file for --output"),
    Breach(
      "gnss solve --rover x --base {file} -o {file}",
      "'{file}' is the base's file as well; name another file for --output"),
    Breach("gnss compare - -", "standard input can be read once; name a file for one of the two"),
    Breach(
      "gnss convert {file} -o {file}",
      "'{file}' is the input as well; name another file for --output"),
    Breach(
      "gnss convert x",
      "the output is missing: -o FILE, whose name ends with .pos, .gpx, .kml or .csv"),
    Breach(
      "gnss convert x -o y.json",
      "'y.json': JSON has more than a file of positions tells; gnss solve -o FILE.json makes it"),
    Breach("rtcm types --json --markdown", "give --json or --markdown, not both"),
  ]

  @Test("a broken rule is told in its own sentence before anything is done", arguments: breaches)
  func sentences(breach: Breach) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([1, 2, 3], to: "base.rtcm3")
    let outcome = await boardsimHere(breach.words(file: file))
    let sentence = breach.sentence.replacing("{file}", with: file)
    #expect(outcome.errorLines.first == "boardsim: \(sentence)")
    #expect(outcome.status == 2)
    #expect(try folder.bytes(of: "base.rtcm3") == [1, 2, 3])
  }

  @Test("each rule of a command has a line above that breaks it, and options that there are")
  func completeness() {
    for command in BoardSim.commands { check(command) }
  }

  private func check<C: Command>(_ command: C.Type) {
    let below = BoardSim.commands.filter { command in
      command.words.count > C.words.count && command.words.starts(with: C.words)
    }
    let lines = Self.breaches.map { $0.words() }.filter { words in
      words.starts(with: C.words) && !below.contains { words.starts(with: $0.words) }
    }
    #expect(lines.count == C.rules.count, "\(C.title)")
    let known = Set(C.parameters.map(\.name))
    for rule in C.rules {
      #expect(known.isSuperset(of: rule.options), "\(C.title): \(rule.options)")
    }
  }

  @Test("of two broken rules, the first is told")
  func order() async {
    let outcome = await boardsimHere(["run", "--speed", "max", "--card-chain"])
    #expect(outcome.errorLines.first?.contains("--speed max needs --duration") == true)
  }

  @Test("the token is the option's, the line of a file or that of the environment")
  func token() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("\n  abcdefgh \n".utf8), to: "token")
    let command = try ArgumentParser<RunCommand>.parse(["--control-lan", "--token", "@\(file)"])
    #expect(command.controlToken?.text == "abcdefgh")
    #expect(try TokenArgument(optionText: "abcd efgh", of: "--token").isUsable == false)
    let missing = #expect(throws: UsageError.self) {
      try ArgumentParser<RunCommand>.parse(["--control-lan", "--token", "@\(folder.path("none"))"])
    }
    #expect(missing?.message.hasPrefix("--token: ") == true)
  }
}
