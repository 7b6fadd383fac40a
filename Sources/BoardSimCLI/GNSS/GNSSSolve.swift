internal import GNSSBasics
internal import Positioning
internal import RTCMParser
internal import TextOutput

/// The command `boardsim gnss solve`.
struct GNSSSolve: Command {
  static let words = ["gnss", "solve"]
  static let abstract = "Compute a rover's positions from its observations and those of a base."
  static let examples = [
    "boardsim gnss solve --rover rover.rtcm3 --base base.rtcm3 -o rtk.pos",
    "boardsim gnss solve --rover rover.ubx --base base.obs --nav brdc.nav -o rtk.kml --explain",
    "boardsim gnss solve --rover rover.obs.gz --nav brdc.nav --mode single -o single.pos",
    "boardsim gnss solve --rover front.ubx --base back.ubx --moving-base -o heading.json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "rover", \.rover, "FILE",
        help: "the rover's observations: RTCM 3, a u-blox log with\nUBX-RXM-RAWX, or RINEX"),
      .option("base", \.base, "FILE", help: "the base's observations, in any of these forms"),
      .list(
        "nav", \.navigation, "FILE",
        help: "more ephemerides: RINEX navigation files, or RTCM 3;\nrepeatable"),
      .option(
        "mode", \.mode, "MODE",
        help: "the best that is tried: single, dgnss, float or rtk;\ndefault rtk"),
      .flag(
        "static", \.isStatic,
        help: "the rover stands still: all epochs tell of one position"),
      .flag(
        "moving-base", \.hasMovingBase,
        help: "the base moves too, as a second antenna does: each epoch is\n"
          + "solved with the base's one of the same time, from where its\n"
          + "codes put it; .json has the vector and its heading"),
      .option("systems", \.systems, "G,R,E,C,J", help: "the systems used; default: all of these"),
      .option(
        "elevation", \.elevation, "DEG", help: "the least elevation, degrees; default 10"),
      .option(
        "base-position", \.basePosition, "LAT,LON,H|average",
        help: "the base's antenna; default: what its messages 1005\nand 1006, or its header, tell"),
      .option(
        "max-age", \.greatestAge, "S",
        help: "the age up to which the base's observations are used;\ndefault 60"),
      .option(
        "date", \.date, "DATE",
        help: "a date within half a week, for RTCM 3 that tells none"),
      .option(
        "rover-form", \.roverForm, "FORM",
        help: "rtcm, ubx or rinex, for files that have two of them"),
      .option("base-form", \.baseForm, "FORM", help: "the same for the base"),
      .option(
        "output", short: "o", \.output, "FILE",
        help: "the positions: .pos in RTKLIB's form, .gpx, .kml or .csv;\n"
          + ".json has all that is known of each epoch"),
      .flag(
        "explain", \.isExplaining,
        help: "tell for each epoch what was left out, and why it is\nnot fixed"),
      .flag("json", \.isJSON, help: "print one JSON object"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(["rover"], says: "the rover is missing: --rover FILE") { $0.rover.isEmpty },
      CommandRule(
        ["base"], says: "the base is missing: --base FILE; without one, give --mode single"
      ) { $0.base.isEmpty && $0.mode != .single },
      CommandRule(["rover", "base"], says: "each file is read twice; standard input cannot be") {
        $0.rover == "-" || $0.base == "-"
      },
      CommandRule(["static", "mode"], says: "--static is for --mode float and rtk") {
        $0.isStatic && $0.mode != .float && $0.mode != .rtk
      },
      CommandRule(
        ["moving-base", "base"],
        says: "--moving-base needs a base: --base FILE, and no --mode single"
      ) { $0.hasMovingBase && ($0.base.isEmpty || $0.mode == .single) },
      CommandRule(
        ["moving-base", "base-position", "static"],
        says: "a base that moves has no one position, and its rover does not stand still"
      ) { $0.hasMovingBase && ($0.basePosition != nil || $0.isStatic) },
      .file(of: "output", \.output, isNot: \.rover, "rover's file"),
      .file(of: "output", \.output, isNot: \.base, "base's file"),
      CommandRule(["output"]) { command in
        let output = command.output
        guard !output.isEmpty, !command.isDocument, PositionOutput.form(of: output) == nil
        else { return nil }
        return "'\(output)' must end with \(SolutionDocument.ending), \(PositionOutput.endings), "
          + "which says what is made"
      },
    ]
  }

  var rover = ""
  var base = ""
  var navigation: [String] = []
  var mode = RTKOptions.Mode.rtk
  var isStatic = false
  var hasMovingBase = false
  var systems = SystemsArgument()
  var elevation = ElevationArgument()
  var basePosition: BasePositionArgument?
  var greatestAge = PositiveArgument(60, typedAs: "60")
  var date: StreamDateArgument?
  var roverForm: ObservationForm?
  var baseForm: ObservationForm?
  var output = ""
  var isExplaining = false
  var isJSON = false
  var isQuiet = false

  func run() throws {
    Interruption.install()
    let navigation = try navigation.map { try NavigationInput($0) }
    let (rover, base) = try files()
    var engine = RTKEngine(options(navigation))
    try teach(&engine, navigation, base, rover)
    let place = try basePlace(base, engine)
    engine.roverPhases = rover.glonassPhases
    if let base { engine.basePhases = base.glonassPhases }
    let clock = ContinuousClock()
    let begin = clock.now
    let solutions = try solve(rover, base, at: place, &engine)
    let seconds = max((clock.now - begin) / .seconds(1), 1e-9)
    try write(solutions, engine)
    let rate = Double(solutions.epochs) / seconds
    try Console.print(isJSON ? solutions.json(rate: rate) : solutions.text)
  }

  /// Whether the output is a JSON document with all that is known of each epoch.
  private var isDocument: Bool { FileEnding(of: output).text == SolutionDocument.ending }

  private func write(_ solutions: SolvedEpochs, _ engine: RTKEngine) throws(Failure) {
    if let document = solutions.document {
      try PositionOutput.write(document.bytes, to: output)
    } else if !output.isEmpty {
      try PositionOutput.write(solutions.records, to: output, remarks: remarks(engine))
    }
  }

  /// Reads everything but the observations of both files; a file without a date takes the other's.
  private func files() throws -> (rover: ObservationFile, base: ObservationFile?) {
    var rover = try ObservationFile(self.rover, form: roverForm, date: date?.time)
    guard !base.isEmpty else {
      rover.noteDate()
      return (rover, nil)
    }
    let base = try ObservationFile(
      base, form: baseForm, date: date?.time ?? (rover.isDated ? rover.date : nil))
    if !rover.isDated, base.isDated {
      rover = try ObservationFile(self.rover, form: roverForm, date: base.date)
    }
    rover.noteDate()
    return (rover, base)
  }

  private func options(_ navigation: [NavigationInput]) -> RTKOptions {
    var options = RTKOptions()
    (options.mode, options.systems) = (mode, systems.systems)
    (options.isStatic, options.hasMovingBase) = (isStatic, hasMovingBase)
    (options.elevationMask, options.maximumAge) = (elevation.degrees, greatestAge.value)
    if let ionosphere = navigation.lazy.compactMap(\.klobuchar).first {
      options.ionosphere = ionosphere
    }
    return options
  }

  private func remarks(_ engine: RTKEngine) -> [String] {
    var lines = ["inp file  : \(rover)"] + (base.isEmpty ? [] : ["inp file  : \(base)"])
    lines += navigation.map { "inp file  : \($0)" }
    if let position = engine.basePosition {
      let place = GeodeticPosition(position)
      lines.append("ref pos   : \(place.latitude) \(place.longitude) \(place.height)")
    }
    return lines
  }

  /// Gives a receiver all ephemerides of all files.
  private func teach(
    _ engine: inout RTKEngine, _ navigation: [NavigationInput], _ base: ObservationFile?,
    _ rover: ObservationFile
  ) throws {
    for message in navigation.flatMap(\.ephemerides) { engine.take(message, near: rover.date) }
    for (message, time) in (base?.ephemerides ?? []) + rover.ephemerides {
      engine.take(message, near: time)
    }
    guard engine.orbits.satellites.isEmpty else { return }
    throw Failure(
      message: "no file has an ephemeris; give --nav a RINEX navigation file of the day")
  }

  /// Solves all epochs of the rover, each with the base's last one by then.
  ///
  /// - Parameters:
  ///   - rover: The rover's file.
  ///   - base: The base's file; `nil` for none.
  ///   - place: The base's position in all of the file; `nil` to go by what the file tells.
  ///   - engine: The receiver.
  /// - Returns: The solutions.
  /// - Throws: ``Failure`` for a file that cannot be read again.
  private func solve(
    _ rover: ObservationFile, _ base: ObservationFile?, at place: ECEFPosition?,
    _ engine: inout RTKEngine
  ) throws -> SolvedEpochs {
    var progress = Progress("solving \(self.rover)", of: rover.epochCount, isQuiet: isQuiet)
    let channels = rover.glonassChannels.merging(base?.glonassChannels ?? [:]) { own, _ in own }
    var own = try EpochReader(rover, glonassChannels: channels)
    var other = try EpochReader(base ?? rover, glonassChannels: channels)
    var waiting = base == nil ? nil : try other.read()
    var solutions = SolvedEpochs(hasDocument: isDocument)
    engine.basePosition = place ?? waiting?.position
    while let epoch = try own.read()?.epoch {
      while let next = waiting, next.epoch.time <= epoch.time {
        let position = place ?? next.position
        if position != nil || hasMovingBase {
          engine.basePosition = position
          engine.takeBase(next.epoch)
        }
        waiting = try other.read()
      }
      let solution = engine.solve(epoch)
      solutions.add(solution)
      if isExplaining, !isJSON { try Console.print(solution.explanation) }
      progress.update(after: own.count)
    }
    progress.finish()
    return solutions
  }
}
