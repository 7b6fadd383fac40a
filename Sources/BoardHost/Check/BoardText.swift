internal import BoardFirmware

/// A board's text, parsed as far as possible into the fields of its dialect.
struct BoardText: Hashable {
  /// A field of the text: its quantity, its text and the parsed number.
  struct Field: Hashable {
    var quantity: Quantity
    var text: String
    var number: NumberText
  }

  typealias Dialect = DataServerConfiguration.Dialect

  /// The number of parts between semicolons, or of labelled lines in a page.
  let pieceCount: Int
  /// The fields with a known meaning; of a page, the fields of its last measurement.
  let fields: [Field]

  init(_ text: String, as dialect: Dialect) {
    if dialect == .legacyHTML {
      fields = Self.pageFields(in: text)
      pieceCount = fields.count
    } else {
      let pieces = text.split(separator: ";", omittingEmptySubsequences: false)
      pieceCount = pieces.count
      let quantities = dialect.fields
      fields = zip(quantities, pieces).map { Field($0, String($1)) }
    }
  }

  /// Returns a field; `nil` when the text does not have it.
  subscript(quantity: Quantity) -> Field? { fields.first { $0.quantity == quantity } }

  /// Returns the value of a quantity in its unit; `nil` when the field is missing or no number.
  func value(of quantity: Quantity) -> Double? { self[quantity]?.number.value }

  /// Returns the dialect that a text most likely has.
  static func dialect(of text: String) -> Dialect {
    if text.contains("CO2: ") && text.lowercased().contains("<html") { return .legacyHTML }
    let pieces = text.split(separator: ";", omittingEmptySubsequences: false).count
    return pieces == 11 ? .airQuality : .moqa
  }

  /// Whether a text is the frame of the original firmware's page without values.
  ///
  /// Only the frame is sent once the page has grown too long.
  static func isEmptyPage(_ text: String) -> Bool {
    text.lowercased().contains("<html") && !text.contains("CO2: ") && text.utf8.count < 100
  }

  // MARK: The page of the original firmware

  private static func pageFields(in page: String) -> [Field] {
    let lines = page.split(whereSeparator: \.isNewline)
    return Dialect.legacyHTML.fields.compactMap { quantity in
      // The page repeats every measurement since the start, so the last one is used.
      guard let label = quantity.pageLabel,
        let line = lines.last(where: { $0.hasPrefix(label + ": ") })
      else { return nil }
      let text = line.dropFirst(label.count + 2).replacing("<br>", with: "")
      return Field(quantity, String(text))
    }
  }
}

extension BoardText.Field {
  init(_ quantity: Quantity, _ text: String) {
    self.init(quantity: quantity, text: text, number: NumberText(text))
  }
}
