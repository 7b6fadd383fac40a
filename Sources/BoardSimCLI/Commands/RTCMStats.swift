internal import RTCMParser
internal import RTCMText
internal import TextOutput

/// `boardsim rtcm stats`.
struct RTCMStats: Command {
  static let words = ["rtcm", "stats"]
  static let abstract = "Count the RTCM 3 frames of a file by type, and what lies between them."
  static let examples = [
    "boardsim rtcm stats captures/milan-base.rtcm3",
    "curl -s http://caster:2101/MOUNT | boardsim rtcm stats - --json",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument("FILE", \.file, help: "a capture, or - for standard input"),
      .flag("json", \.isJSON, help: "print one JSON object"),
      .flag("quiet", short: "q", \.isQuiet, help: "show no progress"),
    ]
  }

  var file = ""
  var isJSON = false
  var isQuiet = false

  func run() throws {
    Interruption.install()
    var input = try InputStream(file)
    var statistics = StreamStatistics()
    var progress = Progress("reading \(file)", isQuiet: isQuiet || input.length == nil)
    while try input.read({ statistics.consume($0) }) {
      progress.update(Double(statistics.counts.bytes) / Double(max(input.length ?? 1, 1)))
    }
    progress.finish()
    statistics.finish()
    show(statistics)
  }

  private func show(_ statistics: StreamStatistics) {
    guard isJSON else { return Console.print(statistics.table) }
    var json = JSONWriter()
    json.object { statistics.writeMembers(to: &$0) }
    Console.print(json.text)
  }
}
