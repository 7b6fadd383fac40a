import Bytes

/// A parser that finds the end of an answer's head, in all forms that casters are known to send.
///
/// A version 1 head ends with its first line, with a blank line, or with header lines and a blank
/// line. The next bytes decide which form applies: a line end is dropped, `Name:` begins a header
/// line, and anything else is data. Data may begin in the middle of a frame, so its first byte has
/// no known value.
struct ResponseHeadParser: Hashable, Sendable {
  /// The maximum length of a line in bytes; bytes without a line end within this length are data.
  static let longestLine = 4096
  /// The maximum number of line-end bytes before the first line.
  static let mostBlanks = 16
  /// The maximum length of a header line's name in bytes.
  static let longestName = 64
  /// The maximum length of a head in bytes.
  static let longestHead = 65_536

  /// The head as parsed so far; `nil` until its first line is known.
  private(set) var head: NtripResponseHead?
  /// Whether the head is complete.
  private(set) var isComplete = false
  /// The bytes not parsed yet; after a complete head, the bytes that follow it.
  private(set) var rest: [UInt8] = []
  private var consumed = 0

  private enum Step { case again, wait }

  /// Parses bytes.
  ///
  /// - Returns: `false` when the head is longer than `longestHead`.
  mutating func consume(_ bytes: Span<UInt8>) -> Bool {
    rest.append(contentsOf: bytes)
    var next = Step.again
    while next == .again, !isComplete {
      next = head == nil ? readFirstLine() : readField()
    }
    // The bytes after a complete head do not count, so the result does not depend on how the bytes arrive.
    return consumed + (isComplete ? 0 : rest.count) <= Self.longestHead
  }

  /// Completes the head with the bytes received so far, because no more bytes will come.
  mutating func finish() {
    let visible = afterBlankLines
    if head == nil, !visible.isEmpty {
      head = NtripResponseHead(statusLine: visible.trimmed) ?? Self.unknownHead(visible)
      if head?.form != .missing { rest.removeAll() }
    }
    isComplete = head != nil
  }

  // MARK: The first line

  private mutating func readFirstLine() -> Step {
    let visible = afterBlankLines
    // One or two line ends may precede a head; line ends before data are part of the data.
    guard !visible.isEmpty || rest.count >= Self.mostBlanks else { return .wait }
    guard let end = visible.prefix(Self.longestLine).firstIndex(of: .lineFeed) else {
      guard !mayBecomeStatusLine(visible), !mayBecomeText(visible) else { return .wait }
      return complete(Self.unknownHead(visible))
    }
    let bytes = visible[..<end]
    guard Self.beginsLikeStatusLine(bytes) || Self.isText(bytes) else {
      // Trimming would turn these bytes into a line, while the same bytes arriving one by one are data.
      return complete(Self.unknownHead(bytes))
    }
    let line = bytes.trimmed
    guard let known = NtripResponseHead(statusLine: line) else {
      return complete(Self.unknownHead(line))
    }
    head = known
    drop(end + 1)
    if known.form == .error { isComplete = true }
    return .again
  }

  /// The bytes received, without leading line ends.
  private var afterBlankLines: ArraySlice<UInt8> {
    let blanks = rest.prefix(Self.mostBlanks).prefix { $0 == .lineFeed || $0 == .carriageReturn }
    return rest[blanks.count...]
  }

  /// Returns whether the bytes so far may begin a status line of a caster.
  private func mayBecomeStatusLine(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count < Self.longestLine && Self.beginsLikeStatusLine(bytes)
  }

  private static func beginsLikeStatusLine(_ bytes: ArraySlice<UInt8>) -> Bool {
    for word in ["HTTP/1.", "ICY ", "SOURCETABLE ", "ERROR", "OK"] {
      let shared = min(bytes.count, word.utf8.count)
      let opening = Array(word.utf8.prefix(shared))[...].text
      if bytes.begins(with: opening) { return true }
    }
    return false
  }

  /// Returns whether the bytes so far may be a line of text, such as a login prompt or a web page.
  private func mayBecomeText(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count < Self.longestLine && Self.isText(bytes)
  }

  /// Returns the head for a first line that is no status line: text, or a stream without a head.
  ///
  /// Text that begins with `$` is NMEA, which some mountpoints carry.
  private static func unknownHead(_ line: ArraySlice<UInt8>) -> NtripResponseHead {
    guard isText(line) else { return NtripResponseHead(form: .missing, status: 200, reason: "") }
    return NtripResponseHead(form: .text, status: 0, reason: line.trimmed.text)
  }

  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first != UInt8(ascii: "$") else { return false }
    return bytes.allSatisfy { $0.isPrintable || (0x09...0x0D).contains($0) }
  }

  private mutating func complete(_ head: NtripResponseHead) -> Step {
    self.head = head
    isComplete = true
    return .again
  }

  // MARK: Header lines

  private mutating func readField() -> Step {
    guard let first = rest.first else { return .wait }
    if first == .lineFeed { return endHead(dropping: 1) }
    if first == .carriageReturn {
      guard rest.count > 1 else { return .wait }
      return endHead(dropping: rest[1] == .lineFeed ? 2 : 0)
    }
    guard mayBecomeField else { return endHead(dropping: 0) }
    guard let end = rest.prefix(Self.longestLine).firstIndex(of: .lineFeed) else { return .wait }
    guard head?.fields.append(line: rest[..<end].trimmed) == true else {
      return endHead(dropping: 0)
    }
    drop(end + 1)
    return .again
  }

  /// Whether the bytes so far may begin a header line: a token, a colon and printable text.
  private var mayBecomeField: Bool {
    let name = rest.prefix { $0.isTokenByte }
    guard !name.isEmpty, name.count <= Self.longestName else { return false }
    guard name.count < rest.count else { return true }
    guard rest[name.count] == UInt8(ascii: ":") else { return false }
    let value = rest[name.count...].prefix { $0 != .lineFeed }
    guard value.count < Self.longestLine else { return false }
    return value.allSatisfy { $0 >= 0x20 || $0 == 0x09 || $0 == .carriageReturn }
  }

  private mutating func endHead(dropping count: Int) -> Step {
    drop(count)
    if let status = head?.status, (100..<200).contains(status) {
      head = nil  // an interim answer (1xx), followed by the final answer
      return .again
    }
    isComplete = true
    return .again
  }

  private mutating func drop(_ count: Int) {
    rest.removeFirst(count)
    consumed += count
  }
}

extension ResponseHeadParser {
  /// Removes and returns the bytes after the head.
  mutating func takeRest() -> [UInt8] {
    let taken = rest
    rest = []
    return taken
  }
}
