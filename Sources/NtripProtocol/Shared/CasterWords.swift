import Bytes

/// A caster's own words, made fit to print: short, plain, and left out if they quote the login.
struct CasterWords {
  /// Longest quotation of a line, bytes.
  static let longestLine = 80
  /// Longest quotation of a body, bytes.
  static let longestBody = 200

  /// The texts that must not be printed.
  private let secrets: [[UInt8]]

  /// Hides this login, wherever a caster quotes it.
  init(hiding credentials: NtripCredentials?) {
    secrets =
      credentials.map {
        [Array($0.password.utf8), Array($0.authorization.utf8.dropFirst(6))]
      } ?? []
  }

  /// A line as it is quoted.
  func line(_ bytes: ArraySlice<UInt8>) -> String {
    if isSecret(bytes) { return "…" }
    let plain = bytes.prefix(Self.longestLine).map {
      $0.isPrintable && $0 != UInt8(ascii: "\"") ? $0 : 0x20
    }
    return plain[...].trimmed.text
  }

  /// A line as it is quoted.
  func line(_ text: String) -> String { line(Array(text.utf8)[...]) }

  /// Quotes what a body says to a reader beyond its status line.
  ///
  /// - Parameters:
  ///   - bytes: The body, or its beginning: a text, or a page of which the marks are left out.
  ///   - head: The head that it came with; `nil` where there was none.
  /// - Returns: The quotation; empty when it says nothing, or is no text.
  func body(_ bytes: ArraySlice<UInt8>, after head: NtripResponseHead?) -> String {
    let text = Self.readable(bytes)
    let said = Self.withoutStatus(text, status: head?.status ?? 200, reason: head?.reason ?? "")
    guard !said.isEmpty else { return "" }
    return isSecret(text) ? "…" : Self.printable(text.prefix(Self.longestBody).text)
  }

  /// Whether a text speaks of the user name or the password.
  static func blameLogin(_ text: ArraySlice<UInt8>) -> Bool {
    ["password", "credential", "username", "user name"].contains { text.contains(phrase: $0) }
  }

  /// Whether a text says that somebody is banned, rather than that somebody may come to be.
  static func tellBan(_ text: ArraySlice<UInt8>) -> Bool {
    let words = words(text)
    return words.indices.contains { index in
      let before = index == 0 ? "" : words[index - 1]
      return words[index] == "banned" && !["be", "being", "get", "not"].contains(before)
    }
  }

  /// Whether bytes are a text, in UTF-8 or nearly so: no control characters but blanks, and mostly ASCII.
  static func areText(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) }
      && bytes.count { $0 >= 0x80 } * 8 <= bytes.count
  }

  /// The text of a body that is one, each run of blanks made one.
  private static func readable(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard areText(bytes) else { return [] }
    let plain = bytes.contains(UInt8(ascii: "<")) ? withoutMarks(bytes) : Array(bytes)
    let words = plain.split { $0 <= 0x20 }
    return Array(words.joined(separator: [0x20]))[...]
  }

  /// The text of a page, without its scripts and styles.
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

  /// The words of a text that its status line has not said already, or any status line says.
  private static func withoutStatus(
    _ text: ArraySlice<UInt8>, status: Int, reason: String
  ) -> [String] {
    let told = words(Array(reason.utf8)[...]) + ["\(status)"]
    return words(text).filter { !told.contains($0) && !usual.contains($0) }
  }

  /// The words that refusals are told by and that tell no more than a status.
  private static var usual: [String] {
    [
      "access", "authentication", "authorization", "bad", "conflict", "denied", "error", "failed",
      "forbidden", "found", "http", "invalid", "login", "no", "not", "ok", "request", "required",
      "status", "the", "unauthorized",
    ]
  }

  /// The words of a text, in small letters.
  private static func words(_ text: ArraySlice<UInt8>) -> [String] {
    let isWord: (UInt8) -> Bool = { $0.isLetter || $0.isDigit || $0 >= 0x80 }
    return text.split { !isWord($0) }.map { word in word.map { $0.lowercased }[...].text }
  }

  private func isSecret(_ bytes: ArraySlice<UInt8>) -> Bool {
    let all = Array(bytes)
    return secrets.contains { all.quotes($0[...]) }
  }

  /// A text without what steers a terminal or the direction of writing, and without quotation marks.
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
  /// Whether a secret is in the bytes: a short one only as a word of its own, since one of a letter or
  /// two is in every sentence.
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
