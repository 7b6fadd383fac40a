internal import NtripMemory
internal import RTCMStreams
internal import NtripCaster
internal import NtripProtocol
internal import Platform

/// `boardsim caster`.
struct CasterCommand: Command {
  static let words = ["caster"]
  static let abstract = "Serve captures as mountpoints to NTRIP 1 and 2 clients."
  static let examples = [
    "boardsim caster --mount BASE=captures/milan-base.rtcm3",
    "boardsim caster --port 2102 --mount A=a.rtcm3 --mount B=b.rtcm3 --users users.txt",
    "boardsim caster --mount BASE=captures/milan-base.rtcm3 --speed 60 --once",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .list("mount", short: "m", \.mounts, "NAME=FILE", help: "a mountpoint; at least one"),
      .option("port", short: "p", \.port, "N", help: "default 2101, 0 for a free one"),
      .option("host", \.host, "ADDRESS", help: "default 127.0.0.1; 0.0.0.0 for every interface"),
      .option("users", \.login.users, "FILE", help: CasterLogin.usersHelp),
      .option(
        "user", \.login.user, "NAME",
        help: """
          what all clients must log in with, beside a password; default:
          BOARDSIM_CASTER_USER of the environment
          """),
      .option(
        "password", \.login.password, "WORD",
        help: """
          seen by every user of this machine in the list of processes, so
          better in BOARDSIM_CASTER_PASSWORD or --users
          """),
      .option("speed", \.speed, "N", help: "how many times faster than recorded; default 1"),
      .flag(
        "once", \.isOnce,
        help: """
          play each capture once, from its first client on, and end; one
          for which nobody comes in the time that it plays, or in 30 s,
          is done as well. Default: again and again, the observations of
          each further pass dated on, as the sourcetable says
          """),
      .flag("quiet", short: "q", \.isQuiet, help: "only the ready line and errors"),
    ]
  }

  var mounts: [MountArgument] = []
  var port: UInt16 = 2101
  var host = "127.0.0.1"
  var login = CasterLogin()
  var speed = PositiveArgument(1, typedAs: "1")
  var isOnce = false
  var isQuiet = false

  func run() throws {
    try checkOptions()
    Interruption.install()
    DescriptorLimit.raise()
    let access = try login.access(isQuiet: isQuiet)
    let captures = try mounts.map { Capture(try CaptureInput.read($0.file)) }
    let mountpoints = zip(mounts, captures).map { mount, capture in
      Mountpoint(
        name: mount.name, capture: capture, mode: isOnce ? .once : .looping,
        readers: access.readers(of: mount.name))
    }
    let server = try NtripCasterServer(
      host: host, port: port, caster: Caster(mountpoints, speed: speed.value))
    for mountpoint in mountpoints {
      let url = NtripURL(host: host, port: Int(server.port), mountpoint: mountpoint.name)
      try Console.print("caster ready: \(url)")
    }
    if !isQuiet { Console.note("  stop with Ctrl-C") }
    let (start, showing) = (
      ContinuousClock.now, isOnce ? Showing(captures, speed: speed.value) : nil
    )
    while !Interruption.isRequested {
      let isPlayed = showing?.isOver(server.snapshot.streams, after: ContinuousClock.now - start)
      // Those who read are to have it all.
      if isPlayed ?? false, server.openSockets == 0 { break }
      // Only what is played once ends by itself.
      if isOnce { Interruption.pause() } else { Interruption.wait(for: -1) }
    }
    if !isQuiet { tell(server.snapshot) }
    server.stop()
  }

  private func checkOptions() throws(UsageError) {
    guard !mounts.isEmpty else {
      throw UsageError(message: "at least one --mount NAME=FILE is needed")
    }
    guard speed.value <= 1e6 else {
      throw UsageError(message: "--speed must be at most 1000000, not '\(speed.text)'")
    }
  }

  private func tell(_ snapshot: CasterSnapshot) {
    for stream in snapshot.streams {
      Console.note("\(stream.mountpoint): \(stream.byteCount) bytes sent")
    }
  }
}

/// `NAME=FILE`.
struct MountArgument: OptionValue {
  var name: String
  var file: String

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else {
      throw UsageError(message: "\(parameter) must be NAME=FILE, not '\(text)'")
    }
    (name, file) = (parts[0], parts[1])
  }
}
