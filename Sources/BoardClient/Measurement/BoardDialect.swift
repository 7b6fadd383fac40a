internal import BoardFirmware

/// The format of a board's answers.
public enum BoardDialect: Hashable, Sendable, CaseIterable {
  /// Thirteen numbers joined by semicolons, including the position.
  case moqa
  /// The first eleven of MOQA's numbers, without the position; the Air Quality app uses the phone's
  /// position.
  case airQuality
  /// The HTML page of the original firmware: eight labelled lines for every measurement since the start.
  case legacyHTML
}

extension BoardDialect {
  /// The quantities of an answer, in the order of the dialect.
  var quantities: [Quantity] {
    switch self {
    case .moqa: DataServerConfiguration.Dialect.moqa.fields
    case .airQuality: DataServerConfiguration.Dialect.airQuality.fields
    case .legacyHTML: DataServerConfiguration.Dialect.legacyHTML.fields
    }
  }

  /// The labels and quantities of the lines of the original firmware's page.
  static let pageLabels = BoardDialect.legacyHTML.quantities.compactMap { quantity in
    quantity.pageLabel.map { (label: $0, quantity: quantity) }
  }
}
