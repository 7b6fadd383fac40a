internal import Mathematics
internal import RTCMParser
internal import RTCMTestKit

/// The command `boardsim capture damage`.
struct CaptureDamage: Command {
  static let words = ["capture", "damage"]
  static let abstract = "Do to a stream what a bad line does, the same each time."
  static let examples = [
    "boardsim capture damage captures/milan-base.rtcm3 -o damaged.rtcm3",
    "boardsim capture damage captures/milan-base.rtcm3 -o - --seed 2 | boardsim rtcm stats -",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument(
        "FILE", \.file,
        help: """
          a capture, or - for standard input. A quarter of its frames are
          damaged (bits flipped, bytes lost or added, cut short, a wrong
          length or CRC), an eighth come twice, and before every other one
          comes something else: NMEA, UBX, an HTTP head, noise, 0xD3
          """),
      .option(
        "output", short: "o", \.output, "FILE", help: "the damaged stream's file; - for stdout"),
      .option("seed", \.seed, "N", help: "the seed of the damage; default 1"),
      .flag("quiet", short: "q", \.isQuiet, help: "show neither progress nor summary"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      .output(\.output),
      CommandRule(["output"]) { command in
        guard isSameFile(command.file, command.output) else { return nil }
        return "'\(command.output)' is the input as well; name another file"
      },
    ]
  }

  var file = ""
  var output = ""
  var seed: UInt64 = 1
  var isQuiet = false

  func run() throws {
    Interruption.install()
    var input = try InputStream(file)
    var line = BadLine(seed: seed)
    var scanner = FrameScanner()
    var stream = try OutputFile(output)
    var progress = Progress("damaging \(file)", of: input.length, isQuiet: isQuiet)
    while try input.read({ bytes in scanner.consume(bytes) { line.send($0) } }) {
      try stream.write(line.received())
      progress.update(after: scanner.counts.bytes)
    }
    scanner.finish { line.send($0) }
    try stream.write(line.received())
    progress.finish()
    try stream.finish()
    if !isQuiet { Console.note(line.summary) }
  }
}

/// A bad line that damages the frames sent over it.
private struct BadLine {
  private var random: Xoshiro256
  private var bytes: [UInt8] = []
  private var counts = (sent: 0, damaged: 0, twice: 0, found: 0)

  init(seed: UInt64) { random = Xoshiro256(seed: seed, part: "bad line") }

  mutating func send(_ frame: borrowing FrameView) {
    let sent = Array(frame.bytes)
    let stream = TestStream(mixing: [sent], seed: random.next())
    bytes += stream.bytes
    counts.sent += 1
    counts.found += stream.frames.count
    if stream.frames.isEmpty { counts.damaged += 1 }
    if stream.frames.count == 2 { counts.twice += 1 }
  }

  /// Returns the bytes received since the last call.
  mutating func received() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  var summary: String {
    """
    frames: \(counts.sent) in, \(counts.damaged) of them damaged, \(counts.twice) sent twice
    a receiver must find \(counts.found), and no others
    """
  }
}
