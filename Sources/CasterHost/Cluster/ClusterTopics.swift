internal import Bytes
internal import NtripProtocol

/// The topics of a cluster of casters, below the root of the broker's URL.
struct ClusterTopics: Sendable {
  let root: String

  /// A topic of the cluster.
  enum Topic: Hashable {
    /// A node's messages about itself.
    case node(String)
    /// A node asks all others to tell of themselves.
    case hello
    /// The slices of a mountpoint.
    case data(mountpoint: String)
    /// The positions of a mountpoint's readers.
    case position(mountpoint: String)
  }

  /// Returns the name of a topic.
  func name(of topic: Topic) -> String {
    switch topic {
    case .node(let node): "\(root)/nodes/\(node)"
    case .hello: "\(root)/hello"
    case .data(let mountpoint): "\(root)/mounts/\(Self.level(mountpoint))/data"
    case .position(let mountpoint): "\(root)/mounts/\(Self.level(mountpoint))/position"
    }
  }

  /// The filters of the messages that every node takes.
  var filters: [String] { ["\(root)/nodes/+", "\(root)/hello"] }

  /// The filter of all readers' positions.
  var positions: String { "\(root)/mounts/+/position" }

  /// Returns the topic of a name; `nil` for another one.
  func topic(named name: String) -> Topic? {
    guard name.utf8.starts(with: root.utf8) else { return nil }
    let levels = name.utf8.dropFirst(root.utf8.count).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    ).dropFirst().map { String(Substring($0)) }
    switch levels.count {
    case 1 where levels[0] == "hello": return .hello
    case 2 where levels[0] == "nodes" && Self.isNode(levels[1]): return .node(levels[1])
    case 3 where levels[0] == "mounts":
      guard let mountpoint = Self.mountpoint(levels[1]) else { return nil }
      switch levels[2] {
      case "data": return .data(mountpoint: mountpoint)
      case "position": return .position(mountpoint: mountpoint)
      default: return nil
      }
    default: return nil
    }
  }

  /// Returns a mountpoint's name as one level of a topic: percent-encoded, also its slashes and wildcards.
  static func level(_ mountpoint: String) -> String {
    PercentEncoding.encode(mountpoint)
      .replacing("/", with: "%2F").replacing("+", with: "%2B")
  }

  private static func mountpoint(_ level: String) -> String? {
    guard let name = try? PercentEncoding.decode(Array(level.utf8)[...]),
      ClusterTell.isMountpoint(name)
    else { return nil }
    return name
  }

  /// Whether a text may name a node: 1 to 40 letters, digits, `-`, `_` or `.`.
  static func isNode(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isLetter || $0.isDigit || "-_.".utf8.contains($0) }
  }
}
