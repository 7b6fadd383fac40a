/// The addresses of the hosts that a sketch names.
///
/// A modem tells where its links lead by addresses, never by names. Those of a simulated network are of 198.51.100.0/24
/// (RFC 5737, "TEST-NET-2"), one after the other in the order in which names are first used.
struct ModemNames: Sendable {
  private var known: [String] = []

  /// The number of the net's addresses for hosts.
  private static let most = 254

  /// Returns the address of a host: its own, or that of its name; names beyond the net's size share its last address.
  mutating func address(of host: String) -> String {
    guard !ModemAddress.isAddress(host) else { return host }
    let name = host.lowercased()
    if !known.contains(name), known.count < Self.most { known.append(name) }
    return "198.51.100.\((known.firstIndex(of: name) ?? Self.most - 1) + 1)"
  }
}
