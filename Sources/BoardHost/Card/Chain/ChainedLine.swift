/// A line of a chained file: what it says, a comma, and its link.
struct ChainedLine {
  /// The line's content, or the whole line where there is no link.
  let content: ArraySlice<UInt8>
  /// Its link; `nil` when its last column is none.
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

  /// Whether the line follows another.
  func follows(_ previous: ChainLink) -> Bool { link != nil && previous.next(content) == link }

  /// A line with its link and its end.
  static func text(_ content: ArraySlice<UInt8>, _ link: ChainLink) -> [UInt8] {
    content + ending(link)
  }

  /// Returns the text behind a line's content: a comma, the link and a line feed.
  static func ending(_ link: ChainLink) -> [UInt8] {
    [UInt8(ascii: ",")] + link.digits + [UInt8(ascii: "\n")]
  }

  /// The header of a chained file, made of that of one without a chain.
  static func header(_ header: [UInt8]) -> [UInt8] {
    header.prefix { $0 != UInt8(ascii: "\n") } + Array(",chain\n".utf8)
  }

  /// Whether a line is a header.
  static func isHeader(_ line: ArraySlice<UInt8>, of header: [UInt8]) -> Bool {
    line.elementsEqual(header.dropLast())
  }

  /// Whether a line is a signature, whosesoever.
  static func isSignature(_ line: ArraySlice<UInt8>) -> Bool { CardSignature(line) != nil }
}
