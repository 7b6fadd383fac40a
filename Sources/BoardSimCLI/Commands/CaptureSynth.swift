internal import GNSSSimulation
internal import RTCMParser

/// `boardsim capture synth`.
struct CaptureSynth: Command {
  static let words = ["capture", "synth"]
  static let abstract = "Make the correction stream of a base station that never existed."
  static let examples = [
    "boardsim capture synth -o captures/milan-base.rtcm3",
    "boardsim capture synth --position 45.07,7.69,280 --duration 3600 --start now -o turin.rtcm3",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option("output", short: "o", \.output, "FILE", help: "where the stream goes; - for stdout"),
      .option(
        "position", \.position, "LAT,LON,H",
        help: "the antenna; default 45.478,9.23,170, near Milan's Politecnico"),
      .option("station-id", \.stationID, "N", help: "DF003, 0 to 4095; default 1"),
      .option("start", \.start, "DATE", help: "the first epoch; default 2026-06-01T12:00:00Z"),
      .option("duration", \.duration, "S", help: "seconds; default 600"),
      .option("interval", \.interval, "S", help: "seconds between epochs; default 1"),
      .option("seed", \.seed, "N", help: "of the carrier phase ambiguities; default 1"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  var output = ""
  var position: PositionArgument?
  var stationID = StationIDArgument(1)
  var start: DateArgument?
  var duration = SecondsArgument(600)
  var interval = SecondsArgument(1)
  var seed: UInt64 = 1
  var isQuiet = false

  func run() throws {
    guard !output.isEmpty else { throw UsageError(message: "say where to: -o FILE, or -o -") }
    Interruption.install()
    let synthesizer = try BaseStationSynthesizer(configuration)
    var file = try OutputFile(output)
    var progress = Progress("synthesising", isQuiet: isQuiet)
    let epochs = Int((duration.duration / interval.duration).rounded(.up))
    for (index, epoch) in synthesizer.prefix(epochs).enumerated() {
      try file.write(try epoch.encode())
      progress.update(Double(index) / Double(epochs))
      try Interruption.check()
    }
    progress.finish()
    try file.finish()
  }

  private var configuration: BaseStationConfiguration {
    var configuration = BaseStationConfiguration()
    if let position { configuration.position = position.position }
    if let start { configuration.start = start.time }
    configuration.stationID = stationID.id
    configuration.interval = interval.duration
    configuration.seed = seed
    return configuration
  }
}
