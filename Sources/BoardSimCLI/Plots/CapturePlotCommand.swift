internal import GNSSBasics
internal import Platform
internal import Positioning
internal import RTCMParser
internal import TextOutput

/// The command `boardsim capture plot`.
struct CapturePlotCommand: Command {
  static let words = ["capture", "plot"]
  static let abstract = "Draw a capture: sky, carrier-to-noise ratios, errors; or a solution."
  static let examples = [
    "boardsim capture plot captures/milan-base.rtcm3 -o milan.svg",
    "boardsim capture plot base.rtcm3 --position 45.478,9.23,170 -o base.png",
    "boardsim capture plot pair --solution pair/rtk.pos -o pair.svg",
    "boardsim capture plot pair/rtk.pos --truth pair/truth.csv -o rtk.svg",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE|DIR", \.input,
        help: """
          a capture, or - for standard input; or a folder of 'capture synth
          --rover': its rover, and the distance of rtk.pos in it, which
          'rnx2rtkp -o' writes, from truth.csv; or such a solution: its track, the
          errors with --truth, and the ratio
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
      .option(
        "truth", \.truth, "FILE|LAT,LON,H",
        help: "the true positions of a solution: CSV, another solution, or a place"),
    ] + WindowArguments.parameters(\.window)
  }

  var input = ""
  var output = "-"
  var position: PositionArgument?
  var solution: String?
  var truth: TruthArgument?
  var window = WindowArguments()

  func run() throws {
    Interruption.install()
    let isPNG = try isPNG
    let drawing = try input != "-" && Folder.isAt(input) ? drawingOfPair : drawingOfFile
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

  private var drawingOfFile: String {
    get throws {
      guard solution == nil else {
        throw UsageError(message: "--solution needs a folder with truth.csv to compare with")
      }
      guard !isSameFile(input, output) else {
        throw UsageError(message: "'\(output)' is the input as well; name another file")
      }
      let bytes = try CaptureInput.read(input)
      // No stream of frames begins like the header of a solution.
      return try bytes.starts(with: "% ".utf8) || bytes.starts(with: "%\n".utf8)
        ? drawing(ofSolution: bytes) : drawing(ofStream: bytes)
    }
  }

  /// The name of a file in the drawing.
  private var name: String { input == "-" ? "standard input" : input }

  private func drawing(ofSolution bytes: [UInt8]) throws -> String {
    guard position == nil, window.window == nil else {
      throw UsageError(message: "--position, --since and --until are for a capture")
    }
    let records = try SolutionInput.records(of: bytes, name)
    let truth = try truth?.truth(near: records[0].time)
    let errors = truth.map { TrackComparison(of: records, with: $0) }
    let plot = SolutionPlot(title: name, records: records, errors: errors, way: truth?.way ?? [])
    guard let drawing = plot.text() else { throw Failure(message: "'\(name)' has no position") }
    return drawing
  }

  private func drawing(ofStream whole: [UInt8]) throws -> String {
    guard truth == nil else {
      throw UsageError(message: "--truth is for a solution; '\(name)' is none of RTKLIB's")
    }
    // Orbits are valid for longer than the window.
    let sky = ObservedSky(
      try window.cut(whole, of: input).bytes, ephemeridesOf: window.window == nil ? [] : whole)
    let place = position?.position ?? sky.station
    return try drawing(CapturePlot(name, sky) { _ in place }, sky, name)
  }

  private var drawingOfPair: String {
    get throws {
      guard position == nil, truth == nil else {
        throw UsageError(
          message: "--position and --truth are for one file; truth.csv says where a rover is")
      }
      let base = try CaptureInput.read(input + "/base.rtcm3")
      let whole = try CaptureInput.read(input + "/rover.rtcm3")
      let rover = try window.cut(whole, of: input + "/rover.rtcm3").bytes
      let sky = ObservedSky(rover, ephemeridesOf: base)
      let start = sky.span?.lowerBound ?? GPSTime(nanoseconds: 0)
      let truth = try SolutionInput.truth(input + "/truth.csv", near: start)
      let place = { (time: GPSTime) in
        truth.position(at: time, acrossGapsTo: 0)?.position ?? truth.points[0].position
      }
      let plot = CapturePlot(
        input, sky, at: place, truth: truth, errors: try errors(against: truth, sky))
      return try drawing(plot, sky, input + "/rover.rtcm3")
    }
  }

  private func errors(
    against truth: TruthTrack, _ sky: ObservedSky
  ) throws -> TrackComparison? {
    let path = solution ?? input + "/rtk.pos"
    guard try solution != nil || PendingFile(path).exists else {
      Console.note("'\(input)' has no rtk.pos, so no errors of a solution are drawn")
      return nil
    }
    guard sky.span != nil else { return nil }
    var rules = TrackComparison.Rules()
    rules.longestGap = 0
    let errors = TrackComparison(of: try SolutionInput.read(path), with: .track(truth), by: rules)
    guard !errors.samples.isEmpty else {
      throw Failure(message: "'\(path)' has no position at a time of '\(input)/truth.csv'")
    }
    return errors
  }

  private func drawing(
    _ plot: CapturePlot?, _ sky: ObservedSky, _ name: String
  ) throws(Failure) -> String {
    if let plot {
      if let missing = plot.missing { Console.note("'\(input)': \(missing)") }
      return plot.text()
    }
    let found = sky.counts.frames == 0 ? "no RTCM 3 frame" : "no observations"
    throw Failure(message: "'\(name)' has \(found) in it, so there is nothing to draw")
  }
}

extension PositionTruth {
  /// The true way; one point for a place.
  fileprivate var way: [GeodeticPosition] {
    switch self {
    case .place(let place): [place]
    case .track(let track): track.points.map(\.position)
    }
  }
}
