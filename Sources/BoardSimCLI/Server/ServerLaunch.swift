internal import AppHost
internal import AppSecrets
internal import AppServer
internal import BoardSimulation
internal import GNSSBasics
internal import HTTPServer
internal import OpenData
internal import Platform

/// The start of a server, as its options require.
struct ServerLaunch {
  private let arguments: ServerArguments
  private let world: World
  private let origin: UnixTime
  private let seed: UInt64
  var host = "127.0.0.1"
  var port: UInt16 = 8080
  var admin = AppService.Configuration.Admin.next
  var isQuiet = false
  /// The source of the open data when the world changes; `nil` for the open data of the given world.
  var openData: (@Sendable () -> OpenDataServer)?
  var clock: @Sendable () -> UnixTime
  /// A closure called with each new finding about an app's requests, as JSON.
  var whenFound: @Sendable ([UInt8]) -> Void = { _ in }

  init(_ arguments: ServerArguments, world: World, origin: UnixTime, seed: UInt64) {
    self.arguments = arguments
    self.world = world
    self.origin = origin
    self.seed = seed
    clock = { origin }
  }

  /// Starts the server; returns `nil` when the start was interrupted.
  func start() async throws -> AppService? {
    let identity = try identity()
    let store = try await arguments.store.opened()
    let secrets = try await ServerKey.secrets(
      in: store, given: ProcessEnvironment.value("BOARDSIM_SERVER_SECRET"))
    let owner =
      try arguments.hasDemoUser
      ? try await DemoUser.account(in: store, secrets: secrets, at: clock()) : nil
    guard try await addHistory(to: store, owner: owner) else {
      await store.close()
      return nil
    }
    let present = OpenDataServer(world: world, bootDate: origin, seed: seed)
    let openData = self.openData ?? { present }
    var configuration = AppService.Configuration(
      store: store, secrets: secrets,
      openData: openData, clock: clock)
    configuration.options = arguments.options
    configuration.faults = arguments.faults.map(\.fault)
    configuration.host = host
    configuration.port = port
    configuration.admin = admin
    configuration.identity = identity
    configuration.proxy = arguments.proxy?.text
    configuration.node = arguments.node?.text
    configuration.whenFound = whenFound
    do {
      return try AppService(configuration)
    } catch {
      await store.close()
      throw error
    }
  }

  private func addHistory(to store: any Store, owner: Account?) async throws -> Bool {
    let walks = arguments.history.plan.walks(until: clock())
    let history = RowHistory(of: world, from: origin, seed: seed)
    let counter = StepCounter("making \(walks.count) walks", of: walks.count, isQuiet: isQuiet)
    _ = try await history.add(walks, to: store, owner: owner) { counter.isToGoOn(after: $0) }
    counter.finish()
    return !Interruption.isRequested
  }

  private func identity() throws -> TLSIdentity? {
    switch arguments.tls {
    case nil: return nil
    case .files(let certificate, let key):
      return try TLSIdentity(certificateFile: certificate, keyFile: key)
    case .own:
      let now = DateArgument.now.nanoseconds / 1_000_000_000
      let made = try LocalAuthority(folder: try Self.folder()).identity(
        for: NetworkInterfaces.addresses(), at: now)
      for address in NetworkInterfaces.addresses() where !LocalAuthority.maySign(for: address) {
        Console.note(
          "warning: the authority signs for private networks only, not for \(address); "
            + "there use --tls CERT,KEY")
      }
      if !isQuiet {
        Console.note(
          "  authority    \(made.authorityPath), to be installed on phones and simulators")
      }
      return made.identity
    }
  }

  /// Returns the folder of the machine's own certificate authority.
  private static func folder() throws(Failure) -> String {
    if let data = ProcessEnvironment.value("XDG_DATA_HOME") { return "\(data)/boardsim/tls" }
    guard let home = ProcessEnvironment.value("HOME") else {
      throw Failure(message: "--tls self needs a folder: set HOME or XDG_DATA_HOME")
    }
    return "\(home)/.local/share/boardsim/tls"
  }
}
