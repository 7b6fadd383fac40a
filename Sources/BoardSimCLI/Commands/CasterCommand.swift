internal import CasterHost
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
    "boardsim caster --mount BASE=a.rtcm3 --fault 'stall mount=BASE from=60 for=30'",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .option(
        "config", \.offer.config, "FILE",
        help: """
          ports, users, mountpoints and limits, as docs/ntrip.md has them;
          options add to it and come first. SIGHUP reads it, the users and
          the certificate again: what has not changed goes on as it is
          """),
      .list(
        "mount", short: "m", \.offer.mounts, "NAME=FROM",
        help: """
          a mountpoint; from a capture's FILE, from another caster's
          ntrip://HOST/MOUNT, or synth:LAT,LON,HEIGHT for a base station
          that is made as time goes on
          """),
      .list(
        "source", \.offer.sources, "NAME",
        help: """
          a mountpoint that sources push, who log in as a user with the
          right to write: --users
          """),
      .option(
        "nearest", \.offer.nearest, "NAME",
        help: """
          a mountpoint that gives each reader the one that is nearest to
          the position it tells, changed when another is 500 m nearer
          """),
      .option("port", short: "p", \.offer.port, "N", help: "default 2101, 0 for a free one"),
      .option(
        "host", \.offer.host, "ADDRESS", help: "default 127.0.0.1; 0.0.0.0 for every interface"),
      .option(
        "tls-port", \.offer.tlsPort, "N", help: "a port for ntrips://; with --cert and --key"),
      .option(
        "cert", \.offer.certificate, "FILE", help: "a certificate in PEM form, and its chain"),
      .option("key", \.offer.key, "FILE", help: "its key in PEM form"),
      .option(
        "admin-port", \.offer.adminPort, "N",
        help: "a port on 127.0.0.1: /api/v1/status in JSON, /metrics, /healthz"),
      .option("users", \.offer.login.users, "FILE", help: CasterLogin.usersHelp),
      .option(
        "user", \.offer.login.user, "NAME",
        help: """
          what all clients must log in with, beside a password; default:
          BOARDSIM_CASTER_USER of the environment
          """),
      .option(
        "password", \.offer.login.password, "WORD",
        help: """
          seen by every user of this machine in the list of processes, so
          better in BOARDSIM_CASTER_PASSWORD or --users
          """),
      .option("speed", \.offer.speed, "N", help: "how many times faster than recorded; default 1"),
      .flag(
        "once", \.offer.isOnce,
        help: """
          play each capture once, from its first client on, and end; one
          for which nobody comes in the time that it plays, or in 30 s,
          is done as well. Default: again and again, epochs and orbits of
          each further pass dated on, as the sourcetable says
          """),
      .option(
        "offset", \.offer.playing.offset, "SECONDS", help: "begin so far in each capture"),
      .option(
        "gaps", \.offer.playing.gaps, "keep|close",
        help: "what becomes of pauses of more than ten intervals; default keep"),
      .option(
        "date", \.offer.playing.date, "DATE",
        help: """
          date captures so that each epoch comes when it says, from this
          date on: 'now' or 2026-06-01T12:00:00Z. Orbits move with it by
          whole 16 s, 240 s with Galileo's, so a capture begins up to as
          far behind --offset, with --once up to as much later
          """),
      .list(
        "fault", \.offer.faults, "FAULT",
        help: """
          what goes wrong: 'stall mount=BASE from=60 for=30', seconds since
          the start; 'boardsim faults --on caster' lists them. Repeatable
          """),
      .option(
        "seed", \.offer.seed, "N", help: "what chance in faults is made of; default 0"),
      .flag("json", \.isJSON, help: "print the ready lines as one of JSON"),
      .flag("quiet", short: "q", \.isQuiet, help: "only the ready line and errors"),
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
    let service = try CasterService(
      configuration, now: DateArgument.present, reading: captures.read)
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
      // Only captures that are played once end by themselves.
      Interruption.wait(for: ReloadRequest.descriptor, milliseconds: offer.isOnce ? 200 : -1)
      reload(service)
    }
    if !isQuiet { tell(service.snapshot) }
    service.stop()
  }

  private func tellReady(
    _ service: CasterService, _ configuration: CasterConfiguration
  ) throws {
    let host = configuration.host
    let urls = configuration.mounts.map {
      "\(NtripURL(host: host, port: Int(service.port), mountpoint: $0.name))"
    }
    let encrypted = service.tlsPort.map { "\(NtripURL(host: host, port: Int($0), usesTLS: true))" }
    let admin = service.adminPort.map { "http://127.0.0.1:\($0)/" }
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
