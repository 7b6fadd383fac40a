/// The command `boardsim rtcm vectors`.
struct RTCMVectors: Command {
  static let words = ["rtcm", "vectors"]
  static let abstract = "Write test vectors for a parser in any language."
  static let examples = [
    "boardsim rtcm vectors --type 1005 --type 1077 -o rtcm_vectors.h",
    "boardsim rtcm vectors -o rtcm-vectors.json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "format", short: "f", \.format, "json|c",
        help: """
          json: messages as 'rtcm decode --json --raw' shows them;
          c: a header for C99, C++11 and Arduino; default by the
          output's name, c for .h and .hpp
          """),
      .list(
        "type", short: "t", \.types, "N", help: "only messages of this type; may be repeated"),
      .option(
        "output", short: "o", \.output, "FILE", help: "the output file; default -, stdout"),
    ]
  }

  /// The format of the vectors.
  enum Format: String, OptionChoice {
    case json, c

    /// Creates the format from a file name's extension; JSON without an extension.
    init(ofFile path: String) throws(UsageError) {
      let ending = FileEnding(of: path)
      guard ending.isOne(of: [".h", ".hpp", ".json", ""]) else {
        throw UsageError(
          message: "what form '\(path)' is to have, its ending does not say: "
            + ".h and .hpp are C, .json is JSON; or say it with --format")
      }
      self = ending.isOne(of: [".h", ".hpp"]) ? .c : .json
    }
  }

  var format: Format?
  var types: [MessageTypeArgument] = []
  var output = "-"

  func run() throws {
    let format = try self.format ?? Format(ofFile: output)
    let vectors = try VectorSet(types: types.map(\.type))
    let text =
      switch format {
      case .json: try vectors.json
      case .c: try vectors.cHeader
      }
    try TextFile.write(text, to: output)
  }
}
