internal import AppHost
internal import AppServer
internal import BoardSimulation
internal import GNSSBasics
internal import OpenData
internal import Platform
internal import TextOutput

/// The command `boardsim server`.
struct ServerCommand: Command {
  static let words = ["server"]
  static let abstract = "Serve both apps: accounts, stored rows, and the region's open data."
  static let examples = [
    "boardsim server",
    "boardsim server --lan --store rows.sqlite",
    "boardsim server --answers strict --history none",
    "boardsim server --tls self --lan",
    "boardsim server --print-app-changes",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "port", short: "p", \.port, "N",
        help: "the port to listen on; default: PORT of the environment, or 8080; 0 for a\n"
          + "free one"),
      .option("host", \.host, "ADDRESS", help: "the address to listen on; default 127.0.0.1"),
      .flag("lan", \.isLAN, help: "listen on every interface, so that a phone can connect"),
      .option(
        "admin-port", \.adminPort, "N",
        help: "the port of findings, journal and metrics, for this machine only; default:\n"
          + "the next after --port"),
    ] + ServerArguments.parameters(in: \.server) + [
      .option(
        "start", \.start, "DATE", help: "the server's date at the start; default now"),
      .option("seed", \.seed, "N", help: "the seed of weather, rows and open data; default 1"),
      .flag(
        "print-app-changes", \.printsAppChanges,
        help: "print the changes that each app needs, by file and line, and end"),
      .flag("json", \.isJSON, help: "print the ready line as JSON"),
      .flag("quiet", short: "q", \.isQuiet, help: "print only the ready line and errors"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    ServerArguments.rules(in: \.server, at: \.listening)
  }

  var port: UInt16?
  var host = "127.0.0.1"
  var isLAN = false
  var adminPort: UInt16?
  var server = ServerArguments()
  var start: DateArgument?
  var seed: UInt64 = 1
  var printsAppChanges = false
  var isJSON = false
  var isQuiet = false

  func run() async throws {
    let port = try chosenPort()
    if printsAppChanges { return try Console.print(AppChanges(port: port).text) }
    Interruption.install()
    DescriptorLimit.raise()
    let begin = ContinuousClock.now
    let date = start ?? DateArgument(DateArgument.now)
    let world = World(scenario: .standing, bootDate: date.time, seed: seed)
    var launch = ServerLaunch(server, world: world, origin: date.time, seed: seed)
    launch.isQuiet = isQuiet
    launch.host = listening.address.host
    launch.port = port
    launch.admin = adminPort.map { .port($0) } ?? .next
    launch.clock = { date.time.advanced(by: ContinuousClock.now - begin) }
    guard let service = try await launch.start() else { return }
    try announce(service)
    while !Interruption.isRequested { Interruption.wait(for: -1) }
    await service.stop()
  }

  private func chosenPort() throws(UsageError) -> UInt16 {
    if let port { return port }
    guard let text = ProcessEnvironment.value("PORT") else { return 8080 }
    return try UInt16(optionText: text, of: "PORT of the environment")
  }

  private func announce(_ service: AppService) throws {
    let urls = listening.address.urls(server.scheme, port: service.port)
    let admin = ListenAddress.loopback.localURL("http", port: service.adminPort ?? 0)
    guard !isJSON else {
      var json = JSONWriter()
      json.object { json in
        json.member("event", "ready")
        json.member("url", urls[0])
        json.member("admin", admin)
        json.member("node", service.node)
      }
      return try Console.print(json.text)
    }
    for url in urls { try Console.print("server ready: \(url)") }
    if isQuiet { return }
    try ServerNotes.tell(
      server, url: urls[0], admin: admin, isBeyondLoopback: listening.address.isBeyondLoopback)
    Console.note("  stop with Ctrl-C")
  }

  private var listening: ListeningHost { ListeningHost(host: host, isLAN: isLAN) }
}

/// The lines that a server writes when it is ready.
enum ServerNotes {
  /// Writes the server's URLs, and warnings about access from the network.
  ///
  /// - Throws: ``UsageError`` when the file that names the store cannot be read.
  static func tell(
    _ server: ServerArguments, url: String, admin: String, isBeyondLoopback: Bool
  ) throws(UsageError) {
    let hasDemoUser = try server.hasDemoUser
    Console.note("  description  \(url)docs")
    Console.note("  open data    \(url)resource/nf78-nj6b.geojson")
    Console.note("  admin page   \(admin)")
    if hasDemoUser {
      Console.note("  demo user    \(DemoUser.email), password \(DemoUser.password)")
    }
    guard isBeyondLoopback else { return }
    for warning in warnings(of: server, hasDemoUser: hasDemoUser) {
      Console.note("warning: \(warning)")
    }
  }

  /// Returns a warning for each access open to everybody in the network, with the option that closes it.
  static func warnings(of server: ServerArguments, hasDemoUser: Bool) -> [String] {
    var warnings: [String] = []
    if hasDemoUser {
      warnings.append(
        "everybody in this network can log in with the documented password; "
          + "--demo-user off takes that user away")
    }
    if server.answers == .apps, server.anonymousRead == .on {
      warnings.append(
        "everybody in this network can read all rows of a period without a token; "
          + "--anonymous-read off asks for one")
    }
    if server.tls == nil {
      warnings.append(
        "passwords and rows go through this network unencrypted; --tls self encrypts them")
    }
    return warnings
  }
}
