internal import BoardSimulation
internal import GNSSBasics
internal import GNSSSimulation
internal import Mathematics
internal import Platform
internal import RINEX
internal import RTCMParser
internal import TextOutput
internal import UBloxRaw
internal import VirtualBoard

/// The position of a rover: a place, or a scenario's board.
struct RoverArgument: OptionValue {
  private var place: GeodeticPosition?
  private var scenario = ScenarioArgument()

  init(optionText text: String, of parameter: String) throws(UsageError) {
    if text.contains(",") {
      place = try PositionArgument(optionText: text, of: parameter).position
    } else {
      scenario = try ScenarioArgument(optionText: text, of: parameter)
    }
  }

  /// Returns the receiver configuration of a rover that starts at an instant.
  ///
  /// - Throws: The errors of ``ScenarioArgument/scenario()``.
  func receiver(
    under sky: Sky, from start: GPSTime, for duration: Duration
  ) throws -> ReceiverConfiguration {
    var receiver: ReceiverConfiguration
    if let place {
      receiver = ReceiverConfiguration(antenna: .standing(place), under: sky)
    } else {
      var options = BoardOptions()
      options.scenario = try scenario.scenario()
      options.bootDate = start.unixTime
      let span = ScenarioSpan(options, for: duration)
      let world = span.world
      receiver = ReceiverConfiguration(
        antenna: .moving { world.state(at: $0.duration(since: start)).position }, under: sky)
      let faults = span.faults.filter { $0.kind == .jam || $0.kind == .noFix }
      receiver.view = { instant in
        let time = instant.duration(since: start)
        let kinds = faults.filter { $0.isActive(at: time) }.map(\.kind)
        return world.skyView(
          at: time, isJammed: kinds.contains(.jam), isBlind: kinds.contains(.noFix))
      }
    }
    receiver.equipment = .zedF9P
    return receiver
  }
}

extension GPSTime {
  fileprivate func duration(since start: GPSTime) -> Duration {
    .nanoseconds(max(nanoseconds - start.nanoseconds, 0))
  }
}

// MARK: Base and rover

extension CaptureSynth {
  /// Writes the streams of base and rover, and the rover's true positions, into a folder.
  func write(
    _ station: BaseStationSynthesizer, _ rover: RoverArgument,
    under configuration: BaseStationConfiguration
  ) throws {
    guard let start = station.nextEpochTime else { return }
    let sky = configuration.sky ?? Sky(systems: configuration.systems, seed: seed)
    var receiver = try rover.receiver(under: sky, from: start, for: duration.duration)
    (receiver.effects, receiver.seed) = (configuration.effects, seed &+ 1)
    let interval = Int64(epochInterval / .nanoseconds(1))
    var epochs = RoverSynthesizer(
      RoverConfiguration(receiver: receiver, start: start, interval: interval))
    var files = try PairFiles(output, under: sky)
    try forEach(of: station) { epoch in
      if let roverEpoch = epochs.next() { try files.write(epoch, roverEpoch) }
    }
    try files.finish()
    if isRINEX {
      for name in ["base", "rover"] { try writeRINEX(of: "\(output)/\(name).rtcm3") }
    }
  }

  /// Writes the observations and ephemerides of a stream as RINEX files beside it.
  func writeRINEX(of path: String) throws {
    let bytes = try InputStream.bytes(of: path)
    let name = path.hasSuffix(".rtcm3") ? String(path.dropLast(6)) : path
    var conversion = RINEXConversion(near: GPSTime(configuration.start))
    var text = RINEXConversion.Text()
    while conversion.pass != .done {
      conversion.consume(bytes.span, into: &text)
      try conversion.endPass(into: &text)
    }
    for (ending, content) in [("obs", text.observations), ("nav", text.navigation)] {
      var file = try OutputFile("\(name).\(ending)")
      try file.write(content)
      try file.finish()
    }
  }
}

/// The output files of a base, a rover and the true positions.
private struct PairFiles: ~Copyable {
  private var base, rover, raw, truth: OutputFile
  private var rawStream = RawStreamWriter()

  init(_ folder: String, under sky: Sky) throws(Failure) {
    try OutputFolder.make(folder)
    let base = try OutputFile(folder + "/base.rtcm3")
    let rover = try OutputFile(folder + "/rover.rtcm3")
    let raw = try OutputFile(folder + "/rover.ubx")
    let truth = try OutputFile(folder + "/truth.csv")
    self.base = base
    self.rover = rover
    self.raw = raw
    self.truth = truth
    rawStream.broadcast.ionosphere = KlobucharIonosphere(of: sky)
  }

  mutating func write(_ epoch: BaseStationEpoch, _ roverEpoch: RoverEpoch) throws {
    try base.write(try epoch.encode())
    try rover.write(try roverEpoch.encode(stationID: 0))
    rawStream.ephemerides = roverEpoch.broadcasts.compactMap { BroadcastEphemeris($0) }
    try raw.write(try rawStream.bytes(at: roverEpoch.observations))
    try truth.write(Array(Self.line(roverEpoch).utf8))
  }

  mutating func finish() throws(Failure) {
    try base.finish()
    try rover.finish()
    try raw.finish()
    try truth.finish()
  }

  /// Returns a line of the true positions.
  ///
  /// The fields are GPS seconds of the week, latitude and longitude in degrees, and the height above the
  /// ellipsoid in metres.
  private static func line(_ epoch: RoverEpoch) -> String {
    let place = epoch.position
    let seconds = Double(epoch.observations.time.millisecondsOfWeek) / 1000
    let numbers = [
      PlainText.number(seconds, decimals: 3), PlainText.number(place.latitude, decimals: 10),
      PlainText.number(place.longitude, decimals: 10), PlainText.number(place.height, decimals: 4),
    ]
    return numbers.joined(separator: ",") + "\n"
  }
}
