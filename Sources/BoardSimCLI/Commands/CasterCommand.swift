internal import CasterHost
internal import MQTTClient
internal import NtripCaster
internal import NtripProtocol
internal import Platform
internal import RTCMStreams
internal import TextOutput

/// The command `boardsim caster`.
struct CasterCommand: Command {
  static let words = ["caster"]
  static let abstract =
    "Serve captures, live bases, relays and what sources push to NTRIP 1 and 2 clients."
  static let examples = [
    "boardsim caster --mount BASE=captures/milan-base.rtcm3",
    "boardsim caster --port 2102 --mount A=a.rtcm3 --mount B=b.rtcm3 --users users.txt",
    "boardsim caster --mount BASE=captures/milan-base.rtcm3 --speed 60 --once",
    "boardsim caster --mount LIVE=synth:45.4781,9.2273,150 --admin-port 2103",
    "boardsim caster --source FIELD --nearest NEAR --users users.txt",
    "boardsim caster --config caster.yaml",
    "boardsim caster --source FIELD --users users.txt --cluster mqtt://broker/casters --node milan",
    "boardsim caster --mount BASE=a.rtcm3 --publish mqtt://broker/corrections",
    "boardsim caster --mount BASE=a.rtcm3 --fault 'stall mount=BASE from=60 for=30'",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "config", \.offer.config, "FILE",
        help: """
          a file with ports, users, mountpoints and limits, in the form of
          docs/caster.md; options are added and take precedence. SIGHUP
          reloads the file, the users and the certificate; unchanged
          mountpoints and their clients continue
          """),
      .list(
        "mount", short: "m", \.offer.mounts, "NAME=FROM",
        help: """
          a mountpoint and its source: a capture's FILE, another caster's
          ntrip://HOST/MOUNT, a topic mqtt://BROKER/TOPIC, or
          synth:LAT,LON,HEIGHT for a simulated base station; repeatable
          """),
      .list(
        "source", \.offer.sources, "NAME",
        help: """
          a mountpoint for pushed streams; a source logs in as a user of
          --users with the right to write; repeatable
          """),
      .option(
        "nearest", \.offer.nearest, "NAME",
        help: """
          a mountpoint that forwards to each client the mountpoint nearest
          to its position, and changes when another is 500 m nearer
          """),
      .option(
        "port", short: "p", \.offer.port, "N",
        help: "the port to listen on; default 2101, 0 for a free one"),
      .option(
        "host", \.offer.host, "ADDRESS",
        help: "the address to listen on; default 127.0.0.1; 0.0.0.0 for every interface"),
      .option(
        "tls-port", \.offer.tlsPort, "N", help: "a port for ntrips://; with --cert and --key"),
      .option(
        "cert", \.offer.certificate, "FILE",
        help: "the certificate of --tls-port with its chain, in PEM form"),
      .option("key", \.offer.key, "FILE", help: "the certificate's key, in PEM form"),
      .option(
        "admin-port", \.offer.adminPort, "N",
        help: """
          a port on 127.0.0.1: at / a page for browsers, which shows streams and
          clients and sets faults; /api/v1/status in JSON, /metrics, /healthz
          """),
      .option("users", \.offer.login.users, "FILE", help: CasterLogin.usersHelp),
      .option(
        "user", \.offer.login.user, "NAME",
        help: """
          the user name that every client must log in with, together with
          --password; default: BOARDSIM_CASTER_USER of the environment
          """),
      .option(
        "password", \.offer.login.password, "WORD",
        help: """
          the password of --user. The list of processes shows it to every
          user of this machine: use BOARDSIM_CASTER_PASSWORD or --users
          """),
      .option(
        "speed", \.offer.speed, "N",
        help: "the captures' speed, times that of the recording; default 1"),
      .flag(
        "once", \.offer.isOnce,
        help: """
          play each capture once, from its first client on, and end. A
          capture without a client for its length, or for 30 s, counts as
          played. Default: repeat captures, with later dates for the epochs
          and orbits of each repetition, as the sourcetable says
          """),
      .option(
        "offset", \.offer.playing.offset, "SECONDS",
        help: "the start within each capture, seconds; default 0"),
      .option(
        "gaps", \.offer.playing.gaps, "keep|close",
        help: "keep or close pauses of more than ten intervals; default keep"),
      .option(
        "date", \.offer.playing.date, "DATE",
        help: """
          move the captures' dates to begin at this date, so that each epoch
          is sent at its own time: 'now' or 2026-06-01T12:00:00Z. Orbits move
          by whole 16 s, or 240 s with Galileo, so a capture begins up to
          that much after --offset, or with --once up to that much later
          """),
      .option(
        "cluster", \.offer.cluster, "URL",
        help: """
          be one caster with all others at mqtt[s]://[user:password@]host[:port]/ROOT,
          or @FILE with the URL in the first line: sources push to any,
          readers read from any, and all have one table; with --node
          """ + (MQTTClient.isBuiltIn ? "" : ".\nThis program was built without MQTT")),
      .option(
        "node", \.offer.node, "NAME",
        help: "this caster's name in the cluster, another one for each"),
      .list(
        "publish", \.offer.publications, "[NAME=]URL",
        help: """
          publish the frames of mountpoint NAME at mqtt[s]://BROKER/TOPIC; without
          NAME, those of every mountpoint at TOPIC/NAME; repeatable
          """),
      .list(
        "fault", \.offer.faults, "FAULT",
        help: """
          a fault: 'stall mount=BASE from=60 for=30', seconds since the
          start; 'boardsim faults --on caster' lists them; repeatable
          """),
      .option(
        "seed", \.offer.seed, "N", help: "the seed of the faults' random numbers; default 0"),
    ] + BrokerAccessArguments.parameters(in: \.offer.access) + [
      .flag("json", \.isJSON, help: "print the ready lines as one line of JSON"),
      .flag("quiet", short: "q", \.isQuiet, help: "print only the ready line and errors"),
    ]
  }

  static var rules: [CommandRule<Self>] { CasterOffer.rules.of(\.offer) }

  var offer = CasterOffer()
  var isJSON = false
  var isQuiet = false

  func run() throws {
    Interruption.install()
    ReloadRequest.install()
    DescriptorLimit.raise()
    let configuration = try offer.configuration(isQuiet: isQuiet)
    let captures = CaptureShelf()
    let isQuiet = isQuiet
    let service = try CasterService(
      configuration, now: DateArgument.present,
      telling: { sentence in if !isQuiet { Console.note("  \(sentence)") } },
      reading: captures.read)
    try tellReady(service, configuration)
    if !isQuiet {
      try tellLosses(of: configuration, captures)
      Console.note("  stop with Ctrl-C")
    }
    let showing = try offer.showing(configuration, captures)
    let start = ContinuousClock.now
    while !Interruption.isRequested {
      let isPlayed = showing?.isOver(service.snapshot.streams, after: ContinuousClock.now - start)
      // Connected clients receive all of the capture.
      if isPlayed ?? false, service.openSockets == 0 { break }
      if service.failure != nil { break }
      // Only captures that are played once end by themselves, and a node whose name another one has.
      let mayEnd = offer.isOnce || configuration.cluster != nil
      Interruption.wait(for: ReloadRequest.descriptor, milliseconds: mayEnd ? 200 : -1)
      reload(service)
    }
    if !isQuiet { tell(service.snapshot) }
    service.stop()
    if let failure = service.failure { throw Failure(message: failure) }
  }

  private func tellReady(
    _ service: CasterService, _ configuration: CasterConfiguration
  ) throws {
    let host = ListenAddress(configuration.host).hosts[0]
    let urls = configuration.mounts.map {
      "\(NtripURL(host: host, port: Int(service.port), mountpoint: $0.name))"
    }
    let encrypted = service.tlsPort.map { "\(NtripURL(host: host, port: Int($0), usesTLS: true))" }
    let admin = service.adminPort.map { ListenAddress.loopback.localURL("http", port: $0) }
    guard isJSON else {
      for url in urls { try Console.print("caster ready: \(url)") }
      if let encrypted { try Console.print("caster ready: \(encrypted)") }
      if let admin { try Console.print("admin ready: \(admin)api/v1/status") }
      return
    }
    var json = JSONWriter()
    json.object { json in
      json.member("event", "ready")
      json.member("caster", "\(NtripURL(host: host, port: Int(service.port)))")
      json.array("mounts") { json in
        for url in urls { json.value(url) }
      }
      json.member("tls", encrypted)
      json.member("admin", admin)
    }
    try Console.print(json.text)
  }

  /// Reloads the files on request; when a file cannot be read, everything stays as it was.
  private func reload(_ service: CasterService) {
    guard ReloadRequest.isWanted, !Interruption.isRequested else { return }
    do {
      let configuration = try offer.configuration(isQuiet: true)
      try service.reload(configuration, now: DateArgument.present, reading: CaptureInput.capture)
      if !isQuiet { Console.note("  read again: \(configuration.mounts.count) mountpoints") }
    } catch {
      Console.note("not read again: \((error as? Failure)?.message ?? "\(error)")")
    }
  }

  /// Reports the parts of captures that are left out, because they cannot be dated in replay.
  private func tellLosses(
    of configuration: CasterConfiguration, _ captures: CaptureShelf
  ) throws {
    for mount in configuration.mounts {
      guard case .capture(let path, let playing) = mount.origin else { continue }
      let capture = try captures.read(path)
      let player = CapturePlayer(
        capture, mode: playing.isLooping ? .looping : .once,
        options: playing.options(now: DateArgument.now))
      for loss in player.losses { Console.note("  \(mount.name): \(loss)") }
      if !capture.dateOutliers.isEmpty {
        Console.note("  \(mount.name): \(capture.dateOutliers.remark)")
      }
    }
  }

  private func tell(_ snapshot: CasterSnapshot) {
    for stream in snapshot.streams {
      Console.note("\(stream.mountpoint): \(stream.byteCount) bytes sent")
    }
  }
}
