import Foundation
import GNSSBasics
import NtripProtocol
import RTCMParser
import TestSupport
import Testing

@testable import NtripMemory

/// A link of the usual client to a misbehaving caster in memory, with simulated time.
private struct MisledLink {
  private static let frames = (0..<400).compactMap { second in
    try? ObservationFrames.frame(1077, time: 1000 * second)
  }

  let caster: SharedCaster
  private var machine: NtripClientMachine
  private var connection: Caster.ConnectionID?
  private(set) var connects = 0
  private(set) var data: [UInt8] = []
  private var scanner = FrameScanner()
  private(set) var version: NtripVersion?
  /// The time of the failure.
  private(set) var end: Duration?

  init(_ fault: CasterFault) {
    let mountpoint = Mountpoint(StreamRecord(mountpoint: "M"), feed: Self.feed(from: 0))
    caster = SharedCaster(Caster([mountpoint]), isDriven: true)
    caster.setFaults([fault], seed: 1)
    var options = NtripSessionOptions()
    (options.positionRule, options.positionInterval) = (.whenWanted, .seconds(10))
    options.frameTimeout = .seconds(30)
    let url = NtripURL(
      host: "memory", mountpoint: "M",
      credentials: NtripCredentials(user: "u", password: "p"))
    machine = NtripClientMachine(to: url, options: options, retry: nil, seed: 1)
    machine.report(
      GGASentence(position: GeodeticPosition(latitude: 45, longitude: 9, height: 100)), at: .zero)
  }

  /// A stream with a frame of 22 bytes a second.
  private static func feed(from second: Int) -> StreamFeed {
    guard second < frames.count else { return StreamFeed(at: .seconds(100_000)) { ([], .ended) } }
    return StreamFeed(at: .seconds(second)) { (frames[second], feed(from: second + 1)) }
  }

  var failure: NtripFailure? { machine.failure }
  var counts: ScanCounts { scanner.counts }

  /// The number of different valid frames received.
  var distinctFrames: Int {
    var (scanner, frames) = (FrameScanner(), Set<[UInt8]>())
    scanner.consume(data.span) { frame in
      frames.insert((0..<frame.bytes.count).map { frame.bytes[$0] })
    }
    return frames.intersection(Self.frames).count
  }

  /// Runs for 400 s, in which 400 frames are made, or until the link fails.
  mutating func run() {
    for tick in 0..<4000 where end == nil {
      let now = Duration.milliseconds(100 * tick)
      caster.advance(to: now)
      deliver(at: now)
      while act(at: now) { deliver(at: now) }
      if machine.isOver { end = now }
    }
  }

  private mutating func act(at now: Duration) -> Bool {
    switch machine.nextAction(at: now) {
    case .connect:
      connects += 1
      machine.connected(at: now)
    case .send(let bytes):
      if let connection {
        caster.receive(bytes, from: connection, at: now)
      } else {
        connection = caster.connect(saying: bytes, at: now)
      }
    case .close:
      if let connection { _ = caster.disconnect(connection) }
      connection = nil
    case .wait: return false
    }
    return !machine.isOver
  }

  private mutating func deliver(at now: Duration) {
    guard let connection else { return }
    let output = caster.takeOutput(of: connection)
    if !output.bytes.isEmpty { take(output.bytes, at: now) }
    guard output.closedAfter != nil else { return }
    self.connection = nil
    if output.isReset { return machine.connectionBroke("connection reset", at: now) }
    machine.disconnected(at: now) { _ in }
  }

  private mutating func take(_ bytes: [UInt8], at now: Duration) {
    var data: [UInt8] = []
    machine.received(bytes.span, at: now) { for i in $0.indices { data.append($0[i]) } }
    version = machine.version ?? version
    let old = scanner.counts.frames
    scanner.consume(data.span) { _ in }
    if scanner.counts.frames > old { machine.noteFrame(at: now) }
    self.data += data
  }
}

@Suite("What the client makes of each fault of our caster")
struct FaultTableTests {
  /// Faults of every kind, and some variants that make a difference to a client.
  static let faults = [
    "no-blank-line", "length-zero", "glued-head", "unchunked", "chunked", "icy", "line-feeds",
    "http10", "ok", "headers", "headers fields=2000", "table", "http-table", "401", "ban", "status",
    "status code=200", "status code=404", "status code=409", "status code=503", "silent",
    "stall from=60", "stall from=60 for=20", "gga", "gga-timeout", "gga-rate", "gga-only",
    "dies from=60",
    "reset", "reset bytes=500", "cut-chunk from=60", "chunks", "drip", "flip", "double", "reorder",
    "halve",
  ]

  private static func row(_ text: String) throws -> String {
    let fault = try CasterFault(parsing: text + " mount=M")
    var link = MisledLink(fault)
    link.run()
    var outcome = "streams, version \(link.version?.rawValue ?? 0)"
    if link.counts.badCRC > 0 { outcome += ", CRC errors counted: \(link.counts.badCRC)" }
    var returns = "–"
    if let failure = link.failure {
      // The text without the word "caster" and the caster's address.
      outcome = "\(failure)".split(separator: " ").dropFirst(2).joined(separator: " ")
      switch failure.cause.urgency {
      case .soon: returns = "1 s … 30 s"
      case .late: returns = "1 min … 15 min"
      case .never: returns = "never"
      }
    }
    var frames = "\(link.distinctFrames)"
    let doubles = Int(link.counts.frames) - link.distinctFrames
    if doubles > 0 { frames += " + \(doubles)" }
    let end = link.end.map { "\($0.components.seconds) s" } ?? "–"
    return "| `\(text)` | \(fault.kind.meaning) | \(outcome) | \(frames) | \(end) "
      + "| \(link.connects) | \(returns) |"
  }

  @Test("no fault is missing in the table")
  func isComplete() throws {
    let kinds = try Self.faults.map { try CasterFault(parsing: $0).kind }
    #expect(Set(kinds) == Set(CasterFault.Kind.allCases))
  }

  @Test("the table in the documentation says what it does with each")
  func holdsTable() throws {
    let rows = try Self.faults.map { try Self.row($0) }
    let path = SharedCaptures.packageRoot.appending(path: "docs/caster.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    let marks = ["<!-- the faults' table begins -->\n", "<!-- the faults' table ends -->"]
    let head = try #require(text.range(of: marks[0])).upperBound
    let tail = try #require(text.range(of: marks[1])).lowerBound
    let table =
      "| fault | what the caster does | what the client does | frames | fails at "
      + "| connections | comes back after |\n|---|---|---|---|---|---|---|\n"
      + rows.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["BOARDSIM_WRITE_MATRIX"] != nil {
      try (text[..<head] + table + text[tail...]).write(to: path, atomically: true, encoding: .utf8)
    } else {
      #expect(text[head..<tail] == table, "run scripts/check/tables and look at what is different")
    }
  }
}
