/// The command `boardsim rinex info`.
struct RINEXInfo: Command {
  static let words = ["rinex", "info"]
  static let abstract = "Say what a RINEX file holds, and what is wrong with it."
  static let examples = [
    "boardsim rinex info base.obs",
    "boardsim rinex info base.crx.gz --json | jq .gaps",
    "boardsim rinex info base.nav",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.file,
        help: """
          an observation file of version 2, 3 or 4, plain or compact
          (Hatanaka), or a navigation file, each also compressed by gzip;
          - for standard input
          """),
      .flag("json", \.isJSON, help: "print one JSON object"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  var file = ""
  var isJSON = false
  var isQuiet = false

  func run() throws {
    Interruption.install()
    let report = try RINEXReport(reading: file, isQuiet: isQuiet)
    try Console.print(isJSON ? report.json : report.text)
  }
}
