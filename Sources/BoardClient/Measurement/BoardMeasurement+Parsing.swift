internal import BoardFirmware
internal import Bytes

extension BoardMeasurement {
  /// The longest accepted body, bytes; a board's body has some hundred bytes.
  public static let longestBody = 65_536

  /// Reads the body of a board's answer.
  ///
  /// - Parameters:
  ///   - body: The bytes of the body.
  ///   - dialect: The board's dialect; `nil` detects it from the body.
  ///   - valueAge: The value of the header `X-Value-Age`, such as `pm25=12.0,pm10=12.0`; `nil` without it.
  /// - Throws: ``BoardTextError`` when the body does not match the dialect, or is not a board's answer.
  public init(
    parsing body: Span<UInt8>, as dialect: BoardDialect? = nil, valueAge: String? = nil
  ) throws(BoardTextError) {
    guard body.count <= Self.longestBody else { throw .tooLong(byteCount: body.count) }
    let text = String(decoding: Array(body), as: UTF8.self).trimmed
    guard !text.isEmpty else { throw .empty }
    if dialect == .legacyHTML || (dialect == nil && text.isPage) {
      try self.init(page: text)
    } else {
      try self.init(line: text, as: dialect)
    }
    if let valueAge { ages = Self.ages(in: valueAge) }
  }

  private init(line: String, as dialect: BoardDialect?) throws(BoardTextError) {
    let pieces = line.split(separator: ";", omittingEmptySubsequences: false)
    let known: BoardDialect = dialect ?? (pieces.count == 11 ? .airQuality : .moqa)
    let quantities = known.quantities
    guard pieces.count == quantities.count else {
      if line.isPage { throw .page(beginning: line.beginning) }
      throw .fieldCount(found: pieces.count, expected: dialect.map { _ in quantities.count })
    }
    self.init(known)
    for (quantity, piece) in zip(quantities, pieces) {
      self[quantity] = try Self.number(in: String(piece), of: quantity)
    }
  }

  /// Returns the number in a field's text; `nil` for an empty field.
  private static func number(
    in text: String, of quantity: Quantity
  ) throws(BoardTextError) -> Double? {
    let digits = text.trimmed
    guard !digits.isEmpty else { return nil }
    let isPlain = digits.utf8.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
    guard isPlain, let value = Double(digits), value.isFinite else {
      throw .notANumber(field: quantity.name, text: text.beginning)
    }
    return value
  }

  /// Returns the ages in the `X-Value-Age` header; unreadable entries are skipped, as the values still
  /// count.
  private static func ages(in header: String) -> [String: Duration] {
    let pairs = header.split(separator: ",").compactMap { pair -> (String, Duration)? in
      let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      guard parts.count == 2, let seconds = Double(parts[1]), (0...1e9).contains(seconds) else {
        return nil
      }
      return (parts[0], .seconds(seconds))
    }
    return Dictionary(pairs) { $1 }
  }
}

// MARK: The page of the original firmware

extension BoardMeasurement {
  private init(page: String) throws(BoardTextError) {
    let lines = page.split(whereSeparator: \.isNewline)
    self.init(.legacyHTML)
    var found = 0
    for (label, quantity) in BoardDialect.pageLabels {
      // The page repeats every measurement since the start; the last line of each label is the latest.
      guard let line = lines.last(where: { $0.hasPrefix("\(label): ") }) else { continue }
      found += 1
      let text = line.dropFirst(label.count + 2).split(separator: "<").first ?? ""
      self[quantity] = text == "nan" ? nil : try Self.number(in: String(text), of: quantity)
    }
    guard found == BoardDialect.pageLabels.count else {
      throw found == 0 && page.isOutgrownPage
        ? .outgrownPage : page.isPage ? .page(beginning: page.beginning) : .notThePage
    }
    leaveOutWhatWasNeverMeasured()
  }

  /// Sets the values that mark a missing measurement in the page to `nil`.
  private mutating func leaveOutWhatWasNeverMeasured() {
    // The sensor measures at least 400 ppm; before its first sample, eCO2 and TVOC are both 0.
    if eco2PartsPerMillion == 0 { (eco2PartsPerMillion, tvocPartsPerBillion) = (nil, nil) }
    // Positions are in millionths of a degree; 0 and 999,000,000 in both coordinates stand for no position.
    //
    // They are the GNSS parser's initial value, and its value after a sentence without a fix.
    let isNone = [0, 999_000_000].contains { latitude == $0 && longitude == $0 }
    latitude = isNone ? nil : latitude.map { $0 / 1e6 }
    longitude = isNone ? nil : longitude.map { $0 / 1e6 }
  }
}

extension String {
  /// The text without leading and trailing blanks, line ends and byte order marks.
  fileprivate var trimmed: String {
    let isAround: (Character) -> Bool = { $0.isWhitespace || $0 == "\u{FEFF}" }
    return String(drop(while: isAround).reversed().drop(while: isAround).reversed())
  }

  /// Whether the text is markup: it begins with `<`.
  fileprivate var isPage: Bool { hasPrefix("<") }

  /// Whether the text is the frame of the original firmware's page without content.
  fileprivate var isOutgrownPage: Bool {
    lowercased().filter { !$0.isWhitespace } == "<!doctypehtml><html>"
  }

  /// The first 40 characters, for an error message.
  fileprivate var beginning: String { String(unicodeScalars.prefix(40).map(Character.init)) }
}
