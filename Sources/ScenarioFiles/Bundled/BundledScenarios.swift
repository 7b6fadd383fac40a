public import VirtualBoard

/// The bundled scenarios, each as the text of a scenario file.
public enum BundledScenarios {
  private static let texts = [
    ("milan-walk", milanWalk),
    ("standing", standing),
    ("day-outdoors", dayOutdoors),
    ("kitchen", kitchen),
    ("classroom", classroom),
    ("running-track", runningTrack),
    ("urban-canyon", urbanCanyon),
    ("chaos", chaos),
  ]

  /// The names of the bundled scenarios, the default one first.
  public static let names = texts.map(\.0)

  /// Returns the error for an unknown name, with the most similar names or else all.
  package static func unknown(_ name: String) -> ScenarioError {
    ScenarioError(
      "there is no scenario \(ScenarioError.quoted(name))",
      ScenarioError.remedy(for: name, among: names))
  }

  /// Returns the text of a bundled scenario; `nil` if there is none of the name.
  public static func text(of name: String) -> String? { texts.first { $0.0 == name }?.1 }

  /// Returns the bundled scenario of a name; `nil` if there is none.
  public static func scenario(named name: String) -> Scenario? {
    // Each bundled text is a scenario, as the tests show.
    text(of: name).flatMap { try? Scenario(yaml: Array($0.utf8), file: "\(name).yaml") }
  }
}
