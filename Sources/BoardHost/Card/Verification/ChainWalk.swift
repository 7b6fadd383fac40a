internal import Bytes

/// A line-by-line check of a file, which classifies the tampering where the chain is broken.
struct ChainWalk {
  private(set) var findings: [CardVerdict.Finding] = []
  /// The number of lines after the last correct signature.
  private(set) var unsignedCount = 0
  private let log: ChainedLog
  /// The link before the file.
  private let linkBefore: ChainLink
  /// The link of the file's header.
  private let beginning: ChainLink
  /// The board time before the first line.
  private let timeBefore: Double
  /// The correct link after each line.
  private var links: [ChainLink] = []

  init(_ log: ChainedLog, after link: ChainLink, _ time: Double) {
    self.log = log
    linkBefore = link
    beginning = log.beginning(after: link)
    timeBefore = time
  }

  private var lines: [ChainedLog.Line] { log.lines }

  /// The correct link and the board time of the last line; `nil` for a file without lines.
  var end: (link: ChainLink, time: Double)? {
    guard let link = links.last, let last = lines.last else { return nil }
    return (link, last.time ?? 0)
  }

  /// Returns the correct link before a line.
  private func link(before index: Int) -> ChainLink {
    index == 0 ? beginning : links[index - 1]
  }

  mutating func run() {
    links.reserveCapacity(lines.count)
    var isDisturbed = false
    for index in lines.indices {
      let line = lines[index].line
      if line.follows(link(before: index)) {
        isDisturbed = false
      } else if index == lines.count - 1, log.isTorn {
        // A line torn by an interruption is no tampering.
      } else if !isDisturbed, findings.count < CardVerdict.mostFindings {
        isDisturbed = true
        judge(index)
      }
      if links.count == index { links.append(line.link ?? link(before: index)) }
    }
    checkSignatures()
  }

  private mutating func note(
    _ what: CardVerdict.Tampering, line number: Int, _ detail: String? = nil
  ) {
    findings.append(
      CardVerdict.Finding(file: log.name, line: number, what: what, detail: detail))
  }

  // MARK: A line that breaks the chain

  private mutating func judge(_ index: Int) {
    let previous = link(before: index)
    let (number, line) = (lines[index].number, lines[index].line)
    if let expected = expectedLink(of: index, after: previous) {
      // The line's content is as written; only its link was changed.
      links.append(expected)
      return note(.changed, line: number, "its link is another")
    }
    if let link = line.link,
      let original = ChainedEdit.original(of: Array(line.content), { previous.next($0) == link })
    {
      return note(.changed, line: number, "it was \(original)")
    }
    if index == 0, let original = headerBefore(line) {
      return note(.changed, line: 1, "it was \(original)")
    }
    if let found = predecessor(of: index) {
      if found > index { return note(.reordered, line: number) }
      return note(.inserted, line: lines[found + 1].number)
    }
    if follower(of: previous, after: index) != nil { return note(.inserted, line: number) }
    note(isBehindGap(index) ? .removed : .changed, line: number)
  }

  /// Returns the line's correct link where only the link was changed.
  ///
  /// The signs are a next line that follows the correct link, or a link that differs in one digit.
  private func expectedLink(of index: Int, after previous: ChainLink) -> ChainLink? {
    let line = lines[index].line
    let expected = previous.next(line.content)
    if let link = line.link {
      let difference = zip(link.digits, expected.digits).count { $0 != $1 }
      if difference == 1 { return expected }
    } else if let comma = line.content.lastIndex(of: UInt8(ascii: ",")) {
      // A link with an invalid character is not recognised as a link.
      let content = line.content[..<comma]
      let wanted = previous.next(content)
      let rest = line.content[(comma + 1)...]
      if rest.count == 64, zip(rest, wanted.digits).count(where: { $0 != $1 }) <= 2 {
        return wanted
      }
    }
    guard index + 1 < lines.count, line.link != nil else { return nil }
    return lines[index + 1].line.follows(expected) ? expected : nil
  }

