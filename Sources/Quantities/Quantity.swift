/// A quantity that a board measures, in the order of `/api/v1/measurement`; new cases go to the end.
///
/// The table of quantities has a row for each case, with all data for the outputs.
public enum Quantity: UInt8, CaseIterable, Hashable, Sendable {
  /// The air temperature, °C.
  case temperature
  /// The relative humidity, %RH.
  case humidity
  /// The air pressure at the board, Pa.
  case pressure
  /// The altitude derived from the pressure, m.
  case altitude
  /// The total volatile organic compounds, ppb; in outputs they precede the carbon dioxide, unlike
  /// in the part.
  case tvocs
  /// The equivalent carbon dioxide, ppm.
  case eco2
  /// The mass of particles up to 0.5 µm, µg/m³.
  case pm05
  /// The mass of particles up to 1 µm, µg/m³.
  case pm1
  /// The mass of particles up to 2.5 µm, µg/m³.
  case pm25
  /// The mass of particles up to 4 µm, µg/m³.
  case pm4
  /// The mass of particles up to 10 µm, µg/m³.
  case pm10
  /// The geodetic latitude, degrees.
  case latitude
  /// The geodetic longitude, degrees.
  case longitude
  /// The measured number of particles up to 0.5 µm, per cm³.
  case pm05Number
  /// The illuminance, lx.
  case light
}

extension Quantity {
  /// The provenance of a value.
  public enum Provenance: Hashable, Sendable {
    /// A value that a part delivered.
    case measured
    /// A value that the firmware calculated from a part's value.
    case derived

    /// The provenance's name in JSON.
    public var name: String { self == .measured ? "measured" : "derived" }
  }

  /// The field's name in JSON and in the phone apps.
  public var name: String { row.name }

  /// The unit of the value.
  public var unit: String { row.unit }

  /// The decimals of the value on the wire and in JSON; a real-time kinematic fix needs millimetres.
  public var decimals: Int { row.decimals }

  /// The provenance of the value.
  public var provenance: Provenance { row.provenance }

  /// The label before the value on the page of the original firmware; `nil` for a quantity without
  /// a line there.
  package var pageLabel: String? { row.page?.label }

  /// The fields of the dialect moqa's text, in order; the rows of the apps' server have the same.
  package static let moqaFields = inOrder { $0.moqa }
  /// The fields of the dialect air-quality's text, in order.
  package static let airQualityFields = inOrder { $0.airQuality }
  /// The lines on the page of the original firmware, in order.
  package static let pageFields = inOrder { $0.page?.place }
  /// The quantities with a metric of their own, in the order of the metrics.
  package static let metrics = inOrder { row in
    if case .own(let place, _, _) = row.metric { place } else { nil }
  }
  /// The quantities that share the metric of particle masses.
  package static let masses = allCases.filter {
    if case .mass = $0.row.metric { true } else { false }
  }

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
