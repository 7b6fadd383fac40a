internal import GNSSBasics
internal import Platform
internal import RTCMParser
internal import TextOutput

/// The command `boardsim capture plot`.
struct CapturePlotCommand: Command {
  static let words = ["capture", "plot"]
  static let abstract = "Draw a capture: sky, carrier-to-noise ratios, errors of a solution."
  static let examples = [
    "boardsim capture plot captures/milan-base.rtcm3 -o milan.svg",
    "boardsim capture plot base.rtcm3 --position 45.478,9.23,170 -o base.png",
    "boardsim capture plot pair --solution pair/rtk.pos -o pair.svg",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE|DIR", \.input,
        help: """
          a capture, or - for standard input; or a folder of 'capture synth
          --rover': its rover, and the distance of rtk.pos in it, which
          'rnx2rtkp -o' writes, from truth.csv
          """),
      .option(
        "output", short: "o", \.output, "FILE",
        help: ".svg, or .png by rsvg-convert; default -, SVG to stdout"),
      .option(
        "position", \.position, "LAT,LON,H",
        help: "the antenna's position; default: the capture's"),
      .option(
        "solution", \.solution, "FILE",
        help: "the file of RTKLIB's positions; default: DIR/rtk.pos"),
    ] + WindowArguments.parameters(\.window)
  }

  var input = ""
  var output = "-"
  var position: PositionArgument?
  var solution: String?
  var window = WindowArguments()

  func run() throws {
    Interruption.install()
    let isPNG = try isPNG
    let plot = try input != "-" && Folder.isAt(input) ? plotOfPair : plotOfStream
    if let missing = plot.missing { Console.note("'\(input)': \(missing)") }
    let drawing = plot.text()
    var file = try OutputFile(output)
    try file.write(isPNG ? try PNGPicture.make(of: drawing) : Array(drawing.utf8))
    try file.finish()
  }

  /// Whether the output is a PNG picture, and not an SVG drawing.
  private var isPNG: Bool {
    get throws {
      let ending = FileEnding(of: output)
      guard PendingFile.isFile(output), !ending.isOne(of: [".svg"]) else { return false }
      guard ending.isOne(of: [".png"]) else {
        throw UsageError(message: "'\(output)' must end with .svg or .png, which says what is made")
      }
      return true
    }
  }

  private var plotOfStream: CapturePlot {
    get throws {
      guard solution == nil else {
        throw UsageError(message: "--solution needs a folder with truth.csv to compare with")
      }
      guard !isSameFile(input, output) else {
        throw UsageError(message: "'\(output)' is the input as well; name another file")
      }
      let whole = try CaptureInput.read(input)
      // Orbits are valid for longer than the window.
      let sky = ObservedSky(
        try window.cut(whole, of: input).bytes, ephemeridesOf: window.window == nil ? [] : whole)
      let place = position?.position ?? sky.station
      let name = input == "-" ? "standard input" : input
      return try checked(CapturePlot(name, sky) { _ in place }, sky, name)
    }
  }

  private var plotOfPair: CapturePlot {
    get throws {
      guard position == nil else {
        throw UsageError(message: "--position is for one capture; truth.csv says where a rover is")
      }
      let base = try CaptureInput.read(input + "/base.rtcm3")
      let whole = try CaptureInput.read(input + "/rover.rtcm3")
      let rover = try window.cut(whole, of: input + "/rover.rtcm3").bytes
      let truth = try TruthFile(input + "/truth.csv")
      let sky = ObservedSky(rover, ephemeridesOf: base)
      let place = { (time: GPSTime) in
        truth.position(atMillisecondsOfWeek: time.millisecondsOfWeek) ?? truth.places[0].position
      }
      let plot = CapturePlot(
        input, sky, at: place, truth: truth, errors: try errors(against: truth, sky))
      return try checked(plot, sky, input + "/rover.rtcm3")
    }
  }

  private func errors(against truth: TruthFile, _ sky: ObservedSky) throws -> PositionErrors? {
    let path = solution ?? input + "/rtk.pos"
    guard try solution != nil || PendingFile(path).exists else {
      Console.note("'\(input)' has no rtk.pos, so no errors of a solution are drawn")
      return nil
    }
    guard let span = sky.span else { return nil }
    let errors = PositionErrors(
      of: try SolutionFile(path), against: truth, near: span.lowerBound)
    guard !errors.samples.isEmpty else {
      throw Failure(message: "'\(path)' has no position at a time of '\(input)/truth.csv'")
    }
    return errors
  }

  private func checked(
    _ plot: CapturePlot?, _ sky: ObservedSky, _ name: String
  ) throws(Failure) -> CapturePlot {
    if let plot { return plot }
    let found = sky.counts.frames == 0 ? "no RTCM 3 frame" : "no observations"
    throw Failure(message: "'\(name)' has \(found) in it, so there is nothing to draw")
  }
}
