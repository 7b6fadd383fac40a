internal import GNSSBasics
internal import NtripCaster
internal import NtripMemory
internal import NtripProtocol

/// The parts of a running caster that its admin port shows and changes.
struct CasterParts: Sendable {
  let caster: SharedCaster
  let server: NtripCasterServer
  let relays: RelayDesk
  let bus: StreamBus
  let shelf: MountpointShelf
  let faults: FaultDesk
  let requests: RequestLog
  let clock: CasterClock

  /// The present status.
  var status: CasterStatus {
    CasterStatus(
      streams: caster.streams, openSockets: server.openSockets, meters: shelf.content.meters,
      relays: relays.statuses, cluster: bus.cluster?.report,
      publications: bus.publications?.reports ?? [])
  }

  /// The present state of each mountpoint, in the order of the sourcetable.
  var mountpoints: [MountpointReport] {
    let (content, links) = (shelf.content, relays.statuses)
    return caster.streams.map { stream in
      let name = stream.mountpoint
      return MountpointReport(
        stream: stream,
        origin: content.mount(name)?.origin.word ?? CasterConfiguration.Mount.Origin.otherCaster,
        link: links[name] ?? nil, node: stream.node,
        findings: content.monitors[name]?.read { .init($0, by: clock) } ?? .init())
    }
  }

  /// Returns a station's position in the sourcetable, which has no heights; `nil` where there is none.
  func place(of mountpoint: String) -> GeodeticPosition? {
    guard let stream = caster.streams.first(where: { $0.mountpoint == mountpoint }),
      let latitude = stream.latitude, let longitude = stream.longitude
    else { return nil }
    return GeodeticPosition(latitude: latitude, longitude: longitude, height: 0)
  }

  /// Returns the first connections of a mountpoint, or of all for `nil`.
  func connections(of mountpoint: String?, atMost limit: Int) -> ConnectionReport {
    let streams = caster.streams.filter { mountpoint == nil || $0.mountpoint == mountpoint }
    return ConnectionReport(
      total: streams.reduce(0) { $0 + $1.readerCount + ($1.hasSource ? 1 : 0) },
      connections: caster.connections(of: mountpoint, atMost: limit))
  }
}
