public import GNSSBasics
internal import HTTPServer
internal import NtripCaster
public import NtripMemory
public import NtripProtocol
internal import Platform
public import RTCMStreams
internal import Locks

/// A caster as it is configured: its ports, its mountpoints and what they are made from.
///
/// ```swift
/// var configuration = CasterConfiguration()
/// configuration.mounts = [.init("BASE", .capture(path: "base.rtcm3", .init()))]
/// let service = try CasterService(configuration, now: now) { path in try read(path) }
/// ```
public final class CasterService: Sendable {
  /// The port.
  public var port: UInt16 { server.port }
  /// The port of encrypted connections.
  public var tlsPort: UInt16? { server.tlsPort }
  /// The port that tells how the caster is.
  public let adminPort: UInt16?

  private let start = ContinuousClock.now
  private let server: NtripCasterServer
  private let caster: SharedCaster
  private let relays: RelayDesk
  private let admin: HTTPListener?
  private let state: Shelf

  /// Starts a caster.
  ///
  /// - Parameters:
  ///   - configuration: What it offers, to whom, and where.
  ///   - now: The date, from which base stations that are made are dated.
  ///   - read: Reads a capture.
  /// - Throws: What `read` throws, or why nobody can listen there.
  public init(
    _ configuration: CasterConfiguration, now: UnixTime,
    reading read: (_ path: String) throws -> Capture
  ) throws {
    var maker = MountpointMaker(now: now)
    let mountpoints = try configuration.mounts.map { try maker.mountpoint($0, read) }
    var core = Caster(mountpoints, users: configuration.users)
    core.limits = configuration.limits
    let caster = SharedCaster(core, isDriven: false)
    caster.setFaults(configuration.faults, seed: configuration.seed)
    server = try NtripCasterServer(
      host: configuration.host, port: configuration.port, caster: caster,
      encryption: configuration.encryption)
    self.caster = caster
    caster.introduce(Self.introduction(configuration, port: server.port))
    relays = RelayDesk(for: caster)
    let state = Shelf(mounts: configuration.mounts, meters: maker.meters)
    self.state = state
    (admin, adminPort) = try Self.admin(on: configuration.adminPort) {
      [caster, server, relays] in
      CasterStatus(
        streams: caster.streams, openSockets: server.openSockets,
        meters: state.read { $0.meters }, relays: relays.statuses)
    }
    relays.follow(configuration.mounts)
  }

  /// The caster's own records in its sourcetable: itself, and its network.
  private static func introduction(
    _ configuration: CasterConfiguration, port: UInt16
  ) -> [Sourcetable.Record] {
    let takesPosition = configuration.mounts.contains { $0.origin == .nearest }
    let caster = CasterRecord(
      host: configuration.host, port: Int(port), identifier: "boardsim", operatorName: "none",
      takesPosition: takesPosition, country: configuration.mounts.first?.country ?? "")
    let network = NetworkRecord(
      identifier: "boardsim", operatorName: "none",
      authentication: configuration.users == nil ? .none : .basic)
    return [.caster(caster), .network(network)]
  }

  private static func admin(
    on port: UInt16?, _ status: @escaping @Sendable () -> CasterStatus
  ) throws -> (HTTPListener?, UInt16?) {
    guard let port else { return (nil, nil) }
    let socket = try ListeningSocket(host: "127.0.0.1", port: port)
    let bound = socket.port
    let admin = CasterAdmin(access: LocalAccess(to: "127.0.0.1", port: bound), status: status)
    return (try HTTPListener(on: socket, reading: [.fields]) { admin.answer($0) }, bound)
  }

  /// Goes on with another configuration: mountpoints that are in both go on as they are, and lose no byte.
  ///
  /// Ports and limits stay what they were.
  ///
  /// - Throws: What `read` throws; everything is then as it was.
  public func reload(
    _ configuration: CasterConfiguration, now: UnixTime,
    reading read: (_ path: String) throws -> Capture
  ) throws {
    let (old, meters) = state.read { ($0.mounts, $0.meters) }
    let kept = Set(configuration.mounts.filter { old.contains($0) }.map { $0.name })
    // Streams that go by the caster's time have begun when that did.
    let elapsed = start.duration(to: .now)
    var maker = MountpointMaker(now: now.advanced(by: .zero - elapsed))
    let mountpoints = try configuration.mounts.map { mount in
      kept.contains(mount.name)
        ? maker.placeholder(mount, meters[mount.name]) : try maker.mountpoint(mount, read)
    }
    state.change(to: configuration.mounts, maker.meters)
    caster.admit(configuration.users)
    caster.setFaults(configuration.faults, seed: configuration.seed)
    caster.offer(mountpoints, keeping: kept)
    if let encryption = configuration.encryption { server.change(encryption) }
    relays.follow(configuration.mounts)
  }

  /// The caster's present state.
  public var snapshot: CasterSnapshot { server.snapshot }

  /// The number of open sockets.
  public var openSockets: Int { server.openSockets }

  /// The meters of the streams that are pushed and relayed, by mountpoint.
  public var meters: [String: StreamMeter] { state.read { $0.meters } }

  /// Closes every connection, and waits until that is done.
  public func stop() {
    relays.stop()
    admin?.stop()
    server.stop()
  }
}

/// The caster's present mountpoints, with their meters.
private final class Shelf: Sendable {
  struct Content {
    var mounts: [CasterConfiguration.Mount]
    var meters: [String: StreamMeter]
  }

  private let content: Lock<Content>

  init(mounts: [CasterConfiguration.Mount], meters: [String: StreamMeter]) {
    content = Lock(Content(mounts: mounts, meters: meters))
  }

  func read<Result>(_ body: (Content) -> sending Result) -> sending Result {
    content.withLock { body($0) }
  }

  func change(to mounts: [CasterConfiguration.Mount], _ meters: [String: StreamMeter]) {
    content.withLock { $0 = Content(mounts: mounts, meters: meters) }
  }
}
