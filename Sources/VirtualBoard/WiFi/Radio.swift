internal import BoardFirmware
internal import BoardSimulation
internal import Mathematics
internal import GNSSBasics
internal import NtripProtocol

/// The connection between a board and its network: the Wi-Fi station, its hotspot, and their faults.
///
/// The board asks for `nextChange`, and advances the radio before the firmware's own actions of
/// that time.
final class Radio {
  private(set) var station: WiFiStation
  private var switches: [(time: Duration, isOn: Bool, network: WiFiNetwork?)] = []
  private var hotspot = WiFiNetwork.standard
  private var isHotspotOn = true
  private var faults: [BoardFault] = []
  private var chance: Xoshiro256
  private(set) var nextChange: Duration?

  init(_ network: WiFiNetwork, seed: UInt64) {
    station = WiFiStation(network)
    chance = Xoshiro256(seed: seed, part: "caster")
  }

  // MARK: Changes

  func powerUp(at now: Duration) {
    meetHotspot(at: now)
    station.powerUp(at: now, in: surroundings(at: now))
    plan(after: now)
  }

  func powerDown(at now: Duration) {
    station.powerDown()
    plan(after: now)
  }

  /// Switches the hotspot off or on at a time, now or later; under another network, where one is given.
  func switchHotspot(isOn: Bool, as network: WiFiNetwork?, at time: Duration, now: Duration) {
    let index = switches.firstIndex { $0.time > time } ?? switches.endIndex
    switches.insert((time, isOn, network), at: index)
    plan(from: now)
  }

  /// Switches the standard hotspot on, and forgets the switches to come.
  func restoreHotspot() {
    switches = []
    (isHotspotOn, hotspot) = (true, .standard)
  }

  func use(_ network: WiFiNetwork, at now: Duration) {
    station.use(network, at: now, in: surroundings(at: now))
    plan(after: now)
  }

  /// Sets the faults, of which only the network's are kept.
  func set(faults all: [BoardFault], now: Duration) {
    faults = all.filter { [.wifi, .caster].contains($0.kind.place) }
    plan(from: now)
  }

  /// Carries out the changes due by now.
  func advance(to now: Duration) {
    meetHotspot(at: now)
    station.advance(to: now, in: surroundings(at: now))
    plan(after: now)
  }

  private func meetHotspot(at now: Duration) {
    while let first = switches.first, first.time <= now {
      (isHotspotOn, hotspot) = (first.isOn, first.network ?? hotspot)
      switches.removeFirst()
    }
  }

  private func surroundings(at now: Duration) -> WiFiStation.Surroundings {
    WiFiStation.Surroundings(
      hotspot: isHotspotOn && !isOn(.wifiLost, at: now) ? hotspot : nil,
      refuses: isOn(.wifiJoin, at: now))
  }

  private func plan(after now: Duration) { plan { $0 > now } }

  /// Plans the next change from a time on; a fault that begins exactly then is still to come.
  private func plan(from now: Duration) { plan { $0 >= now } }

  private func plan(_ isToCome: (Duration) -> Bool) {
    let changes = faults.flatMap { [$0.start, $0.end].compactMap(\.self) }.filter(isToCome)
    let times = changes + [station.nextStep, switches.first?.time].compactMap(\.self)
    nextChange = times.min()
  }

  // MARK: Connection

  func isOn(_ kind: BoardFault.Kind, at now: Duration) -> Bool {
    faults.contains { $0.kind == kind && $0.isActive(at: now) }
  }

  /// Whether the board has joined the network.
  var isJoined: Bool { station.status.state == .joined }

  /// Whether a connection to a caster holds at a time.
  func carries(at now: Duration) -> Bool {
    isJoined && !isOn(.casterDies, at: now) && !isOn(.wifiClose, at: now)
  }

  /// Whether a caster can be reached at a time; the connection is the modem's, which closes it by itself.
  func reachesCaster(at now: Duration) -> Bool { isJoined && !isOn(.casterDies, at: now) }

  /// Returns the reason, with its remedy, why no caster can be reached; `nil` when one can.
  func distance(at now: Duration) -> String? {
    if let error = station.status.error { return error }
    if !isJoined { return "the board has not joined its hotspot yet" }
    return isOn(.casterDies, at: now) ? "the caster is gone (fault caster.dies)" : nil
  }

  /// Returns the reason, with its remedy, why no connection holds; `nil` when one can.
  func silence(at now: Duration) -> String? {
    if let distance = distance(at: now) { return distance }
    return isOn(.wifiClose, at: now) ? "the connection was closed (fault wifi.close)" : nil
  }

  /// Changes bytes from a caster as the active faults do.
  func spoil(_ bytes: inout [UInt8], at now: Duration) {
    guard !faults.isEmpty, !bytes.isEmpty else { return }
    if isOn(.casterStall, at: now) { bytes = [] }
    for fault in faults where fault.kind == .casterFlip && fault.isActive(at: now) {
      guard let rate = fault.value(.rate), rate > 0 else { continue }
      for index in bytes.indices where chance.uniform() < rate {
        bytes[index] ^= 1 << UInt8(chance.next() >> 61)
      }
    }
  }
}

/// The board's correction link as it works over the Wi-Fi.
struct RadioLink: CorrectionLink {
  let link: VirtualLink
  let radio: Radio
  /// The line to the modem; `nil` on a board with a Wi-Fi of its own.
  let line: BoardLine?

  func work(
    from start: Duration, until end: Duration, showing snapshot: borrowing BoardSnapshot
  ) -> Duration {
    guard let line else { return end }
    return line.work(from: start, until: end, showing: snapshot)
  }

  func receive(into buffer: inout [UInt8], at now: Duration) {
    if let line { return line.receive(into: &buffer, at: now) }
    guard radio.carries(at: now), !radio.isOn(.wifiBusy, at: now) else { return }
    link.receive(into: &buffer, at: now) { radio.spoil(&$0, at: now) }
  }

  func report(position: GGASentence, at now: Duration) {
    if let line { return line.report(position: position, at: now) }
    guard radio.carries(at: now) else { return }
    link.report(position: position, at: now)
  }

  func status(at now: Duration) -> NtripLinkStatus {
    if let line {
      var status = line.linkStatus
      guard status.state != .off, let distance = radio.distance(at: now) else { return status }
      (status.state, status.error) = (.waiting, distance)
      return status
    }
    var status = link.status(at: now)
    guard status.state != .off, let silence = radio.silence(at: now) else { return status }
    (status.state, status.error) = (.waiting, silence)
    return status
  }
}
