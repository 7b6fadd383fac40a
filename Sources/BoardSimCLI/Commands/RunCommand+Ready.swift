internal import AppHost
internal import BoardHost
internal import NtripProtocol
internal import Platform
internal import TextOutput
internal import VirtualBoard

// The ready line of `boardsim run`, and the addresses below it.

extension RunCommand {
  func announce(
    _ service: BoardService, _ appService: AppService?, _ card: CardSource?
  ) throws {
    let control = ListenAddress(service.controlHost).urls("http", port: service.controlPort)[0]
    let caster = service.casterPort.map { port in
      NtripURL(
        host: ListenAddress.loopback.host, port: Int(port),
        mountpoint: BoardService.mountpointName
      ).description
    }
    let urls = listening.address.urls("http", port: service.port)
    guard !isJSON else {
      var json = JSONWriter()
      json.object { json in
        json.member("event", "ready")
        json.member("url", urls[0])
        json.member("control", control)
        json.member("caster", caster)
        if let appService { json.member("server", serverURLs(appService)[0]) }
        if boards.value > 1 { json.member("boards", boards.value) }
        if let shard = shard.shard {
          json.member("shard", shard.description)
          json.member("first_board", numbers.lowerBound)
          json.member("last_board", numbers.upperBound - 1)
        }
        if let key = card?.key { json.member("card_key", key.publicDigits) }
      }
      return try Console.print(json.text)
    }
    for url in urls { try Console.print("board ready: \(url)") }
    for url in appService.map(serverURLs) ?? [] { try Console.print("server ready: \(url)") }
    if isQuiet { return }
    if numbers.count > 1 { noteBoards(service, firstURL: urls[0]) }
    Console.note("  measurement  \(urls[0])api/v1/measurement")
    Console.note("  status       \(urls[0])api/v1/status")
    Console.note("  page         \(control)")
    Console.note("  truth        \(control)api/v1/truth")
    if let caster { Console.note("  corrections  \(caster)") }
    if let broker = mqtt.broker { Console.note("  telemetry    \(broker.url)") }
    card?.announce(isQuiet: false)
    if let appService {
      try ServerNotes.tell(
        server, url: serverURLs(appService)[0], admin: control + "server/",
        isBeyondLoopback: listening.address.isBeyondLoopback)
      Console.note(AppChanges(port: appService.port).text)
    }
    for step in nextSteps(urls[0], control: control) { Console.note(step) }
    Console.note("  stop with Ctrl-C")
  }

  /// The lines that say what to try next: to poll the board, to wait for its fix, to change the weather.
  private func nextSteps(_ url: String, control: String) -> [String] {
    let program = CommandLine.arguments.first ?? "boardsim"
    let token = isControlLAN ? "-H 'Authorization: Bearer TOKEN' " : ""
    return [
      "  try          curl -s \(url)",
      "               \(program) wait \(url) --fix rtk-fixed",
      "               curl -s -X PATCH \(token)-H 'Content-Type: application/json' "
        + "-d '{\"temperature\": -10}' \(control)api/v1/world",
    ]
  }

  func serverURLs(_ appService: AppService) -> [String] {
    listening.address.urls(server.scheme, port: appService.port)
  }

  private func noteBoards(_ service: BoardService, firstURL: String) {
    let ports = service.ports
    let text =
      port == 0
      ? "\(ports.count) ports" : "ports \(ports[0]) to \(ports[ports.count - 1])"
    Console.note("  boards       \(text); all below \(firstURL)boards/\(numbers.lowerBound)/")
  }
}
