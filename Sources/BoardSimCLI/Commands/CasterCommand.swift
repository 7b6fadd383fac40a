internal import BoardHost
internal import NtripCaster
internal import NtripProtocol

/// `boardsim caster`.
struct CasterCommand: Command {
  static let words = ["caster"]
  static let abstract = "Serve captures as mountpoints to NTRIP 1 and 2 clients."
  static let examples = [
    "boardsim caster --mount BASE=captures/milan-base.rtcm3",
    "boardsim caster --port 2102 --mount A=a.rtcm3 --mount B=b.rtcm3 --user u --password p",
    "boardsim caster --mount BASE=captures/milan-base.rtcm3 --speed 60 --once",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .list("mount", short: "m", \.mounts, "NAME=FILE", help: "a mountpoint; at least one"),
      .option("port", short: "p", \.port, "N", help: "default 2101, 0 for a free one"),
      .option("host", \.host, "ADDRESS", help: "default 127.0.0.1; 0.0.0.0 for every interface"),
      .option("user", \.user, "NAME", help: "what clients must log in with"),
      .option("password", \.password, "WORD", help: "what clients must log in with"),
      .option("speed", \.speed, "N", help: "how many times faster than recorded; default 1"),
      .flag("once", \.isOnce, help: "play each capture once and end; default: again and again"),
      .flag("quiet", short: "q", \.isQuiet, help: "only the ready line and errors"),
    ]
  }

  var mounts: [MountArgument] = []
  var port: UInt16 = 2101
  var host = "127.0.0.1"
  var user: String?
  var password: String?
  var speed = 1.0
  var isOnce = false
  var isQuiet = false

  func run() throws {
    try checkOptions()
    Interruption.install()
    DescriptorLimit.raise()
    let mountpoints = try mounts.map { mount in
      let capture = try CaptureFile.read(mount.file)
      return Mountpoint(
        name: mount.name, capture: capture, mode: isOnce ? .once : .looping,
        credentials: credentials)
    }
    let server = try NtripCasterServer(
      host: host, port: port, caster: Caster(mountpoints, speed: speed))
    for mountpoint in mountpoints {
      try Console.print("caster ready: ntrip://\(host):\(server.port)/\(mountpoint.name)")
    }
    if !isQuiet { Console.note("  stop with Ctrl-C") }
    while !Interruption.isRequested && !(isOnce && server.hasEnded) { Interruption.pause() }
    if !isQuiet { tell(server.snapshot) }
    server.stop()
  }

  private func checkOptions() throws(UsageError) {
    guard !mounts.isEmpty else {
      throw UsageError(message: "at least one --mount NAME=FILE is needed")
    }
    guard (user == nil) == (password == nil) else {
      throw UsageError(message: "--user and --password go together")
    }
    guard speed > 0, speed <= 1e6 else {
      throw UsageError(message: "--speed must be more than 0 and at most 1000000")
    }
  }

  private var credentials: NtripCredentials? {
    guard let user, let password else { return nil }
    return NtripCredentials(user: user, password: password)
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
