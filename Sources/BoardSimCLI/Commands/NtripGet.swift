internal import Mathematics
internal import NtripClient
internal import NtripProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `boardsim ntrip get`.
struct NtripGet: Command {
  static let words = ["ntrip", "get"]
  static let abstract = "Read a caster's stream into a file, or to standard output."
  static let examples = [
    "boardsim ntrip get ntrip://127.0.0.1:2101/BASE -o base.rtcm3",
    "boardsim ntrip get ntrip://user:p%40ss@caster.example.org/VRS --gga 45.478,9.23,165 | boardsim rtcm stats -",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument("URL", \.url, help: "ntrip[s]://[user:password@]host[:port]/MOUNTPOINT"),
      .option(
        "output", short: "o", \.output, "FILE", help: "where the stream goes; default: stdout"),
      .option("ntrip-version", \.version, "V", help: "auto (default), 1 or 2"),
      .option(
        "gga", \.gga, "LAT,LON[,H]", help: "a position to send, as network casters want it"),
      .option("gga-interval", \.interval, "S", help: "seconds from one to the next; default 10"),
      .option("duration", \.duration, "S", help: "end after so many seconds; default: never"),
      .flag(
        "no-retry", \.isOnce, help: "fail when the connection fails or ends, instead of coming back"
      ),
      .flag("quiet", short: "q", \.isQuiet, help: "only errors"),
    ]
  }

  var url = MountpointArgument()
  var output = "-"
  var version = VersionName.auto
  var gga: PositionArgument?
  var interval = SecondsArgument(10)
  var duration: SecondsArgument?
  var isOnce = false
  var isQuiet = false

  func run() throws {
    Interruption.install()
    var file = try OutputStream(output)
    let link = NtripLink(to: url.url, options: options, retry: isOnce ? nil : RetryPolicy())
    if let gga { link.report(position(gga.position)) }
    var log = LinkLog(isQuiet: isQuiet)
    let end = duration.map { ContinuousClock.now + $0.duration }
    while !Interruption.isRequested, !link.isOver, end.map({ .now < $0 }) ?? true {
      try drain(link, into: &file)
      log.update(link.status)
      Interruption.pause()
    }
    link.stop()
    try drain(link, into: &file)
    try file.close()
    if let failure = link.failure { throw Failure(message: "\(failure)") }
  }

  private func drain(_ link: NtripLink, into file: inout OutputStream) throws {
    var bytes: [UInt8] = []
    link.receive(into: &bytes)
    try file.write(bytes)
    try file.flush()
  }

  /// A position as a caster likes it: a good fix, with the time of day of now.
  private func position(_ position: GeodeticPosition) -> GGASentence {
    GGASentence(
      position: position,
      timeOfDay: .seconds(Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)))
  }

  private var options: NtripSessionOptions {
    var options = NtripSessionOptions()
    options.version = version.choice
    options.positionInterval = gga == nil ? nil : interval.duration
    return options
  }
}

/// `auto`, `1` or `2`.
enum VersionName: String, OptionChoice {
  case auto
  case one = "1"
  case two = "2"

  var choice: NtripVersionChoice {
    switch self {
    case .auto: .automatic
    case .one: .only(.one)
    case .two: .only(.two)
    }
  }
}