  /// Returns the original text of the header's changed column, if the first line follows a header with that
  /// text.
  private func headerBefore(_ line: ChainedLine) -> String? {
    ChainedEdit.original(of: Array(log.header)) { header in
      line.follows(linkBefore.next(header: header, of: log.name))
    }
  }

  /// Returns the line that this line follows, other than the one before it.
  private func predecessor(of index: Int) -> Int? {
    let line = lines[index].line
    guard line.link != nil else { return nil }
    return lines.indices.first { other in
      other != index - 1 && lines[other].line.link.map { line.follows($0) } ?? false
    }
  }

  /// Returns the next line that follows a link, within a thousand lines after an index.
  private func follower(of link: ChainLink, after index: Int) -> Int? {
    lines.indices.dropFirst(index + 1).prefix(1000).first { lines[$0].line.follows(link) }
  }

  /// Whether board time has a gap before a line, and none after it.
  private func isBehindGap(_ index: Int) -> Bool {
    guard let time = lines[index].time else { return false }
    let before = index == 0 ? timeBefore : lines[index - 1].time ?? 0
    let gap = time - (before <= time ? before : 0)
    guard index + 1 < lines.count, let next = lines[index + 1].time else {
      return gap > step(index) * 1.5
    }
    return gap > 1.5 * (next - time) && next > time
  }

  /// Returns the board time between the two lines before an index, seconds.
  private func step(_ index: Int) -> Double {
    guard index >= 2, let one = lines[index - 2].time, let other = lines[index - 1].time else {
      return 2
    }
    return other - one
  }

  // MARK: Signatures

  private mutating func checkSignatures() {
    var covered = 0
    var firstLine = 2
    for signature in log.signatures {
      let link = signature.count == 0 ? beginning : links[signature.count - 1]
      if signature.signature.signs(link) {
        covered = max(covered, signature.count)
      } else {
        judge(signature, since: firstLine, covered)
      }
      firstLine = signature.number + 1
    }
    unsignedCount = lines.count - covered
  }

  /// Adds a finding where a signature does not match the lines before it.
  private mutating func judge(
    _ signature: ChainedLog.Signature, since firstLine: Int, _ covered: Int
  ) {
    guard !findings.contains(where: { (firstLine...signature.number).contains($0.line) }) else {
      return
    }
    let earlier = (covered..<signature.count).suffix(1000).last { index in
      signature.signature.signs(index == 0 ? beginning : links[index - 1])
    }
    if let earlier { return note(.inserted, line: lines[earlier].number, "it was not signed") }
    note(
      .changed, line: signature.number,
      "the signature is not that of lines \(firstLine) to \(signature.number - 1)")
  }
}

/// The search for a single changed character in a line.
enum ChainedEdit {
  /// Returns the original text of a column in which one character was changed.
  ///
  /// - Parameters:
  ///   - line: The line as found.
  ///   - isOriginal: Returns whether a line is the one that was written.
  /// - Returns: The column in quotes; `nil` when no single change restores the line.
  static func original(of line: [UInt8], _ isOriginal: ([UInt8]) -> Bool) -> String? {
    var content = line
    guard content.count <= 1024 else { return nil }
    for index in content.indices {
      let kept = content[index]
      for character in characters where character != kept {
        content[index] = character
        if isOriginal(content) { return column(of: content, at: index) }
      }
      content[index] = kept
    }
    return nil
  }

  /// The characters of lines and headers, digits first.
  private static let characters = Array("0123456789.-,abcdefghijklmnopqrstuvwxyz_".utf8)

  private static func column(of line: [UInt8], at index: Int) -> String {
    let comma = UInt8(ascii: ",")
    let start = line[..<index].lastIndex(of: comma).map { $0 + 1 } ?? 0
    let end = line[index...].firstIndex(of: comma) ?? line.count
    return "'\(line[start..<max(start, end)].text)'"
  }
}
