public import GNSSBasics
internal import HTTPServer
internal import NtripCaster
public import NtripMemory
public import NtripProtocol
internal import Platform
public import RTCMStreams

/// A running caster with its configuration: ports, mountpoints and the sources of their streams.
///
/// ```swift
/// var configuration = CasterConfiguration()
/// configuration.mounts = [.init("BASE", .capture(path: "base.rtcm3", .init()))]
/// let service = try CasterService(configuration, now: now) { path in try read(path) }
/// ```
public final class CasterService: Sendable {
  /// The port for plain connections.
  public var port: UInt16 { server.port }
  /// The port for encrypted connections; `nil` for none.
  public var tlsPort: UInt16? { server.tlsPort }
  /// The port of the admin interface; `nil` for none.
  public let adminPort: UInt16?

  private let parts: CasterParts
  private let admin: HTTPListener?
  private let brokers: BrokerThread

  private var server: NtripCasterServer { parts.server }
  private var caster: SharedCaster { parts.caster }

  /// Starts a caster.
  ///
  /// - Parameters:
  ///   - configuration: The mountpoints, users, ports and limits.
  ///   - now: The present date, at which simulated base stations begin.
  ///   - tell: Called with a sentence at each change of a connection to a broker, from any thread; it must not block.
  ///   - read: Reads the capture at a path.
  /// - Throws: The error of `read`, an error when a port cannot be bound, or one when a broker is named and the program
  ///   has no MQTT.
  public init(
    _ configuration: CasterConfiguration, now: UnixTime,
    telling tell: @escaping @Sendable (String) -> Void = { _ in },
    reading read: (_ path: String) throws -> Capture
  ) throws {
    let clock = CasterClock(at: now)
    var maker = MountpointMaker(now: now, clock)
    let mountpoints = try configuration.mounts.map { try maker.mountpoint($0, read) }
    var core = Caster(mountpoints, users: configuration.users)
    core.limits = configuration.limits
    let caster = SharedCaster(core, isDriven: false)
    let requests = RequestLog(clock)
    caster.onAnswer { requests.append($0) }
    let faults = FaultDesk(for: caster, clock)
    faults.follow(configuration.faults, seed: configuration.seed)
    let server = try NtripCasterServer(
      host: configuration.host, port: configuration.port, caster: caster,
      encryption: configuration.encryption)
    caster.introduce(Self.introduction(configuration, port: server.port))
    let shelf = MountpointShelf(configuration.mounts, maker)
    let brokers = BrokerThread(configuration.brokerAccess)
    self.brokers = brokers
    let relays = RelayDesk(for: caster, by: brokers)
    let bus = try StreamBus(
      configuration, by: brokers,
      ClusterDesk.Caster(
        caster: caster, exports: ExportDesk(for: caster), clock: clock,
        make: { shelf.mountpoint(of: $0, clock) }, report: { relays.report($0, of: $1) },
        tell: tell))
    parts = CasterParts(
      caster: caster, server: server, relays: relays, bus: bus, shelf: shelf, faults: faults,
      requests: requests, clock: clock)
    (admin, adminPort) = try Self.admin(of: parts, on: configuration.adminPort)
    relays.follow(configuration.mounts)
    bus.follow(configuration.mounts)
  }

  /// Returns the sourcetable's records of the caster itself and of its network.
  private static func introduction(
    _ configuration: CasterConfiguration, port: UInt16
  ) -> [Sourcetable.Record] {
    let takesPosition = configuration.mounts.contains { $0.origin == .nearest }
    let caster = CasterRecord(
      host: ListenAddress(configuration.host).hosts[0], port: Int(port),
      identifier: "boardsim", operatorName: "none",
      takesPosition: takesPosition, country: configuration.mounts.first?.country ?? "")
    let network = NetworkRecord(
      identifier: "boardsim", operatorName: "none",
      authentication: configuration.users == nil ? .none : .basic)
    return [.caster(caster), .network(network)]
  }

  private static func admin(
    of parts: CasterParts, on port: UInt16?
  ) throws -> (HTTPListener?, UInt16?) {
    guard let port else { return (nil, nil) }
    let socket = try ListeningSocket(host: ListenAddress.loopback.host, port: port)
    let bound = socket.port
    let access = LocalAccess(to: ListenAddress.loopback.host, port: bound)
    let admin = CasterAdmin(access: access, parts: parts)
    return (try HTTPListener(on: socket, reading: [.fields]) { admin.answer($0) }, bound)
  }

  /// Changes the configuration: mountpoints in both configurations continue without losing a byte.
  ///
  /// Ports, limits, the cluster and publications stay unchanged.
  ///
  /// - Throws: The error of `read`; nothing has changed then.
  public func reload(
    _ configuration: CasterConfiguration, now: UnixTime,
    reading read: (_ path: String) throws -> Capture
  ) throws {
    let old = parts.shelf.content
    let kept = Set(configuration.mounts.filter { old.mounts.contains($0) }.map { $0.name })
    // Streams that follow the caster's time began when the caster started.
    var maker = MountpointMaker(now: now.advanced(by: .zero - parts.clock.elapsed), parts.clock)
    let mountpoints = try configuration.mounts.map { mount in
      kept.contains(mount.name)
        ? maker.placeholder(mount, of: old) : try maker.mountpoint(mount, read)
    }
    parts.shelf.change(to: configuration.mounts, maker)
    caster.admit(configuration.users)
    parts.faults.follow(configuration.faults, seed: configuration.seed)
    caster.offer(mountpoints, keeping: kept)
    if let encryption = configuration.encryption { server.change(encryption) }
    parts.relays.follow(configuration.mounts)
    parts.bus.follow(configuration.mounts)
  }

  /// The reason for which the caster has left its cluster; `nil` while it has not.
  public var failure: String? { parts.bus.cluster?.failure }

  /// The caster's current state.
  public var snapshot: CasterSnapshot { server.snapshot }

  /// The number of open sockets.
  public var openSockets: Int { server.openSockets }

  /// The meters of pushed and relayed streams, by mountpoint.
  public var meters: [String: StreamMeter] { parts.shelf.content.meters }

  /// Closes every connection; returns when that is done.
  public func stop() {
    parts.bus.stop()
    parts.relays.stop()
    admin?.stop()
    server.stop()
    brokers.stop()
  }
}
