/// The status of the board's Wi-Fi.
public struct WiFiStatus: Hashable, Sendable {
  /// The state of the station.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The station has no power.
    case off
    /// The station looks for its hotspot, or waits before it does again.
    case searching
    /// The station has found the hotspot and is let in.
    case associating
    /// The station is let in and waits for an address.
    case associated
    /// The station has an address: only now is the board on the network.
    case joined
  }

  /// The station's state.
  public var state = State.off
  /// The hotspot that it looks for.
  public var ssid: String
  /// The address that it has; `nil` while it has none.
  public var address: String?
  /// The number of joins since the power came on.
  public var joins = 0
  /// The reason for not being joined, with its remedy; `nil` while nothing is wrong.
  public var error: String?

  /// Creates the status of a station without power.
  public init(ssid: String = "") { self.ssid = ssid }
}
