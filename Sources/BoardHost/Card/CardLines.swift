internal import BoardFirmware
internal import Bytes

/// A card's lines on any medium, as the firmware writes them.
///
/// A file begins with its header. A line that an earlier run left unfinished is closed before anything
/// follows it; an unfinished header is completed.
struct CardLines<Medium: CardMedium & ~Copyable>: CardWriter, ~Copyable {
  private var medium: Medium
  private var chain: CardChain?
  /// The file to which the last line was written completely; `nil` otherwise.
  private var current: String?

  init(on medium: consuming Medium, chain: CardChain? = nil) {
    self.medium = medium
    self.chain = chain
  }

  mutating func append(
    _ line: Span<UInt8>, toFile name: String, startingWith header: Span<UInt8>
  ) throws(CardError) {
    let line = Array(line)
    let header = Array(header)
    do throws(CardError) {
      if chain != nil, name.isDailyFile {
        try appendChained(line, to: name, header)
      } else {
        var text: [UInt8] = []
        if try !goesOn(with: name) { text = try opening(of: name, header) }
        try medium.append((text + line).span)
      }
    } catch {
      current = nil
      throw error
    }
    // A line without an end was torn: the next append must look at the file again.
    current = line.last == Self.lineFeed ? name : nil
  }

  mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8] {
    try medium.end(ofFile: name, upTo: count)
  }

  /// Signs the chained lines that have no signature yet.
  mutating func finish() throws(CardError) {
    guard let day = chain?.unsignedDay else { return }
    current = nil
    chain?.unsignedDay = nil
    try sign(day)
  }

  private mutating func goesOn(with name: String) throws(CardError) -> Bool {
    current == name && medium.holds(name)
  }

  /// Opens a file, and returns the text that must precede the next line.
  ///
  /// The text is the header, the rest of it, or the end of a torn line.
  private mutating func opening(of name: String, _ header: [UInt8]) throws(CardError) -> [UInt8] {
    let end = try medium.open(name, readingUpTo: Self.endCount)
    if header.starts(with: end) { return Array(header[end.count...]) }
    return end.last == Self.lineFeed ? [] : [Self.lineFeed]
  }

  /// The number of bytes read from a file's end when it is opened, enough for some lines.
  private static var endCount: Int { 4096 }
  private static var lineFeed: UInt8 { UInt8(ascii: "\n") }
}

// MARK: Chained lines

extension CardLines where Medium: ~Copyable {
  private mutating func appendChained(
    _ line: [UInt8], to name: String, _ header: [UInt8]
  ) throws(CardError) {
    var text: [UInt8] = []
    var link = chain?.last ?? ChainLink.first
    if try !goesOn(with: name) {
      try closeDay(before: name)
      chain?.header = ChainedLine.header(header)
      (text, link) = try chainedOpening(of: name)
    }
    if line.last == Self.lineFeed {
      let content = line.dropLast()
      link = link.next(content)
      text += ChainedLine.text(content, link)
    } else {
      text += line
    }
    try medium.append(text.span)
    chain?.last = link
    chain?.unsignedDay = name
  }

  /// Signs the file of the day that has ended.
  ///
  /// After a failure its last lines stay unsigned, which verification reports.
  private mutating func closeDay(before name: String) throws(CardError) {
    guard let day = chain?.unsignedDay, day != name else { return }
    do throws(CardError) {
      try sign(day)
    } catch {
      if error == .absent { throw error }
    }
    chain?.unsignedDay = nil
  }

  private mutating func sign(_ day: String) throws(CardError) {
    guard let chain else { return }
    let (text, link) = try chainedOpening(of: day)
    // A missing file has nothing to sign.
    guard text != chain.header else { return }
    try medium.append((text + chain.key.signature(of: link)).span)
  }

  /// Opens a chained file, and returns the text that must precede the next line, and the link before that
  /// line.
  private mutating func chainedOpening(
    of name: String
  ) throws(CardError) -> ([UInt8], ChainLink) {
    guard let chain else { return ([], .first) }
    let end = try medium.open(name, readingUpTo: Self.endCount)
    if chain.header.starts(with: end) {
      return (Array(chain.header[end.count...]), try beginning(of: name, chain.header))
    }
    var lines = end.split(separator: Self.lineFeed, omittingEmptySubsequences: false)
    let torn = lines.removeLast()
    guard
      let last = lines.last(where: { !ChainedLine.isSignature($0) }),
      var link = ChainedLine.isHeader(last, of: chain.header)
        ? try beginning(of: name, chain.header) : ChainedLine(last).link
    else {
      throw .failed(
        "\(name) on the card has no chain to go on with; take the file off the card, or leave out "
          + "--card-chain")
    }
    if torn.isEmpty { return ([], link) }
    // The rest of a torn line becomes a line of its own, chained as it stands.
    link = link.next(torn)
    return (ChainedLine.ending(link), link)
  }

  /// Returns the link of a file's header, which follows the last line of the day before.
  private mutating func beginning(
    of name: String, _ header: [UInt8]
  ) throws(CardError) -> ChainLink {
    let earlier = try medium.names().filter { $0.isDailyFile && $0 < name }.sorted(by: >)
    var link = ChainLink.first
    for file in earlier {
      let end = try medium.end(ofFile: file, upTo: Self.endCount)
      let lines = end.split(separator: Self.lineFeed)
      let whole = end.last == Self.lineFeed ? lines[...] : lines.dropLast()
      let last = whole.last { !ChainedLine.isSignature($0) }
      guard let found = last.flatMap({ ChainedLine($0).link }) else { continue }
      link = found
      break
    }
    return link.next(header: header, of: name)
  }
}
