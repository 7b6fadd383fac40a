#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A firewall whose state can be read without administrator rights.
enum Firewall: String {
  case ufw, firewalld

  /// The active firewall; `nil` when neither is active.
  ///
  /// Other firewalls cannot be detected.
  static var active: Firewall? {
    active(
      // Everybody may read the file, so without its text there is no ufw.
      ufwSettings: try? String(contentsOfFile: "/etc/ufw/ufw.conf", encoding: .utf8),
      hasFirewalld: FileManager.default.fileExists(atPath: "/run/firewalld"))
  }

  /// Returns the active firewall, from the text of `/etc/ufw/ufw.conf` and whether firewalld runs.
  static func active(ufwSettings settings: String?, hasFirewalld: Bool) -> Firewall? {
    if let settings, isOn(ufwSettings: settings) { return .ufw }
    return hasFirewalld ? .firewalld : nil
  }

  /// Whether the text of `/etc/ufw/ufw.conf` enables ufw.
  static func isOn(ufwSettings text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains { $0.lowercased() == "enabled=yes" }
  }

  /// Returns the command that opens a port.
  func opening(_ port: UInt16) -> String {
    switch self {
    case .ufw: "sudo ufw allow \(port)/tcp"
    case .firewalld: "sudo firewall-cmd --add-port=\(port)/tcp"
    }
  }
}
