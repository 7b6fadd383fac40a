/// `boardsim rtcm vectors`.
struct RTCMVectors: Command {
  static let words = ["rtcm", "vectors"]
  static let abstract = "Write test vectors for a parser in any language."
  static let examples = [
    "boardsim rtcm vectors --format c --type 1005 --type 1077 -o rtcm_vectors.h",
    "boardsim rtcm vectors -o rtcm-vectors.json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "format", short: "f", \.format, "json|c",
        help: "json (default): messages as 'rtcm decode --json --raw' shows them;\n"
          + "c: a header for C99, C++11 and Arduino"),
      .list(
        "type", short: "t", \.types, "N", help: "only messages of this type; may be repeated"),
      .option(
        "output", short: "o", \.output, "FILE", help: "where they go; default - for stdout"),
    ]
  }

  /// What the vectors are written as.
  enum Format: String, OptionChoice {
    case json, c
  }

  var format = Format.json
  var types: [UInt16] = []
  var output = "-"

  func run() throws {
    let vectors = try VectorSet(types: types)
    let text =
      switch format {
      case .json: try vectors.json
      case .c: try vectors.cHeader
      }
    try TextFile.write(text, to: output)
  }
}
