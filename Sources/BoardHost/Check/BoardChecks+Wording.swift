internal import BoardFirmware

/// The checks of the text's form as the apps read it.
extension BoardChecks {
  static var wording: [BoardCheck] { [type, text, fields, numbers] }

  static func type(_ evidence: BoardEvidence) -> CheckFinding? {
    guard let reply = evidence.record.first.reply else { return nil }
    let expected = evidence.dialect == .legacyHTML ? "text/html" : "text/plain"
    let found = reply[field: "content-type"] ?? "no Content-Type"
    guard !found.lowercased().hasPrefix(expected) else {
      return CheckFinding("type", .ok, found.printable)
    }
    return CheckFinding(
      "type", .warn, found.printable, apps: "the apps do not look; other clients do",
      remedy: "send Content-Type: \(expected)")
  }

  // MARK: Bytes

  static func text(_ evidence: BoardEvidence) -> CheckFinding? {
    guard let reply = evidence.record.first.reply else { return nil }
    if let coding = reply[field: "content-encoding"], coding.lowercased() != "identity" {
      return CheckFinding(
        "text", .fail, "compressed (\(coding.printable)), which was not asked for",
        apps: "phones undo it, no other client does, and nothing more can be checked",
        remedy: "send the hundred bytes as they are")
    }
    guard let oddity = oddity(of: reply.body, isPage: evidence.dialect == .legacyHTML) else {
      return CheckFinding("text", .ok, "\(reply.body.count) bytes of ASCII in one line")
    }
    return oddity
  }

  private static func oddity(of body: [UInt8], isPage: Bool) -> CheckFinding? {
    if body.isEmpty {
      return CheckFinding(
        "text", .fail, "an empty body", apps: "MOQA shows one empty value",
        remedy: "send the fields")
    }
    if body.starts(with: [0xEF, 0xBB, 0xBF]) {
      return CheckFinding(
        "text", .warn, "it begins with a byte order mark", apps: "the server stores it",
        remedy: "leave it out")
    }
    if body.contains(where: { $0 >= 0x80 }) {
      return CheckFinding(
        "text", .warn, "bytes beyond ASCII", apps: "they are no part of a number",
        remedy: "send digits, points, minus signs and semicolons")
    }
    if isPage { return CheckFinding("text", .ok, "\(body.count) bytes of ASCII") }
    if body.last == UInt8(ascii: "\n") || body.last == UInt8(ascii: "\r") {
      return CheckFinding(
        "text", .warn, "a line end behind the last field",
        apps: "both apps still read the number; what they store has the line end in it",
        remedy: "end the body with the last digit (print, not println)")
    }
    guard body.contains(where: { $0 < 0x20 }) else { return nil }
    return CheckFinding(
      "text", .warn, "line ends or control characters between the fields",
      apps: "what the apps store has them in it", remedy: "send one line")
  }

  // MARK: Fields

  static func fields(_ evidence: BoardEvidence) -> CheckFinding? {
    guard let text = evidence.texts.first, let reply = evidence.record.first.reply else {
      return nil
    }
    if evidence.dialect == .legacyHTML { return page(evidence, text, reply.text) }
    let expected = evidence.dialect.fields.count
    let counts = Set(evidence.texts.map(\.pieceCount))
    guard counts.count == 1 else {
      return CheckFinding(
        "fields", .fail, "\(counts.min() ?? 0) to \(counts.max() ?? 0) fields, now so, now so",
        apps: "the apps take them by position", remedy: "keep a field empty that has no value")
    }
    return count(of: text.pieceCount, expected: expected, reply.text)
  }

