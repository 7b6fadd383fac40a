/// The command `boardsim manual`.
struct ManualCommand: Command {
  static let words = ["manual"]
  static let abstract = "Write the pages of the manual, boardsim(1) and one of each command."
  static let examples = [
    "boardsim manual ~/.local/share/man/man1",
    "boardsim manual man1 --date 2026-06-01",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "DIR", \.folder,
        help: """
          the folder of the pages boardsim.1, boardsim-run.1, boardsim-rtcm-stats.1 and so on;
          made where it is missing
          """),
      .option(
        "date", \.date, "DATE", help: "the date in the pages' footer, as 2026-06-01; default: none"),
    ]
  }

  var folder = ""
  var date: FootDate?

  func run() throws {
    try OutputFolder.make(folder)
    for page in ManualPage.pages(of: BoardSim.commands, date: date?.text ?? "") {
      try TextFile.write(page.text, to: "\(folder)/\(page.name).1")
    }
  }
}

/// A date at the foot of a manual page.
struct FootDate: OptionValue {
  let text: String

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard DateArgument.time(text + "T12:00:00Z") != nil else {
      throw UsageError(message: "\(parameter) must be a day such as 2026-06-01, not '\(text)'")
    }
    self.text = text
  }
}
