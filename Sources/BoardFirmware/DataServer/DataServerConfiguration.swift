/// The configuration of the data port.
public struct DataServerConfiguration: Hashable, Sendable {
  /// Whose text the data port speaks.
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

    /// The dialect of this name.
    public init?(name: String) {
      for dialect in Self.allCases where dialect.name == name {
        self = dialect
        return
      }
      return nil
    }
  }

  /// The content of the field PM0.5, for which the part has no mass.
  public enum PM05: Hashable, Sendable {
    /// The mass derived from the number, µg/m³: the unit that the apps print.
    case mass
    /// The number itself, per cm³.
    case number
  }

  /// Whose text the data port speaks.
  public var dialect: Dialect
  /// The content of the field PM0.5.
  public var pm05: PM05
  /// The board's index, for the label of its metrics; `nil` for a board that is alone.
  public var board: Int?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - dialect: Whose text is spoken.
  ///   - pm05: What stands in the field PM0.5.
  public init(dialect: Dialect = .moqa, pm05: PM05 = .mass) {
    self.dialect = dialect
    self.pm05 = pm05
  }
}
