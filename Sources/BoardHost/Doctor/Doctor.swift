internal import HTTPServer
internal import NtripCaster
internal import NtripClient
internal import EventLoop
internal import MQTTClient
internal import Platform

/// An examination of this machine: the requirements of boardsim, and obstacles to it.
public struct Doctor {
  /// A port that a command uses.
  public struct Port: Hashable, Sendable {
    /// The port number.
    public var number: UInt16
    /// The use of the port, such as the apps' port of `run`.
    public var use: String
    /// The option that selects another port.
    public var option: String

    /// Creates a port from its number, use and option.
    public init(_ number: UInt16, use: String, option: String) {
      self.number = number
      self.use = use
      self.option = option
    }

    /// The default ports of the commands.
    public static let usual = [
      Port(3000, use: "the apps' port of 'run'", option: "--port"),
      Port(3001, use: "the control port of 'run'", option: "--control-port"),
      Port(2101, use: "the port of 'caster'", option: "--port"),
    ]
  }

  /// The ports to examine.
  public var ports: [Port]
  /// The folder for card files; `nil` for the current folder.
  public var cardFolder: String?

  /// Creates an examination of ports and a card folder.
  public init(ports: [Port] = Port.usual, cardFolder: String? = nil) {
    self.ports = ports
    self.cardFolder = cardFolder
  }

  /// Returns the findings of all examinations; a failure concerns something that users need.
  public func findings() -> [CheckFinding] {
    ports.map(finding)
      + [libraries, engines, network, firewall, descriptors, card]
      .compactMap(\.self) + Tool.all.map(\.finding)
  }

  // MARK: Ports

  private func finding(_ port: Port) -> CheckFinding {
    let name = "port-\(port.number)"
    do throws(ListenError) {
      let socket = try ListeningSocket(host: ListenAddress.loopback.host, port: port.number)
      _ = socket.port
      return CheckFinding(name, .ok, "free, \(port.use)")
    } catch {
      guard error.isInUse else {
        return CheckFinding(name, .fail, "\(error)")
      }
      let holders = ListeningProgram.all(on: port.number)
      let holder = holders.first.map { "taken by \($0.name)" } ?? "taken"
      return CheckFinding(
        name, .warn, "\(holder), \(port.use)",
        remedy: "stop that program, or take another with \(port.option)")
    }
  }

  // MARK: The system

  private var libraries: CheckFinding {
    CheckFinding(
      "libraries", .ok,
      [NtripLink.library, HTTPListener.library, EventBase.library].joined(separator: ", "))
  }

  /// The engines by which boards go beyond one machine: none of them is needed.
  private var engines: CheckFinding {
    let mqtt = MQTTClient.library.map { "MQTT by \($0)" } ?? "built without MQTT"
    return CheckFinding(
      "engines", .ok, ([mqtt] + Engine.all.map(\.sentence)).joined(separator: ", "))
  }

  /// The port that phones connect to.
  private var port: UInt16 { ports.first?.number ?? 3000 }

  private var network: CheckFinding {
    let urls = NetworkInterfaces.addresses().map { "http://\($0):\(port)" }
    guard !urls.isEmpty else {
      return CheckFinding(
        "phone", .warn, "no network beyond this machine",
        remedy: "join the phone's Wi-Fi; emulators on this machine need none")
    }
    return CheckFinding(
      "phone", .ok,
      "with 'boardsim run --lan' a phone in the same network reaches \(urls.joined(separator: ", "))"
    )
  }

  private var firewall: CheckFinding? {
    guard let firewall = Firewall.active else { return nil }
    return CheckFinding(
      "firewall", .warn, "\(firewall.rawValue) is on", apps: "a phone may not come through",
      remedy: firewall.opening(port))
  }

  private var descriptors: CheckFinding {
    let limit = DescriptorLimit.current
    let found = "\(limit) files and connections at once"
    guard limit < 1024 else { return CheckFinding("descriptors", .ok, found) }
    return CheckFinding(
      "descriptors", limit < 64 ? .fail : .warn, found,
      remedy: "more pollers need more: ulimit -n 4096")
  }

  private var card: CheckFinding {
    let folder = cardFolder ?? "."
    let place = cardFolder.map { "'\($0)'" } ?? "the current folder"
    guard let problem = CardFolder.problem(writingTo: folder) else {
      return CheckFinding("card", .ok, "\(place) takes card files (--card)")
    }
    return CheckFinding(
      "card", cardFolder == nil ? .warn : .fail, "\(place) takes no card files: \(problem)",
      remedy: "name a folder that you may write to with --card DIR")
  }
}
