internal import AppSecrets
internal import Bytes
internal import GNSSBasics
internal import NtripMemory
internal import NtripProtocol
internal import RTCMStreams
internal import RTCMText
internal import TextOutput

/// The command `boardsim capture info`.
struct CaptureInfo: Command {
  static let words = ["capture", "info"]
  static let abstract = "Say what a capture holds, and what a caster makes of it."
  static let examples = [
    "boardsim capture info captures/milan-base.rtcm3",
    "boardsim capture info base.rtcm3 --json | jq .arrivals",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.file,
        help: """
          a capture, or - for standard input; FILE.timing or RTKLIB's
          FILE.tag beside it tells when it arrived
          """)
    ] + WindowArguments.parameters(\.window) + [
      .flag("json", \.isJSON, help: "print one JSON object")
    ]
  }

  var file = ""
  var window = WindowArguments()
  var isJSON = false

  func run() throws {
    Interruption.install()
    let (capture, arrivals) = try CaptureInput.capture(file, in: window)
    let report = CaptureReport(
      capture, of: file, side: SideFile(of: file)?.path, arrivals: arrivals)
    try Console.print(isJSON ? report.json : report.text)
  }
}

/// The report of a capture.
private struct CaptureReport {
  private let capture: Capture
  private let file: String
  private let statistics: StreamStatistics
  private let digest: String
  private let side: String?
  private let arrivals: [CaptureArrival]
  private let record: StreamRecord

  init(_ capture: Capture, of file: String, side: String?, arrivals: [CaptureArrival]) {
    self.capture = capture
    self.file = file
    self.side = side
    self.arrivals = arrivals
    var statistics = StreamStatistics()
    statistics.consume(capture.bytes.span)
    statistics.finish()
    self.statistics = statistics
    digest = Digest.sha256(capture.bytes).hexadecimal
    record = Mountpoint(name: Self.name(of: file), capture: capture).record
  }

  /// Returns a mountpoint's name: the file's name up to its first dot, or `CAPTURE`.
  private static func name(of file: String) -> String {
    let name = (file.split(separator: "/").last ?? "").prefix { $0 != "." }
    return name.isEmpty || file == "-" ? "CAPTURE" : String(name)
  }

  private var sourcetableLine: String {
    let table = String(decoding: Sourcetable([.stream(record)]).encode(), as: UTF8.self)
    return String(table.prefix { !$0.isNewline })
  }

  private var station: GeodeticPosition? { capture.station.map { GeodeticPosition($0.position) } }

  /// The time from the first arrival to the last.
  private var arrivalSpan: Duration {
    guard let first = arrivals.first, let last = arrivals.last else { return .zero }
    return last.time - first.time
  }

  /// The longest time between two arrivals.
  private var longestPause: Duration {
    zip(arrivals, arrivals.dropFirst()).map { $1.time - $0.time }.max() ?? .zero
  }

  // MARK: Text output

  var text: String {
    let rows = [
      ("bytes", "\(capture.bytes.count)"), ("SHA-256", digest), ("station", stationText),
      ("epochs", "\(capture.index.epochCount), \(missingText)"), ("arrivals", arrivalText),
      (
        "plays",
        "\(Self.seconds(capture.index.period)) s in \(capture.index.slices.count) slices a pass"
      ),
      ("a caster says", sourcetableLine.withControlsEscaped),
    ]
    let lines = rows.map { "\($0.0.padded(to: 14)) \($0.1)" }
    return ([statistics.table, ""] + lines).joined(separator: "\n")
  }

  private var stationText: String {
    guard let station else { return "none: no message 1005 or 1006 with a place on Earth" }
    func text(_ number: Double, _ decimals: Int) -> String {
      var bytes: [UInt8] = []
      bytes.append(decimal: number, decimals: decimals)
      return String(decoding: bytes, as: UTF8.self)
    }
    return "\(text(station.latitude, 7)), \(text(station.longitude, 7)), "
      + "\(text(station.height, 3)) m above the ellipsoid"
  }

  private var missingText: String {
    statistics.missingEpochs == 0
      ? "none missing"
      : "\(statistics.missingEpochs) missing, longest pause "
        + "\(Double(statistics.longestIntervalMilliseconds) / 1000) s"
  }

  private var arrivalText: String {
    guard let side, let first = arrivals.first else {
      return "not known; played by the epochs inside"
    }
    let span = Self.seconds(arrivalSpan)
    let date =
      first.time > .seconds(1_000_000_000)
      ? ", from \(UnixTime(nanoseconds: 0).advanced(by: first.time).iso8601)" : ""
    return
      "\(arrivals.count) over \(span) s, longest pause \(Self.seconds(longestPause)) s\(date) (\(side))"
  }

  private static func seconds(_ time: Duration) -> String {
    var bytes: [UInt8] = []
    bytes.append(decimal: time / .seconds(1), decimals: 3)
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: JSON output

  var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("file", file)
      json.member("sha256", digest)
      statistics.writeMembers(to: &json)
      statistics.writeRates(to: &json)
      writeStation(to: &json)
      writeArrivals(to: &json)
      json.member("pass_seconds", capture.index.period / .seconds(1), decimals: 3)
      json.member("slices", capture.index.slices.count)
      json.member("sourcetable", sourcetableLine)
    }
    return json.text
  }

  private func writeStation(to json: inout JSONWriter) {
    guard let station else { return json.member("station", nil as String?) }
    json.object("station") { json in
      json.member("latitude", station.latitude, decimals: 9)
      json.member("longitude", station.longitude, decimals: 9)
      json.member("height", station.height, decimals: 4)
    }
  }

  private func writeArrivals(to json: inout JSONWriter) {
    guard let side, !arrivals.isEmpty else { return json.member("arrivals", nil as String?) }
    json.object("arrivals") { json in
      json.member("file", side)
      json.member("count", arrivals.count)
      json.member("seconds", arrivalSpan / .seconds(1), decimals: 3)
      json.member("longest_pause_seconds", longestPause / .seconds(1), decimals: 3)
    }
  }
}
