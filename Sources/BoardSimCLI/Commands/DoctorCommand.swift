internal import BoardHost
internal import TextOutput

/// The command `boardsim doctor`.
struct DoctorCommand: Command {
  static let words = ["doctor"]
  static let abstract = "Look whether this machine has what boardsim needs."
  static let examples = ["boardsim doctor", "boardsim doctor --card card --json"]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "card", \.card, "DIR", help: "a folder for card files, which then has to be writable"),
      .flag("json", \.isJSON, help: "print one JSON object"),
    ]
  }

  var card: String?
  var isJSON = false

  func run() throws {
    let findings = Doctor(cardFolder: card).findings()
    try Console.print(isJSON ? json(findings) : "\(findings.lines)\n\(findings.outcome)")
    let failures = findings.count(.fail)
    if failures > 0 { throw Failure(message: "\(failures) of what boardsim needs is missing") }
  }

  private func json(_ findings: [CheckFinding]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("verdict", findings.verdict.rawValue)
      json.write(findings)
    }
    return json.text
  }
}
