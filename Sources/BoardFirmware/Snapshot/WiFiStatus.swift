/// The status of the board's Wi-Fi.
public struct WiFiStatus: Hashable, Sendable {
  /// The state of the station.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The station has no power.
    case off
    /// The station searches for its hotspot, or waits before the next search.
    case searching
    /// The station has found the hotspot and is being admitted.
    case associating
    /// The station is admitted and waits for an address.
    case associated
    /// The station has an address: the board is on the network only from here on.
    case joined
  }

  /// The state of the station.
  public var state = State.off
  /// The name of the hotspot that the station searches for.
  public var ssid: String
  /// The station's address; `nil` while it has none.
  public var address: String?
  /// The number of joins since the power came on.
  public var joins = 0
  /// The reason why the station is not joined, with its remedy; `nil` while nothing is wrong.
  public var error: String?

  /// Creates the status of a station without power.
  public init(ssid: String = "") { self.ssid = ssid }
}
