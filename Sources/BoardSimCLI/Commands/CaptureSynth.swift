internal import GNSSBasics
internal import GNSSSimulation
internal import RTCMParser

/// The command `boardsim capture synth`.
struct CaptureSynth: Command {
  static let words = ["capture", "synth"]
  static let abstract = "Make the streams of a base station, and of a rover, that never existed."
  static let examples = [
    "boardsim capture synth -o captures/milan-base.rtcm3",
    "boardsim capture synth --base 45.07,7.69,280 --duration 3600 --start now -o turin.rtcm3",
    "boardsim capture synth --base 45.478,9.23,170 --rover 45.49,9.25,160 -o pair",
    "boardsim capture synth --systems G,E --without noise,slips --rover 45.49,9.25,160 -o calm",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "output", short: "o", \.output, "FILE|DIR",
        help: "the file of the base's stream, - for stdout; with --rover, a folder"),
      .option(
        "base", \.base, "LAT,LON,H",
        help: "the base's antenna; default 45.478,9.23,170, near Milan's Politecnico"),
      .option("position", \.position, "LAT,LON,H", help: "another name of --base"),
      .option(
        "rover", \.rover, "LAT,LON,H|SCENARIO",
        help: "also a ZED-F9P under the same sky, at a position or with a scenario's board"),
      .option("station-id", \.stationID, "N", help: "DF003, 0 to 4095; default 1"),
      .option("start", \.start, "DATE", help: "the first epoch; default 2026-06-01T12:00:00Z"),
      .option("duration", \.duration, "S", help: "the stream's length, seconds; default 600"),
      .option("rate", \.rate, "HZ", help: "epochs a second, at most 20; default 1"),
      .option("interval", \.interval, "S", help: "seconds between epochs, instead of --rate"),
      .option(
        "systems", \.systems, "G,R,E,C,J", help: "the satellite systems; default: all of these"),
      .option(
        "nav", \.navigation, "FILE",
        help: "the satellites' orbits: a RINEX navigation file, or RTCM 3 with ephemerides"),
      .option(
        "without", \.without, "LIST",
        help: "effects to leave out: noise,troposphere,ionosphere,clocks,slips,earth-rotation"),
      .option("msm", \.msmKind, "KIND", help: "MSM4, 5, 6 or 7 of the base; default 7"),
      .option(
        "glonass-bias", \.glonassBias, "M",
        help:
          "the base's GLONASS code-phase bias in metres, as in message\n1230; default 0"),
      .option(
        "station-messages", \.stationMessages, "LIST",
        help: "1005 or 1006, and 1007 or 1008, of the base; default 1006,1008"),
      .flag("rinex", \.isRINEX, help: "also write .obs and .nav of each stream, RINEX 3.04"),
      .option("seed", \.seed, "N", help: "the seed of all random numbers; default 1"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      .output(\.output),
      CommandRule(
        ["base", "position"], says: "--base and --position are the same: give one of them"
      ) { $0.base != nil && $0.position != nil },
    ]
  }

  var output = ""
  var base: PositionArgument?
  var position: PositionArgument?
  var rover: RoverArgument?
  var stationID = StationIDArgument(1)
  var start: DateArgument?
  var duration = SecondsArgument(600)
  var rate: EpochRateArgument?
  var interval = SecondsArgument(1)
  var systems = SystemsArgument()
  var navigation: String?
  var without = EffectsArgument()
  var isRINEX = false
  var msmKind = MSMKindArgument(7)
  var glonassBias = GLONASSBiasArgument()
  var stationMessages = StationMessagesArgument()
  var seed: UInt64 = 1
  var isQuiet = false

  func run() throws {
    Interruption.install()
    var configuration = configuration
    if let navigation { configuration.sky = try recordedSky(navigation) }
    let station = try BaseStationSynthesizer(configuration)
    if let rover {
      try write(station, rover, under: configuration)
    } else {
      try write(station, to: output)
    }
  }

  /// Returns the sky of the satellites in a navigation file.
  private func recordedSky(_ path: String) throws -> Sky {
    let reference = GPSTime(start?.time ?? BaseStationConfiguration().start)
    let sky = try NavigationInput(path).sky(
      of: systems.systems, near: reference ?? GPSTime(nanoseconds: 0), seed: seed)
    for omission in sky.omissions {
      Console.note("'\(path)': without \(omission.satellite): \(omission.reason)")
    }
    return sky
  }

  private func write(_ station: BaseStationSynthesizer, to path: String) throws {
    guard !isRINEX || path != "-" else {
      throw UsageError(message: "--rinex needs a file to put others beside: -o FILE")
    }
    var file = try OutputFile(path)
    try forEach(of: station) { epoch in try file.write(try epoch.encode()) }
    try file.finish()
    if isRINEX { try writeRINEX(of: path) }
  }

  /// Calls a closure with each epoch, and shows the progress.
  func forEach(
    of station: BaseStationSynthesizer, _ body: (BaseStationEpoch) throws -> Void
  ) throws {
    var progress = Progress("synthesising", isQuiet: isQuiet)
    let epochs = Int((duration.duration / epochInterval).rounded(.up))
    for (index, epoch) in station.prefix(epochs).enumerated() {
      try body(epoch)
      progress.update(Double(index) / Double(epochs))
      try Interruption.check()
    }
    progress.finish()
  }

  var epochInterval: Duration { rate?.interval ?? interval.duration }

  var configuration: BaseStationConfiguration {
    var configuration = BaseStationConfiguration()
    if let place = base ?? position { configuration.position = place.position }
    if let start { configuration.start = start.time }
    configuration.stationID = stationID.id
    configuration.interval = epochInterval
    configuration.systems = systems.systems
    configuration.effects.subtract(without.effects)
    configuration.msmKind = msmKind.kind
    configuration.glonassBias = glonassBias.metres
    configuration.tellsAntennaHeight = stationMessages.hasHeight
    configuration.tellsSerialNumber = stationMessages.hasSerialNumber
    configuration.seed = seed
    return configuration
  }
}