  private static func count(of found: Int, expected: Int, _ text: String) -> CheckFinding {
    switch found {
    case expected:
      CheckFinding(
        "fields", .ok, "\(found) fields", apps: found == 11 ? withoutPosition : nil)
    case 13:
      CheckFinding(
        "fields", .warn, "13 fields, where Air Quality's boards have 11",
        apps: "it appends the phone's position and the server keeps the board's",
        remedy: "leave out the position, or check it as moqa")
    case 11:
      CheckFinding(
        "fields", .fail, "11 fields, where MOQA's boards have 13", apps: withoutPosition,
        remedy: "append latitude and longitude, or check it as air-quality")
    case 1:
      CheckFinding(
        "fields", .fail, "no semicolon: \(guess(about: text))",
        apps: "MOQA shows all of it as the temperature",
        remedy: "join \(expected) numbers with ';'")
    case (expected + 1)...:
      CheckFinding(
        "fields", .warn, "\(found) fields instead of \(expected)",
        apps: "the apps read the first 13; the server refuses other counts than 11, 13 and 15",
        remedy: "leave out the rest")
    default:
      CheckFinding(
        "fields", .fail, "\(found) fields instead of \(expected)",
        apps:
          "the apps take them by position: from the gap on each value stands under a wrong name",
        remedy: "send \(expected), a field without a value empty")
    }
  }

  private static let withoutPosition = "MOQA shows them too, with no point on its map"

  private static func guess(about text: String) -> String {
    let start = text.drop(while: \.isWhitespace)
    if start.hasPrefix("{") || start.hasPrefix("[") { return "it looks like JSON" }
    if start.hasPrefix("<") { return "it looks like a web page" }
    return "'\(text.printable)'"
  }

  private static func page(
    _ evidence: BoardEvidence, _ text: BoardText, _ page: String
  ) -> CheckFinding {
    if BoardText.isEmptyPage(page) {
      return CheckFinding(
        "fields", .warn, "the page has no values any more",
        apps: "the original firmware sends nothing after about 14 requests",
        remedy: "switch the board off and on, then check again")
    }
    let missing = BoardText.Dialect.legacyHTML.fields.filter { text[$0] == nil }
    guard missing.isEmpty else {
      return CheckFinding(
        "fields", .fail, "the page has no line for \(missing.names)",
        remedy: "send the eight lines of the original firmware")
    }
    let isFine = evidence.isDialectNamed
    return CheckFinding(
      "fields", isFine ? .ok : .fail, "the eight labelled lines of the original firmware's page",
      apps: "MOQA shows the whole page as the temperature, Air Quality stores it as one field",
      remedy: isFine ? nil : "send 13 numbers joined with ';'")
  }

  // MARK: Numbers

  static func numbers(_ evidence: BoardEvidence) -> CheckFinding? {
    guard !evidence.texts.isEmpty else { return nil }
    let findings = evidence.texts.flatMap(\.fields).compactMap(number)
    if let worst = findings.max(by: { $0.verdict < $1.verdict }), worst.verdict == .fail {
      return worst
    }
    let empty = Set(evidence.texts.flatMap(\.fields).filter { $0.number == .empty }.map(\.quantity))
    if !empty.isEmpty {
      return CheckFinding(
        "numbers", .warn, "nothing in \(Array(empty).names)",
        apps: "right for a value that was never measured; the apps' charts show NaN",
        remedy: "wait until every sensor has delivered, or see why it does not")
    }
    let count = evidence.texts[0].fields.count
    return findings.first ?? CheckFinding("numbers", .ok, "\(count) plain decimal numbers")
  }

  private static func number(_ field: BoardText.Field) -> CheckFinding? {
    let quoted = "\(field.quantity.name) is '\(field.text.printable)'"
    switch field.number {
    case .plain, .empty: return nil
    case .odd(_, let oddity):
      return CheckFinding(
        "numbers", .warn, "\(quoted): \(oddity)", apps: "both apps read it",
        remedy: "send digits, with a point and digits behind it where needed")
    case .comma:
      return CheckFinding(
        "numbers", .fail, "\(quoted): a decimal comma",
        apps: "MOQA drops what follows the comma, Air Quality shows NaN",
        remedy: "send a decimal point")
    case .followed(_, let rest):
      return CheckFinding(
        "numbers", .fail, "\(quoted): '\(rest.printable)' behind the number",
        apps: "MOQA passes over it, Air Quality shows NaN", remedy: "send the number alone")
    case .none:
      return CheckFinding(
        "numbers", .fail, "\(quoted): not a number",
        apps: "the apps show NaN, and the server refuses the row",
        remedy: "leave a field empty that has no value")
    }
  }
}

extension Array where Element == Quantity {
  /// The quantities' names in wire order, separated by commas.
  var names: String { sorted { $0.rawValue < $1.rawValue }.map(\.name).joined(separator: ", ") }
}
