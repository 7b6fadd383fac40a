internal import BoardFirmware
internal import Mathematics

/// The name and password of a network, as a station knows them and a hotspot asks for them.
public struct WiFiNetwork: Hashable, Sendable {
  /// The name, 1 to 32 bytes of UTF-8.
  public var ssid: String
  /// The password, 8 to 63 characters; `nil` is an open network.
  public var password: String?

  /// The network of a board and its hotspot, when nothing else is said.
  public static let standard = Self(ssid: "boardsim", password: "boardsim")

  /// Creates a network.
  public init(ssid: String, password: String?) {
    self.ssid = ssid
    self.password = password
  }
}

/// The board's Wi-Fi station: it looks for its hotspot, joins it, loses it and comes back.
///
/// A state machine without a clock; a model, whose times are those that small modules usually take. At
/// power-up it joins at once where it can, as one that remembers channel and address.
struct WiFiStation {
  /// The network that it is let in with.
  private(set) var network: WiFiNetwork
  private(set) var status: WiFiStatus
  /// When it next does something by itself; `nil` when it does not.
  private(set) var nextStep: Duration?
  private var failures = 0

  static let associationTime = Duration.milliseconds(300)
  static let addressTime = Duration.milliseconds(700)
  static let longestWait = Duration.seconds(8)
  private static let address = "192.168.43.17"

  init(_ network: WiFiNetwork) {
    self.network = network
    status = WiFiStatus(ssid: network.ssid)
  }

  mutating func powerUp(at now: Duration, in surroundings: Surroundings) {
    self = Self(network)
    status.state = .searching
    nextStep = now
    if surroundings.fault(for: network) == nil { join() }
    advance(to: now, in: surroundings)
  }

  mutating func powerDown() { self = Self(network) }

  /// Leaves what it has joined and looks for another network.
  mutating func use(_ network: WiFiNetwork, at now: Duration, in surroundings: Surroundings) {
    let isOn = status.state != .off
    self.network = network
    status.ssid = network.ssid
    guard isOn else { return }
    leave(because: nil)
    nextStep = now
    advance(to: now, in: surroundings)
  }

  /// Does what is due by now, in surroundings that may have changed.
  mutating func advance(to now: Duration, in surroundings: Surroundings) {
    guard status.state != .off else { return }
    if status.state == .joined || status.state == .associated, !surroundings.has(network) {
      leave(because: "the hotspot '\(network.ssid)' has gone")
      nextStep = now + Self.wait(after: 0)
    }
    guard let due = nextStep, due <= now else { return }
    switch status.state {
    case .searching: search(at: now, in: surroundings)
    case .associating:
      status.state = .associated
      nextStep = now + Self.addressTime
    case .associated: join()
    case .off, .joined: nextStep = nil
    }
  }

  private mutating func search(at now: Duration, in surroundings: Surroundings) {
    if let fault = surroundings.fault(for: network) {
      status.error = fault
      failures += 1
      nextStep = now + Self.wait(after: failures)
    } else {
      status.state = .associating
      nextStep = now + Self.associationTime
    }
  }

  private mutating func join() {
    status.state = .joined
    status.address = Self.address
    status.error = nil
    status.joins += 1
    nextStep = nil
  }

  private mutating func leave(because reason: String?) {
    status.state = .searching
    status.address = nil
    status.error = reason
    failures = 0
  }

  /// 1, 2, 4 and then 8 seconds.
  private static func wait(after failures: Int) -> Duration {
    min(.seconds(1 << min(failures, 3)), longestWait)
  }

  /// The hotspot and radio conditions around a station.
  struct Surroundings: Hashable, Sendable {
    /// The hotspot, while it is on.
    var hotspot: WiFiNetwork?
    /// Whether it refuses all who come.
    var refuses = false

    func has(_ network: WiFiNetwork) -> Bool { hotspot?.ssid == network.ssid }

    /// Returns the reason why a station is not let in; `nil` when it is.
    func fault(for network: WiFiNetwork) -> String? {
      guard has(network) else {
        return "there is no hotspot '\(network.ssid)'; switch it on, or PUT /api/v1/settings "
          + "on the control port names another"
      }
      guard !refuses, hotspot?.password == network.password else {
        return "the hotspot '\(network.ssid)' refuses the password; PUT /api/v1/settings "
          + "on the control port sets another"
      }
      return nil
    }
  }
}
