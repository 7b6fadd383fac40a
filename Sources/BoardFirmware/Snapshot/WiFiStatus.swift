/// How the board's Wi-Fi is.
public struct WiFiStatus: Hashable, Sendable {
  /// What the station does.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// It has no power.
    case off
    /// It looks for its hotspot, or waits before it does again.
    case searching
    /// It has found the hotspot and is let in.
    case associating
    /// It is let in and waits for an address.
    case associated
    /// It has an address: only now is the board on the network.
    case joined
  }

  /// What the station does.
  public var state = State.off
  /// The hotspot that it looks for.
  public var ssid: String
  /// The address that it has; `nil` while it has none.
  public var address: String?
  /// How often it has joined since the power came on.
  public var joins = 0
  /// Why it is not joined, with what to do; `nil` while nothing is wrong.
  public var error: String?

  /// Creates the status of a station without power.
  public init(ssid: String = "") { self.ssid = ssid }
}
