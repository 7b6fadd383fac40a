internal import BoardFirmware
internal import Bytes

/// The verification of a card's daily files, one after the other.
struct CardVerification {
  private(set) var verdict = CardVerdict()
  /// The end of the previous file: the link as it should be, and the board time.
  private var end = (link: ChainLink.first, time: 0.0)
  /// The public key of the expected signer; `nil` for any signer.
  private let key: String?
  /// Reads a file; called again in the search for a line's predecessor.
  private let read: (String) throws(CardError) -> [UInt8]

  init(key: String?, read: @escaping (String) throws(CardError) -> [UInt8]) {
    self.key = key
    self.read = read
  }

  /// Verifies the next file; files must come in the order of their names.
  mutating func examine(_ name: String) throws(CardError) {
    let log = ChainedLog(name: name, bytes: try read(name))
    guard log.isChained else {
      verdict.files.append(
        CardVerdict.File(
          name: name, lines: log.lines.count, unsignedLines: log.lines.count, isChained: false,
          keys: []))
      return
    }
    let beginning = try beginning(of: log)
    var walk = ChainWalk(log, after: beginning.link, beginning.time)
    walk.run()
    if let last = walk.end { end = last }
    report(walk, of: log)
  }

  private mutating func report(_ walk: ChainWalk, of log: ChainedLog) {
    var findings = walk.findings
    var keys: [String] = []
    for signature in log.signatures {
      let digits = signature.signature.publicDigits.text
      if !keys.contains(digits) { keys.append(digits) }
      guard let key, digits != key else { continue }
      findings.append(
        CardVerdict.Finding(
          file: log.name, line: signature.number, what: .foreignKey, detail: digits))
    }
    findings.sort { $0.line < $1.line }
    verdict.findings += findings.prefix(CardVerdict.mostFindings - verdict.findings.count)
    verdict.files.append(
      CardVerdict.File(
        name: log.name, lines: log.lines.count, unsignedLines: walk.unsignedCount,
        isChained: true, keys: keys))
  }

  // MARK: The beginning of a file

  /// Returns the link and board time that precede a file's first line.
  ///
  /// The predecessor is the end of the previous day, an earlier line, or no line at all.
  private func beginning(
    of log: ChainedLog
  ) throws(CardError) -> (link: ChainLink, time: Double) {
    guard let first = log.lines.first?.line, !first.follows(log.beginning(after: end.link)) else {
      return end
    }
    // The previous day may have continued after this file was begun.
    for name in verdict.files.filter(\.isChained).map(\.name).reversed() {
      for line in ChainedLog(name: name, bytes: try read(name)).lines.reversed() {
        guard let link = line.line.link else { continue }
        if first.follows(log.beginning(after: link)) { return (link, line.time ?? 0) }
      }
    }
    return first.follows(log.beginning(after: .first)) ? (.first, 0) : end
  }
}

/// A daily file, split into its lines.
struct ChainedLog {
  /// A line and its line number, from 1.
  struct Line {
    let number: Int
    let line: ChainedLine

    /// The board time in the line, seconds; `nil` without a number in the first column.
    var time: Double? {
      line.content.prefix { $0 != UInt8(ascii: ",") }.decimalNumber
    }
  }

  /// A signature with its line number and the number of lines before it.
  struct Signature {
    let number: Int
    let count: Int
    let signature: CardSignature
  }

  let name: String
  /// The header, without its line feed.
  let header: ArraySlice<UInt8>
  private(set) var lines: [Line] = []
  private(set) var signatures: [Signature] = []
  /// Whether the file ends within its last line.
  let isTorn: Bool

  init(name: String, bytes: [UInt8]) {
    self.name = name
    isTorn = bytes.last.map { $0 != .lineFeed } ?? false
    var rest = bytes.split(separator: .lineFeed, omittingEmptySubsequences: false)
    if rest.last?.isEmpty == true { rest.removeLast() }
    header = rest.first ?? []
    for (index, text) in rest.enumerated().dropFirst() {
      if let signature = CardSignature(text) {
        signatures.append(
          Signature(number: index + 1, count: lines.count, signature: signature))
      } else {
        lines.append(Line(number: index + 1, line: ChainedLine(text)))
      }
    }
  }

  /// Whether the file is chained: its header ends with `,chain`, or one of its first three lines has a
  /// link.
  var isChained: Bool {
    header.suffix(6).elementsEqual(",chain".utf8)
      || lines.prefix(3).contains { $0.line.link != nil }
  }

  /// Returns the link of the header.
  func beginning(after link: ChainLink) -> ChainLink {
    link.next(header: Array(header), of: name)
  }
}
