public import VirtualBoard

/// The scenarios that come along, each a text as a file would have it.
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

  /// Their names, the default one first.
  public static let names = texts.map(\.0)

  /// The text of one; `nil` when there is none of that name.
  public static func text(of name: String) -> String? { texts.first { $0.0 == name }?.1 }

  /// Returns the bundled scenario of a name; `nil` when there is none.
  public static func scenario(named name: String) -> Scenario? {
    text(of: name).flatMap { try? Scenario(yaml: Array($0.utf8), file: "\(name).yaml") }
  }
}
