/// A piece of what a Wi-Fi modem sends: a line, the prompt for a payload, or bytes of a connection.
enum ATMessage: Hashable, Sendable {
  /// A line without its end; empty ones are left out.
  case line(String)
  /// The prompt `>`.
  case prompt
  /// Bytes of a link.
  case data(link: Int, [UInt8])
}

/// A reader of the bytes that a Wi-Fi modem with AT firmware sends.
///
/// Lost bytes cost what they belong to and no more: a line that grows too long is forgotten, and a payload that stops in
/// its midst is given up by ``abandonPayload()``.
struct ATReader: Sendable {
  private enum State: Hashable, Sendable {
    case line
    case payload(link: Int, left: Int)
  }

  private var state = State.line
  private var line: [UInt8] = []

  /// The longest line; the modem's own have fewer bytes.
  private static let longestLine = 128
  /// The most bytes of one `+IPD`.
  private static let longestPayload = 2_048

  /// Whether bytes of a payload are still to come.
  var isInPayload: Bool {
    if case .payload = state { true } else { false }
  }

  /// Gives up a payload of which bytes were lost.
  mutating func abandonPayload() { state = .line }

  /// Takes it that bytes of a payload were lost, as many as the sketch has sent meanwhile.
  mutating func lose(_ count: Int) {
    guard case .payload(let link, let left) = state else { return }
    state = left > count ? .payload(link: link, left: left - count) : .line
  }

  /// Reads bytes, and passes on each message that they complete, and what they have of a payload.
  mutating func consume(_ bytes: [UInt8], onMessage: (ATMessage) -> Void) {
    var next = 0
    while next < bytes.count {
      switch state {
      case .line:
        take(bytes[next], onMessage)
        next += 1
      case .payload(let link, let left):
        let end = min(next + left, bytes.count)
        onMessage(.data(link: link, Array(bytes[next..<end])))
        state = left == end - next ? .line : .payload(link: link, left: left - (end - next))
        next = end
      }
    }
  }

  private mutating func take(_ byte: UInt8, _ onMessage: (ATMessage) -> Void) {
    switch byte {
    case UInt8(ascii: "\n"): endLine(onMessage)
    case UInt8(ascii: "\r"): break
    case UInt8(ascii: " ") where line.isEmpty: break
    case UInt8(ascii: ">") where line.isEmpty: onMessage(.prompt)
    case UInt8(ascii: ":"):
      if let header { (state, line) = (header, []) } else { extend(by: byte) }
    default: extend(by: byte)
    }
  }

  private mutating func extend(by byte: UInt8) {
    if line.count == Self.longestLine { line = [] }
    line.append(byte)
  }

  private mutating func endLine(_ onMessage: (ATMessage) -> Void) {
    guard !line.isEmpty else { return }
    onMessage(.line(String(decoding: line, as: UTF8.self)))
    line = []
  }

  /// The payload that the line announces, `+IPD,LINK,COUNT`; `nil` for another line.
  private var header: State? {
    let mark = Array("+IPD,".utf8)
    guard line.starts(with: mark) else { return nil }
    let fields = line[mark.count...].split(
      separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard fields.count == 2, let link = Self.number(fields[0]), let left = Self.number(fields[1]),
      (1...Self.longestPayload).contains(left)
    else { return nil }
    return .payload(link: link, left: left)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard !digits.isEmpty, digits.count <= 4 else { return nil }
    var number = 0
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return number
  }
}
