internal import GNSSBasics
internal import NtripClient
internal import NtripProtocol

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The command `boardsim ntrip get`.
struct NtripGet: Command {
  static let words = ["ntrip", "get"]
  static let abstract = "Read a caster's stream into a file, or to standard output."
  static let examples = [
    "boardsim ntrip get ntrip://127.0.0.1:2101/BASE -o base.rtcm3",
    "boardsim ntrip get ntrip://user:p%40ss@caster.example.org/VRS --gga 45.478,9.23,165 | boardsim rtcm stats -",
    "boardsim ntrip get @caster.url --duration 60 -o minute.rtcm3",
    "boardsim ntrip get ntrips://caster.example.org:2102/BASE --ca ca.pem -o base.rtcm3 --json",
  ]
  static var parameters: [Parameter<Self>] {
    ownParameters + TransportArguments.parameters(in: \.transport)
  }

  private static var ownParameters: [Parameter<Self>] {
    [
      .argument(
        "URL", \.url,
        help: """
          ntrip[s]://[user:password@]host[:port]/MOUNTPOINT, or @FILE with
          it in the first line, out of the list of processes. Ends with 0
          when any of the stream came, however it was ended, and with 1
          when none did: at once for a wrong login or mountpoint
          """),
      .option(
        "output", short: "o", \.output, "FILE",
        help: "the output file; default: stdout"),
      .option("ntrip-version", \.version, "V", help: "auto (default), 1 or 2"),
      .option(
        "gga", \.gga, "LAT,LON[,H]", help: "a position to send, as network casters want it"),
      .option("gga-interval", \.interval, "S", help: "seconds between positions; default 10"),
      .option("duration", \.duration, "S", help: "end after S seconds; default: never"),
      .flag(
        "no-retry", \.isOnce,
        help: """
          end with the connection instead of reconnecting: status 0 when
          the caster closed it after a stream, 1 when it broke
          """),
      .flag(
        "any-format", \.isAnyFormat,
        help: """
          accept streams of any format; default: a stream without a frame
          of RTCM 3 in half a minute is a failure
          """),
      .flag(
        "json", \.isJSON,
        help: """
          print the link's statistics as a JSON object at each change of its
          state and at the end; needs -o FILE
          """),
      .flag("quiet", short: "q", \.isQuiet, help: "only errors"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(
        ["json", "output"], says: "--json needs -o FILE, since standard output has the stream"
      ) { $0.isJSON && $0.output == "-" }
    ] + TransportArguments.rules(in: \.transport)
  }

  var url = MountpointArgument()
  var output = "-"
  var version = VersionName.auto
  var gga: PositionArgument?
  var interval = SecondsArgument(10)
  var duration: SecondsArgument?
  var isOnce = false
  var isAnyFormat = false
  var isJSON = false
  var isQuiet = false
  var transport = TransportArguments()

  func run() async throws {
    let transport = try transport.options()
    Interruption.install()
    // The file is written in place: a partial recording is worth keeping.
    var file = try OutputFile(output, inPlace: true)
    let input = CasterInput(
      url.url, options: options, position: gga.map { sentence($0.position) }, isOnce: isOnce,
      isQuiet: isQuiet, duration: duration?.duration, over: transport
    ) { [isJSON] in if isJSON { try Console.print($0.json) } }
    do {
      try await copy(input, to: &file)
    } catch {
      if isJSON { try Console.print(input.statistics.json) }
      throw error
    }
    if isJSON { try Console.print(input.statistics.json) }
    try file.finish()
  }

  private func copy(_ input: CasterInput, to file: inout OutputFile) async throws {
    var bytes: [UInt8] = []
    while try await input.read({ bytes.append(contentsOf: $0) }) {
      try file.write(bytes)
      try file.flush()
      bytes.removeAll(keepingCapacity: true)
    }
  }

  /// Returns a sentence that casters accept: a good fix at the current time of day.
  private func sentence(_ position: GeodeticPosition) -> GGASentence {
    GGASentence(
      position: position,
      timeOfDay: .seconds(Date().timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)))
  }

  private var options: NtripSessionOptions {
    var options = NtripSessionOptions()
    options.version = version.choice
    options.positionInterval = gga == nil ? nil : interval.duration
    options.frameTimeout = isAnyFormat ? nil : .seconds(30)
    return options
  }
}

/// An NTRIP version: `auto`, `1` or `2`.
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
