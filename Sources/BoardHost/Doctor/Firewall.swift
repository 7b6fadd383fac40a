#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A firewall whose state can be seen without an administrator's rights.
enum Firewall: String {
  case ufw, firewalld

  /// The one that is on; `nil` when none of them is.
  ///
  /// Others cannot be seen.
  static var active: Firewall? {
    active(
      ufwSettings: try? String(contentsOfFile: "/etc/ufw/ufw.conf", encoding: .utf8),
      hasFirewalld: FileManager.default.fileExists(atPath: "/run/firewalld"))
  }

  /// The one that is on, by the text of `/etc/ufw/ufw.conf` and whether firewalld runs.
  static func active(ufwSettings settings: String?, hasFirewalld: Bool) -> Firewall? {
    if let settings, isOn(ufwSettings: settings) { return .ufw }
    return hasFirewalld ? .firewalld : nil
  }

  /// Whether the text of `/etc/ufw/ufw.conf` switches it on.
  static func isOn(ufwSettings text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { $0.lowercased() == "enabled=yes" }
  }

  /// The command that lets a port through.
  func opening(_ port: UInt16) -> String {
    switch self {
    case .ufw: "sudo ufw allow \(port)/tcp"
    case .firewalld: "sudo firewall-cmd --add-port=\(port)/tcp"
    }
  }
}
