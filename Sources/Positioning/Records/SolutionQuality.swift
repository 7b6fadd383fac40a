/// The quality of a position, by RTKLIB's number for it.
///
/// Source: RTKLIB manual 2.4.2, B.1, column Q.
public enum SolutionQuality: Int, CaseIterable, Hashable, Sendable {
  /// A position from carrier phases with integer ambiguities.
  case fixed = 1
  /// A position from carrier phases whose ambiguities are not integers.
  case float = 2
  /// A position with corrections of a satellite-based augmentation system.
  case sbas = 3
  /// A position with code corrections of a base station.
  case differential = 4
  /// A position from one receiver's codes alone.
  case single = 5
  /// A position from precise orbits and clocks.
  case precise = 6

  /// The name of the quality in tables, JSON and expectations, such as `fixed`.
  public var name: String {
    switch self {
    case .fixed: "fixed"
    case .float: "float"
    case .sbas: "sbas"
    case .differential: "dgnss"
    case .single: "single"
    case .precise: "ppp"
    }
  }

  /// The colour of the quality in drawings and maps, as `#rrggbb`.
  package var colour: String {
    switch self {
    case .fixed: "#1e8449"
    case .float: "#d68910"
    case .sbas, .differential: "#6c3483"
    case .precise: "#2471a3"
    case .single: "#c0392b"
    }
  }
}
