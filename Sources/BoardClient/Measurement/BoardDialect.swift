internal import BoardFirmware

/// Whose text a board speaks.
public enum BoardDialect: Hashable, Sendable, CaseIterable {
  /// Thirteen numbers joined by semicolons, the position included.
  case moqa
  /// The first eleven of them; that app has the phone's position.
  case airQuality
  /// The page of the original firmware: eight labelled lines, repeated since its start.
  case legacyHTML
}

extension BoardDialect {
  /// The quantities of an answer, in its order.
  var quantities: [Quantity] {
    switch self {
    case .moqa: DataServerConfiguration.Dialect.moqa.fields
    case .airQuality: DataServerConfiguration.Dialect.airQuality.fields
    case .legacyHTML: DataServerConfiguration.Dialect.legacyHTML.fields
    }
  }

  /// The lines of the original firmware's page.
  static let pageLabels = BoardDialect.legacyHTML.quantities.compactMap { quantity in
    quantity.pageLabel.map { (label: $0, quantity: quantity) }
  }
}
