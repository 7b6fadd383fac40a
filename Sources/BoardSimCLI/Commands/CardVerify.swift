internal import BoardHost
internal import TextOutput

/// The command `boardsim card verify`.
struct CardVerify: Command {
  static let words = ["card", "verify"]
  static let abstract = "Find out whether a card's chained lines are as the board wrote them."
  static let examples = [
    "boardsim card verify card",
    "boardsim card verify card.img --json",
    "boardsim card verify card --key 3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument("CARD", \.card, help: "a folder, or an image, that --card-chain wrote to"),
      .option(
        "key", \.key, "PUBLIC",
        help: "the public key that must have signed every line: 64 hexadecimal digits, as the\n"
          + "run printed it"),
      .flag("json", \.isJSON, help: "print the verdict as JSON"),
    ]
  }

  var card = ""
  var key: String?
  var isJSON = false

  func run() throws {
    let verdict: CardVerdict
    do throws(CardVerificationError) {
      verdict = try CardVerdict(verifying: card, key: key)
    } catch {
      if case .notAKey = error { throw UsageError(message: "--key: \(error)") }
      throw Failure(message: "\(error)")
    }
    try Console.print(isJSON ? json(of: verdict) : text(of: verdict))
    if !verdict.isWhole { throw Failure(message: "'\(card)' is not as it was written") }
    guard key == nil || verdict.unsignedLines == 0 else {
      throw Failure(
        message: "no signature covers \(Self.lines(verdict.unsignedLines)) of '\(card)'")
    }
  }

  private static func lines(_ count: Int) -> String { "\(count) line\(count == 1 ? "" : "s")" }

  private func text(of verdict: CardVerdict) -> String {
    var lines = verdict.findings.map(\.description)
    for file in verdict.files {
      var sentence = "\(file.name): \(Self.lines(file.lines))"
      if !file.isChained {
        sentence += ", not chained"
      } else if file.unsignedLines > 0 {
        sentence += ", of which the last \(file.unsignedLines) are not signed"
      }
      if !file.keys.isEmpty { sentence += ", signed by \(file.keys.joined(separator: ", "))" }
      lines.append(sentence)
    }
    if verdict.isWhole { lines.append("every chained line is as it was written") }
    return lines.joined(separator: "\n")
  }

  private func json(of verdict: CardVerdict) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("card", card)
      json.member("whole", verdict.isWhole)
      json.member("unsigned_lines", verdict.unsignedLines)
      json.array("files") { json in
        for file in verdict.files {
          json.object { json in
            json.member("file", file.name)
            json.member("lines", file.lines)
            json.member("unsigned_lines", file.unsignedLines)
            json.member("chained", file.isChained)
            json.array("keys") { json in for key in file.keys { json.value(key) } }
          }
        }
      }
      json.array("findings") { json in
        for finding in verdict.findings {
          json.object { json in
            json.member("file", finding.file)
            json.member("line", finding.line)
            json.member("what", finding.what.rawValue)
            json.member("detail", finding.detail)
          }
        }
      }
    }
    return json.text
  }
}
