/// The path of something of one mountpoint, such as `/api/v1/mountpoints/BASE/sky`.
///
/// The mountpoint's name may have slashes, which are decoded with the rest of the path.
struct MountpointPath: Hashable {
  /// The mountpoint's name.
  let name: String
  /// The path as it is in the table of routes.
  let route: String

  /// The path with the name in braces, as in the table of routes.
  static func route(_ leaf: String) -> String { prefix + "{name}/" + leaf }

  private static let prefix = "/api/v1/mountpoints/"

  /// Finds the mountpoint in a path; `nil` for a path of something else.
  init?(_ path: String) {
    guard path.hasPrefix(Self.prefix) else { return nil }
    let rest = path.dropFirst(Self.prefix.count)
    guard let slash = rest.lastIndex(of: "/"), slash > rest.startIndex else { return nil }
    name = String(rest[..<slash])
    route = Self.route(String(rest[rest.index(after: slash)...]))
  }
}
