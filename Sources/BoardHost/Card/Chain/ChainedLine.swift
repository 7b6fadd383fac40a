/// A line of a chained file: its content, a comma and its link.
struct ChainedLine {
  /// The line's content; the whole line when it has no link.
  let content: ArraySlice<UInt8>
  /// The link in the last column; `nil` when that column is no link.
  let link: ChainLink?

  /// Reads a line, without its end.
  init(_ line: ArraySlice<UInt8>) {
    guard let comma = line.lastIndex(of: UInt8(ascii: ",")),
      let link = ChainLink(line[(comma + 1)...])
    else {
      (content, self.link) = (line, nil)
      return
    }
    (content, self.link) = (line[..<comma], link)
  }

  /// Whether the line follows a link, so that its own link is correct.
  func follows(_ previous: ChainLink) -> Bool { link != nil && previous.next(content) == link }

  /// Returns a line's text with its link and line feed.
  static func text(_ content: ArraySlice<UInt8>, _ link: ChainLink) -> [UInt8] {
    content + ending(link)
  }

  /// Returns the text after a line's content: a comma, the link and a line feed.
  static func ending(_ link: ChainLink) -> [UInt8] {
    [UInt8(ascii: ",")] + link.digits + [UInt8(ascii: "\n")]
  }

  /// Returns the header of a chained file from the header of an unchained one.
  static func header(_ header: [UInt8]) -> [UInt8] {
    header.prefix { $0 != UInt8(ascii: "\n") } + Array(",chain\n".utf8)
  }

  /// Whether a line is a header.
  static func isHeader(_ line: ArraySlice<UInt8>, of header: [UInt8]) -> Bool {
    line.elementsEqual(header.dropLast())
  }

  /// Whether a line is a signature, by any key.
  static func isSignature(_ line: ArraySlice<UInt8>) -> Bool { CardSignature(line) != nil }
}
