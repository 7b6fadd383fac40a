internal import GNSSBasics
internal import GNSSSimulation
internal import Platform
internal import RTCMParser
internal import TextOutput

/// `boardsim capture synth`.
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
        help: "where the base's stream goes, - for stdout; with --rover a folder for all"),
      .option(
        "base", \.base, "LAT,LON,H",
        help: "the base's antenna; default 45.478,9.23,170, near Milan's Politecnico"),
      .option("position", \.position, "LAT,LON,H", help: "another name of --base"),
      .option(
        "rover", \.rover, "LAT,LON,H",
        help: "a ZED-F9P under the same sky: also rover.rtcm3 and truth.csv"),
      .option("station-id", \.stationID, "N", help: "DF003, 0 to 4095; default 1"),
      .option("start", \.start, "DATE", help: "the first epoch; default 2026-06-01T12:00:00Z"),
      .option("duration", \.duration, "S", help: "seconds; default 600"),
      .option("rate", \.rate, "HZ", help: "epochs a second, at most 20; default 1"),
      .option("interval", \.interval, "S", help: "the same by seconds between epochs"),
      .option("systems", \.systems, "G,R,E,C,J", help: "whose satellites; default all of these"),
      .option(
        "without", \.without, "LIST",
        help: "leave out noise,troposphere,ionosphere,clocks,slips,earth-rotation: some of them"),
      .option("msm", \.msmKind, "KIND", help: "MSM4, 5, 6 or 7 of the base; default 7"),
      .option("seed", \.seed, "N", help: "of all that is left to chance; default 1"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  var output = ""
  var base: PositionArgument?
  var position: PositionArgument?
  var rover: PositionArgument?
  var stationID = StationIDArgument(1)
  var start: DateArgument?
  var duration = SecondsArgument(600)
  var rate: EpochRateArgument?
  var interval = SecondsArgument(1)
  var systems = SystemsArgument()
  var without = EffectsArgument()
  var msmKind = MSMKindArgument(7)
  var seed: UInt64 = 1
  var isQuiet = false

  func run() throws {
    guard !output.isEmpty else { throw UsageError(message: "say where to: -o FILE, or -o -") }
    guard base == nil || position == nil else {
      throw UsageError(message: "--base and --position are the same: give one of them")
    }
    Interruption.install()
    let station = try BaseStationSynthesizer(configuration)
    guard let rover else {
      try write(station, to: output)
      return
    }
    try writePair(station, rover.position)
  }

  private func write(_ station: BaseStationSynthesizer, to path: String) throws {
    var file = try OutputFile(path)
    try forEach(of: station) { epoch in try file.write(try epoch.encode()) }
    try file.finish()
  }

  /// Calls something with each epoch, showing how far it is.
  private func forEach(
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

  private var epochInterval: Duration { rate?.interval ?? interval.duration }

  private var configuration: BaseStationConfiguration {
    var configuration = BaseStationConfiguration()
    if let place = base ?? position { configuration.position = place.position }
    if let start { configuration.start = start.time }
    configuration.stationID = stationID.id
    configuration.interval = epochInterval
    configuration.systems = systems.systems
    configuration.effects.subtract(without.effects)
    configuration.msmKind = msmKind.kind
    (configuration.seed, configuration.skySeed) = (seed, seed)
    return configuration
  }
}

// MARK: A pair

extension CaptureSynth {
  /// Writes base and rover, and where the rover really was, into a folder.
  private func writePair(_ station: BaseStationSynthesizer, _ place: GeodeticPosition) throws {
    guard let start = station.nextEpochTime else { return }
    var receiver = ReceiverConfiguration(antenna: .standing(place))
    receiver.equipment = .zedF9P
    (receiver.systems, receiver.effects) = (systems.systems, configuration.effects)
    (receiver.seed, receiver.skySeed) = (seed &+ 1, seed)
    let interval = Int64(epochInterval / .nanoseconds(1))
    var rover = RoverSynthesizer(
      RoverConfiguration(receiver: receiver, start: start, interval: interval))
    do { try Folder.make(output) } catch {
      throw Failure(message: "cannot make the folder \(output): \(error)")
    }
    var baseFile = try OutputFile(output + "/base.rtcm3")
    var roverFile = try OutputFile(output + "/rover.rtcm3")
    var truthFile = try OutputFile(output + "/truth.csv")
    try forEach(of: station) { epoch in
      guard let roverEpoch = rover.next() else { return }
      try baseFile.write(try epoch.encode())
      try roverFile.write(try roverEpoch.encode(stationID: 0))
      try truthFile.write(Array(Self.truth(roverEpoch).utf8))
    }
    try baseFile.finish()
    try roverFile.finish()
    try truthFile.finish()
  }

  /// GPS seconds of the week, latitude, longitude in degrees and height above the ellipsoid in metres.
  private static func truth(_ epoch: RoverEpoch) -> String {
    let seconds = Double(epoch.observations.time.millisecondsOfWeek) / 1000
    let (place, decimals) = (epoch.position, 10)
    let numbers = [
      PlainText.number(seconds, decimals: 3),
      PlainText.number(place.latitude, decimals: decimals),
      PlainText.number(place.longitude, decimals: decimals),
      PlainText.number(place.height, decimals: 4),
    ]
    return numbers.joined(separator: ",") + "\n"
  }
}
