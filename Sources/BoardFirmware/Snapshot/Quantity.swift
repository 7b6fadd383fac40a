/// A quantity the board tells, in the order of `/api/v1/measurement`: new ones come at the end.
///
/// What every output has to know of one is its row in the table of quantities.
public enum Quantity: UInt8, CaseIterable, Hashable, Sendable {
  /// Air temperature.
  case temperature
  /// Relative humidity.
  case humidity
  /// Air pressure at the board.
  case pressure
  /// Altitude by pressure.
  case altitude
  /// Total volatile organic compounds. They come before the carbon dioxide, unlike in the part.
  case tvocs
  /// Equivalent carbon dioxide.
  case eco2
  /// Mass of particles up to 0.5 µm.
  case pm05
  /// Mass of particles up to 1 µm.
  case pm1
  /// Mass of particles up to 2.5 µm.
  case pm25
  /// Mass of particles up to 4 µm.
  case pm4
  /// Mass of particles up to 10 µm.
  case pm10
  /// Geodetic latitude.
  case latitude
  /// Longitude.
  case longitude
  /// Number of particles up to 0.5 µm, which the part measures.
  case pm05Number
  /// Illuminance.
  case light
}

extension Quantity {
  /// The provenance of a value.
  public enum Provenance: Hashable, Sendable {
    /// A part delivered it.
    case measured
    /// The firmware calculated it from what a part delivered.
    case derived

    /// The word for it in JSON.
    public var name: String { self == .measured ? "measured" : "derived" }
  }

  /// The name in JSON, as the phone apps call the field.
  public var name: String { row.name }

  /// The unit of its value.
  public var unit: String { row.unit }

  /// Digits after the point, on the wire and in JSON: a real-time kinematic fix is worth millimetres.
  public var decimals: Int { row.decimals }

  /// The provenance of its value.
  public var provenance: Provenance { row.provenance }

  /// The label before its value in the page of the original firmware; `nil` when it has no line there.
  package var pageLabel: String? { row.page?.label }

  fileprivate static let moqaFields = inOrder { $0.moqa }
  fileprivate static let airQualityFields = inOrder { $0.airQuality }
  fileprivate static let pageFields = inOrder { $0.page?.place }
  /// The quantities with a metric of their own, in the order of metrics.
  static let metrics = inOrder { row in
    if case .own(let place, _, _) = row.metric { place } else { nil }
  }
  /// The quantities that share the metric of masses.
  static let masses = allCases.filter { if case .mass = $0.row.metric { true } else { false } }

  /// Returns the quantities that have a place, in the order of their places.
  private static func inOrder(_ place: (Row) -> Int?) -> [Quantity] {
    var places: [(quantity: Quantity, place: Int)] = []
    for quantity in allCases {
      if let place = place(quantity.row) { places.append((quantity, place)) }
    }
    places.sort { $0.place < $1.place }
    return places.map { $0.quantity }
  }
}

extension DataServerConfiguration.Dialect {
  /// The quantities of its text, in the order of its fields or lines.
  public var fields: [Quantity] {
    switch self {
    case .moqa: Quantity.moqaFields
    case .airQuality: Quantity.airQualityFields
    case .legacyHTML: Quantity.pageFields
    }
  }
}
