internal import BoardFirmware
internal import Mathematics

/// The name and password of a network, for a station and for a hotspot.
public struct WiFiNetwork: Hashable, Sendable {
  /// The name, 1 to 32 bytes of UTF-8.
  public var ssid: String
  /// The password, 8 to 63 characters; `nil` for an open network.
  public var password: String?

  /// The default network of a board and its hotspot.
  public static let standard = Self(ssid: "boardsim", password: "boardsim")

  /// Creates a network; without a password it is open.
  public init(ssid: String, password: String?) {
    self.ssid = ssid
    self.password = password
  }
}

/// The board's Wi-Fi station, which searches for its hotspot, joins it, loses it and rejoins.
///
/// The station is a state machine without a clock, and a model: its times are usual for small
/// modules. At power-up it joins immediately where possible, like a station that remembers channel
/// and address.
struct WiFiStation {
  /// The network that the station joins.
  private(set) var network: WiFiNetwork
  private(set) var status: WiFiStatus
  /// The time of the station's next step; `nil` for none.
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

  /// Leaves the present network and searches for another.
  mutating func use(_ network: WiFiNetwork, at now: Duration, in surroundings: Surroundings) {
    let isOn = status.state != .off
    self.network = network
    status.ssid = network.ssid
    guard isOn else { return }
    leave(because: nil)
    nextStep = now
    advance(to: now, in: surroundings)
  }

  /// Takes the step due by now, in surroundings that may have changed.
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

  /// Returns the wait after a number of failed searches: 1, 2, 4 and then 8 seconds.
  private static func wait(after failures: Int) -> Duration {
    min(.seconds(1 << min(failures, 3)), longestWait)
  }

  /// The hotspot and radio conditions around a station.
  struct Surroundings: Hashable, Sendable {
    /// The hotspot; `nil` while it is off.
    var hotspot: WiFiNetwork?
    /// Whether the hotspot refuses every station.
    var refuses = false

    func has(_ network: WiFiNetwork) -> Bool { hotspot?.ssid == network.ssid }

    /// Returns the reason why the hotspot does not admit a station; `nil` when it does.
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
