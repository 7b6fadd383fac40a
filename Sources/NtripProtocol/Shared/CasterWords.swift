import Bytes

/// A caster's own words, made safe to print: short, plain, and hidden if they quote the login.
struct CasterWords {
  /// The maximum length of a quoted line in bytes.
  static let longestLine = 80
  /// The maximum length of a quoted body in bytes.
  static let longestBody = 200

  /// The texts that must not be printed.
  private let secrets: [[UInt8]]

  /// Creates a quoter that hides a login wherever a caster quotes it.
  init(hiding credentials: NtripCredentials?) {
    secrets =
      credentials.map {
        [Array($0.password.utf8), Array($0.authorization.utf8.dropFirst(6))]
      } ?? []
  }

  /// Returns a line for display.
  func line(_ bytes: ArraySlice<UInt8>) -> String {
    if isSecret(bytes) { return "…" }
    let plain = bytes.prefix(Self.longestLine).map {
      $0.isPrintable && $0 != UInt8(ascii: "\"") ? $0 : 0x20
    }
    return plain[...].trimmed.text
  }

  /// Returns a line for display.
  func line(_ text: String) -> String { line(Array(text.utf8)[...]) }

  /// Returns the text of a body for display, beyond the text of its status line.
  ///
  /// - Parameters:
  ///   - bytes: The body or its beginning: a text, or an HTML page, whose markup is removed.
  ///   - head: The head before the body; `nil` without a head.
  /// - Returns: The quotation; empty when the body is no text or adds nothing to its head.
  func body(_ bytes: ArraySlice<UInt8>, after head: NtripResponseHead?) -> String {
    let text = Self.readable(bytes)
    let said = Self.withoutStatus(text, status: head?.status ?? 200, reason: head?.reason ?? "")
    guard !said.isEmpty else { return "" }
    return isSecret(text) ? "…" : Self.printable(text.prefix(Self.longestBody).text)
  }

  /// Returns whether a text mentions the user name or the password.
  static func blameLogin(_ text: ArraySlice<UInt8>) -> Bool {
    ["password", "credential", "username", "user name"].contains { text.contains(phrase: $0) }
  }

  /// Returns whether a text reports a ban, rather than the threat of one.
  static func tellBan(_ text: ArraySlice<UInt8>) -> Bool {
    let words = words(text)
    return words.indices.contains { index in
      let before = index == 0 ? "" : words[index - 1]
      return words[index] == "banned" && !["be", "being", "get", "not"].contains(before)
    }
  }

  /// Returns whether bytes are text, in UTF-8 or a similar encoding.
  ///
  /// Text has no control characters except white space and is mostly ASCII.
  static func areText(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
      && bytes.count { $0 >= 0x80 } * 8 <= bytes.count
  }

  /// Returns the text of a body with each run of blanks reduced to one; empty when the body is no text.
  private static func readable(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard areText(bytes) else { return [] }
    let plain = bytes.contains(UInt8(ascii: "<")) ? withoutMarks(bytes) : Array(bytes)
    let words = plain.split { $0 <= 0x20 }
    return Array(words.joined(separator: [0x20]))[...]
  }

  /// Returns the text of an HTML page, without tags, scripts and styles.
  private static func withoutMarks(_ page: ArraySlice<UInt8>) -> [UInt8] {
    var (text, rest) = ([UInt8](), page)
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      text += rest[..<open]
      text.append(0x20)
      rest = rest[open...]
      for name in ["script", "style"] where rest.begins(with: "<\(name)") {
        let end = rest.indices.first { rest[$0...].begins(with: "</\(name)") }
        rest = rest[(end ?? rest.endIndex)...]
      }
      rest = rest.drop { $0 != UInt8(ascii: ">") }.dropFirst()
    }
    return text + rest
  }

  /// Returns the words of a text that are neither in its status line nor common in refusals.
  private static func withoutStatus(
    _ text: ArraySlice<UInt8>, status: Int, reason: String
  ) -> [String] {
    let told = words(Array(reason.utf8)[...]) + ["\(status)"]
    return words(text).filter { !told.contains($0) && !usual.contains($0) }
  }

  /// The common words of refusals, which say no more than a status.
  private static var usual: [String] {
    [
      "access", "authentication", "authorization", "bad", "conflict", "denied", "error", "failed",
      "forbidden", "found", "http", "invalid", "login", "no", "not", "ok", "request", "required",
      "status", "the", "unauthorized",
    ]
  }

  /// Returns the words of a text in lower case.
  private static func words(_ text: ArraySlice<UInt8>) -> [String] {
    let isWord: (UInt8) -> Bool = { $0.isLetter || $0.isDigit || $0 >= 0x80 }
    return text.split { !isWord($0) }.map { word in word.map { $0.lowercased }[...].text }
  }

  private func isSecret(_ bytes: ArraySlice<UInt8>) -> Bool {
    let all = Array(bytes)
    return secrets.contains { all.quotes($0[...]) }
  }

  /// Returns a text without quotation marks and without characters that control a terminal or the
  /// writing direction.
  private static func printable(_ text: String) -> String {
    var plain: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0..<0x20, 0x7F...0x9F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
        0xFFFD:
        plain.append(0x20)
      default: plain.append(contentsOf: String(scalar).utf8)
      }
    }
    return plain[...].trimmed.text
  }
}

extension [UInt8] {
  /// Returns whether the bytes contain a secret.
  ///
  /// A secret shorter than four bytes is only looked for as a separate word, because one or two
  /// letters occur in every sentence.
  fileprivate func quotes(_ secret: ArraySlice<UInt8>) -> Bool {
    guard !secret.isEmpty, secret.count <= count else { return false }
    return (0...(count - secret.count)).contains { start in
      let end = start + secret.count
      guard self[start..<end] == secret else { return false }
      let isWord = !isWordByte(at: start - 1) && !isWordByte(at: end)
      return secret.count >= 4 || isWord
    }
  }

  private func isWordByte(at index: Int) -> Bool {
    indices.contains(index) && (self[index].isLetter || self[index].isDigit)
  }
}
