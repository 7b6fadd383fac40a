internal import TextOutput

/// The command `boardsim rtcm types`.
struct RTCMTypes: Command {
  static let words = ["rtcm", "types"]
  static let abstract = "List the message types that are decoded and encoded."
  static let examples = [
    "boardsim rtcm types",
    "boardsim rtcm types --markdown > docs/rtcm-messages.md",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.isJSON, help: "print one JSON object"),
      .flag("markdown", \.isMarkdown, help: "print a page with tables"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(["json", "markdown"], says: "give --json or --markdown, not both") {
        $0.isJSON && $0.isMarkdown
      }
    ]
  }

  var isJSON = false
  var isMarkdown = false

  func run() throws {
    let messages = try SupportedMessage.all()
    if isJSON {
      try Console.print(json(messages))
    } else if isMarkdown {
      try Console.print(markdown(messages))
    } else {
      for message in messages { try Console.print(line(message)) }
    }
  }

  private func line(_ message: SupportedMessage) -> String {
    message.number.padded(to: 10) + message.name.padded(to: 44) + message.swiftType
  }

  private func json(_ messages: [SupportedMessage]) -> String {
    var json = JSONWriter()
    json.object { json in
      json.array("messages") { json in
        for message in messages {
          json.object { json in
            json.member("type", message.type)
            json.member("subtype", message.subtype)
            json.member("name", message.name)
            json.member("swift_type", message.swiftType)
            json.member("is_decoded", message.isDecoded)
            json.member("is_encoded", message.isEncoded)
            json.member("sample_fields", message.fieldCount)
            json.member("sample_frame_bytes", message.frameLength)
          }
        }
      }
      json.array("proprietary") { json in
        for number in ProprietaryNumber.all {
          json.object { json in
            json.member("type", number.type)
            json.member("owner", number.owner)
          }
        }
      }
    }
    return json.text
  }

  private func markdown(_ messages: [SupportedMessage]) -> String {
    let rows = messages.map { message in
      "| \(message.number) | \(message.name) | `\(message.swiftType)` "
        + "| \(message.isDecoded ? "yes" : "no") | \(message.isEncoded ? "yes" : "no") "
        + "| \(message.fieldCount) | \(message.frameLength) |"
    }
    let owners = ProprietaryNumber.all.map { "| \($0.type) | \($0.owner) |" }
    return """
      # The RTCM 3 messages that RTCMParser knows

      Made by `boardsim rtcm types --markdown`; a test compares it with the code. A message is decoded
      to the Swift type named, and what was decoded encodes to the same bits. Fields and bytes are
      those of the sample that `boardsim rtcm vectors` exports: two to four satellites where there
      are any, each field counted as often as it comes, a text's characters not at all.

      The number behind a hyphen is the message number of IGS SSR (4076) or u-blox's sub-type (4072,
      whose data u-blox does not publish: they are kept as bytes); "draft" is a layout that a draft of
      the standard had and that is still sent, known by the payload's length. Any other type is kept
      whole, as `RTCMMessage.other`.

      | Type | Message | Swift type | Decoded | Encoded | Fields | Frame, bytes |
      |---|---|---|---|---|---|---|
      \(rows.joined(separator: "\n"))

      ## Proprietary numbers

      4001…4095 are assigned to organisations, from the end of the range downwards; those not named
      are not known to be assigned.

      | Type | Owner |
      |---|---|
      \(owners.joined(separator: "\n"))
      """
  }
}
