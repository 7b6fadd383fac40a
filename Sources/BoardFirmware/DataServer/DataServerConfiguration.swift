/// The configuration of the data port.
public struct DataServerConfiguration: Hashable, Sendable {
  /// The text format of the data port.
  public enum Dialect: Hashable, Sendable, CaseIterable {
    /// Thirteen fields, the position included.
    case moqa
    /// The first eleven fields.
    case airQuality
    /// The page of the original firmware, bug for bug.
    case legacyHTML

    /// The dialect's name on the command line.
    public var name: String {
      switch self {
      case .moqa: "moqa"
      case .airQuality: "air-quality"
      case .legacyHTML: "legacy-html"
      }
    }

    /// Creates the dialect of a name; `nil` for an unknown name.
    public init?(name: String) {
      for dialect in Self.allCases where dialect.name == name {
        self = dialect
        return
      }
      return nil
    }
  }

  /// The content of the field PM0.5, for which the SPS30 measures no mass.
  public enum PM05: Hashable, Sendable {
    /// The mass derived from the number, µg/m³, which is the unit that the apps print.
    case mass
    /// The number of particles, per cm³.
    case number
  }

  /// The text format of the data port.
  public var dialect: Dialect
  /// The content of the field PM0.5.
  public var pm05: PM05
  /// The board's index, for the label of its metrics; `nil` for a single board.
  public var board: Int?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - dialect: The text format of the data port.
  ///   - pm05: The content of the field PM0.5.
  public init(dialect: Dialect = .moqa, pm05: PM05 = .mass) {
    self.dialect = dialect
    self.pm05 = pm05
  }
}

extension DataServerConfiguration.Dialect {
  /// The quantities of the dialect's text, in the order of its fields or lines.
  public var fields: [Quantity] {
    switch self {
    case .moqa: Quantity.moqaFields
    case .airQuality: Quantity.airQualityFields
    case .legacyHTML: Quantity.pageFields
    }
  }
}
