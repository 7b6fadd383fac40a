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
  /// What it tells, in its order.
  var quantities: [Quantity] {
    switch self {
    case .moqa: Array(Quantity.allCases.prefix(13))
    case .airQuality: Array(Quantity.allCases.prefix(11))
    case .legacyHTML: Self.pageLabels.map(\.quantity)
    }
  }

  /// The lines of the original firmware's page.
  static let pageLabels: [(label: String, quantity: Quantity)] = [
    ("CO2", .eco2), ("Humidity", .humidity), ("Altitude", .altitude), ("TVOC", .tvocs),
    ("Pressure", .pressure), ("Temperature", .temperature), ("Latitude", .latitude),
    ("Longitude", .longitude),
  ]
}
