internal import GNSSBasics
internal import Positioning

/// The command `boardsim gnss convert`.
struct GNSSConvert: Command {
  static let words = ["gnss", "convert"]
  static let abstract = "Write a solution's positions as GPX, KML, CSV or in RTKLIB's form."
  static let examples = [
    "boardsim gnss convert rtk.pos -o rtk.kml",
    "boardsim gnss convert rtk.pos -o rtk.gpx",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.solution,
        help: "positions as RTKLIB's programs write them; - for standard input"),
      .option(
        "output", short: "o", \.output, "FILE",
        help: "the output file; .gpx, .kml, .csv or .pos says what is made"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      .file(of: "output", \.output, isNot: \.solution, "input"),
      CommandRule(["output"]) { command in
        guard FileEnding(of: command.output).text == SolutionDocument.ending else { return nil }
        return "'\(command.output)': JSON has more than a file of positions tells; gnss solve -o "
          + "FILE.json makes it"
      },
      CommandRule(["output"]) { command in
        guard PositionOutput.form(of: command.output) == nil else { return nil }
        return command.output.isEmpty
          ? "the output is missing: -o FILE, whose name ends with \(PositionOutput.endings)"
          : "'\(command.output)' must end with \(PositionOutput.endings), which says what is made"
      },
    ]
  }

  var solution = ""
  var output = ""

  func run() throws {
    Interruption.install()
    try PositionOutput.write(try SolutionInput.read(solution), to: output)
  }
}

/// A file of positions, whose extension says what is made.
enum PositionOutput {
  /// The extensions, for errors.
  static let endings = ".pos, .gpx, .kml or .csv"

  /// Returns the form that a file's extension names; `nil` for another extension.
  static func form(of path: String) -> PositionFileForm? {
    PositionFileForm(rawValue: String(FileEnding(of: path).text.dropFirst()))
  }

  /// Writes positions into a file.
  ///
  /// - Parameters:
  ///   - records: The positions.
  ///   - path: The file, with one of ``endings``.
  ///   - remarks: The lines of the header in RTKLIB's form, below that of the program.
  /// - Throws: ``Failure`` for another extension, or when the file cannot be written.
  static func write(
    _ records: [PositionRecord], to path: String, remarks: [String] = []
  ) throws(Failure) {
    guard let form = form(of: path) else {
      throw Failure(message: "'\(path)' must end with \(endings), which says what is made")
    }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    try write(
      form.bytes(of: records, name: name, remarks: ["program   : \(Version.line)"] + remarks),
      to: path)
  }

  /// Writes a whole file.
  ///
  /// - Throws: ``Failure`` when the file cannot be written.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    var file = try OutputFile(path)
    try file.write(bytes)
    try file.finish()
  }
}
