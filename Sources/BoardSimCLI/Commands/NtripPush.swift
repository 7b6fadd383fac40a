internal import NtripClient
internal import NtripMemory
internal import NtripProtocol
internal import Platform
internal import RTCMStreams
internal import TextOutput

/// The command `boardsim ntrip push`.
struct NtripPush: Command {
  static let words = ["ntrip", "push"]
  static let abstract = "Push a capture, or what comes on standard input, to a caster."
  static let examples = [
    "boardsim ntrip push ntrip://source:password@127.0.0.1:2101/FIELD captures/milan-base.rtcm3",
    "boardsim capture synth -o - | boardsim ntrip push @caster.url - --ntrip-version 1",
  ]
  static var parameters: [Parameter<Self>] {
    ownParameters + TransportArguments.parameters(in: \.transport)
  }

  private static var ownParameters: [Parameter<Self>] {
    [
      .argument(
        "URL", \.url,
        help: """
          ntrip[s]://user:password@host[:port]/MOUNTPOINT, or @FILE with it
          in the first line; version 1 sends the password alone. Ends with 0
          when all is sent, with 1 when that cannot be
          """),
      .argument(
        "FILE", \.file,
        help: """
          a capture, sent at the pace at which FILE.timing or FILE.tag says
          that it arrived, else at that of its epochs; - for standard input,
          sent as it comes, at the borders of its frames
          """),
      .option(
        "ntrip-version", \.version, "V",
        help: "1, 2 or auto: 2, and 1 where the caster does not know it (default)"),
      .option(
        "speed", \.speed, "N|max", help: "the speed, times that of the recording; default 1"),
      .option(
        "str", \.description, "RECORD",
        help: """
          the mountpoint's sourcetable record from the third field on:
          'Milan;RTCM 3.3;1077(1);2;GPS;…'; default: derived from the capture
          """),
      .flag("no-retry", \.isOnce, help: "end with the connection instead of reconnecting"),
      .flag("json", \.isJSON, help: "print what was sent as one JSON object"),
      .flag("quiet", short: "q", \.isQuiet, help: "only errors"),
    ]
  }

  static var rules: [CommandRule<Self>] { TransportArguments.rules(in: \.transport) }

  var url = MountpointArgument()
  var file = ""
  var version = VersionName.auto
  var speed = PushSpeed.times(1)
  var description: String?
  var isOnce = false
  var isJSON = false
  var isQuiet = false
  var transport = TransportArguments()

  func run() throws {
    Interruption.install()
    let capture = file == "-" ? nil : try CaptureInput.capture(file)
    let news = NewsBell()
    let link = NtripSourceLink(
      to: url.url, options: options(capture), retry: isOnce ? nil : RetryPolicy(),
      over: try transport.options(), onNews: { news.pipe.wake() })
    Interruption.onRequest { link.stop() }
    let feeder = Feeder(link: link, speed: speed)
    let thread = BackgroundThread { feeder.run(capture, file) }
    guard let thread else { throw Failure(message: "the system has no thread to give") }
    thread.detach()  // the thread may wait forever for standard input
    watch(link, news)
    link.waitForEnd()
    if let failure = feeder.failure { throw failure }
    try conclude(link)
  }

  /// Reports the link's state until it ends; a refusal that only a person can resolve ends it.
  private func watch(_ link: NtripSourceLink, _ news: NewsBell) {
    var log = LinkLog(isQuiet: isQuiet)
    while !link.isOver {
      log.update(link.status)
      let isRefused = link.failure.map { $0.cause.urgency != .soon } ?? false
      if isRefused, !link.hasStreamed { return link.stop() }
      news.pipe.wait()
      news.pipe.drain()
    }
  }

  private func conclude(_ link: NtripSourceLink) throws(Failure) {
    if isJSON { try Console.print(json(link.status, link.isFinished)) }
    // Input from a pipe has no other end than the interruption.
    let isEnded = Interruption.isRequested && file == "-" && link.hasStreamed
    guard link.isFinished || isEnded else {
      try Interruption.check()
      throw Failure(message: link.failure.map { "\($0)" } ?? "nothing was sent to \(url.url)")
    }
    if !isQuiet { Console.note("\(link.status.bytes) bytes sent to \(url.url)") }
  }

  private func json(_ status: NtripLinkStatus, _ isComplete: Bool) -> String {
    var json = JSONWriter()
    json.object { json in
      json.member("complete", isComplete)
      json.member("bytes", status.bytes)
      json.member("reconnects", status.reconnects)
    }
    return json.text
  }

  private func options(_ capture: Capture?) -> NtripSourceOptions {
    var options = NtripSourceOptions()
    options.version = version.choice
    options.description = description ?? capture.map { Self.record(of: $0, url.url.mountpoint) }
    return options
  }

  /// Returns the content of a capture as an `STR` record from its third field on.
  private static func record(of capture: Capture, _ mountpoint: String) -> String {
    let record = Mountpoint(name: "-", capture: capture, mode: .once).record
    let table = String(decoding: Sourcetable([.stream(record)]).encode(), as: UTF8.self)
    let line = table.prefix { !$0.isNewline }
    // The record's name field would be in the place of the station's.
    let fields = line.split(separator: ";", maxSplits: 3)
    return mountpoint + ";" + (fields.last ?? "")
  }
}

/// The speed of a capture: `1`, `N` or `max`.
enum PushSpeed: OptionValue, Equatable {
  case times(Double)
  case unlimited

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard text != "max" else {
      self = .unlimited
      return
    }
    guard let factor = Double(text), factor > 0, factor <= 1e6 else {
      throw UsageError(
        message: "\(parameter) must be a number above 0 and at most 1000000, or max, not '\(text)'")
    }
    self = .times(factor)
  }
}

/// A bell by which a link's thread wakes the command.
private final class NewsBell: Sendable {
  let pipe = WakeUpPipe()
}
