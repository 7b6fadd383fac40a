import Mathematics
import NtripProtocol
import RTCMParser
import Testing

@testable import NtripMemory

/// A caster in memory behind a network that fails at random, from a seed.
private struct FailingNetwork {
  /// The outcome of a connection.
  enum Fate: CaseIterable {
    case refused, neverStands, wordless, silent, unavailable, cutShort, reset, stalls, fine
    case wrongPassword, missing, notImplemented
  }

  /// A connection as seen from the caster's side.
  struct Visit {
    let fate: Fate
    let start: Duration
    /// The time of the connection's end; `nil` for the last connection.
    var end: Duration?
  }

  let caster: SharedCaster
  var machine: NtripClientMachine
  private var generator: Xoshiro256
  private var fate = Fate.fine
  /// The time at which the stream of the current connection ends.
  private var end = Duration.zero
  private var connection: Caster.ConnectionID?
  private var hasAsked = false
  private(set) var data: [UInt8] = []
  private(set) var visits: [Visit] = []

  init(_ caster: SharedCaster, seed: UInt64) {
    self.caster = caster
    machine = NtripClientMachine(to: NtripURL(host: "memory", mountpoint: "M"), seed: seed)
    generator = Xoshiro256(seed: seed, part: "failing network")
  }

  /// Advances to a time; if `isKind`, new connections do not fail.
  mutating func run(to now: Duration, isKind: Bool) {
    caster.advance(to: now)
    breakOff(at: now)
    deliver(at: now)
    while true {
      switch machine.nextAction(at: now) {
      case .connect: connect(at: now, isKind: isKind)
      case .send(let bytes): send(bytes, at: now)
      case .close: close(at: now)
      case .wait: return
      }
      deliver(at: now)
    }
  }

  private mutating func connect(at now: Duration, isKind: Bool) {
    let fates = Fate.allCases + [.fine, .fine, .fine, .cutShort, .reset]
    fate = isKind ? .fine : fates[Int(generator.next() % UInt64(fates.count))]
    // A successful connection lasts at least a minute, which resets the rule's counts.
    let length = Duration.milliseconds(Int64(generator.next() % 120_000))
    end = isKind ? .seconds(1_000_000) : now + length + (fate == .fine ? .seconds(60) : .zero)
    hasAsked = false
    visits.append(Visit(fate: fate, start: now))
    switch fate {
    case .refused:
      visits[visits.count - 1].end = now
      machine.connectionFailed(.connectionRefused, at: now)
    case .neverStands: break
    default: machine.connected(at: now)
    }
  }

  private mutating func send(_ bytes: [UInt8], at now: Duration) {
    guard !hasAsked else { return }
    hasAsked = true
    switch fate {
    case .wordless: disconnect(at: now)
    case .unavailable: answer("503 Service Unavailable", at: now)
    case .wrongPassword: answer("401 Unauthorized", at: now)
    case .missing: answer("404 Not Found", at: now)
    case .notImplemented: answer("501 Not Implemented", at: now)
    case .silent, .refused, .neverStands: break
    case .cutShort, .reset, .stalls, .fine: connection = caster.connect(saying: bytes, at: now)
    }
  }

  private mutating func answer(_ status: String, at now: Duration) {
    take(Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\n\r\n".utf8), at: now)
  }

  private mutating func take(_ bytes: [UInt8], at now: Duration) {
    var data: [UInt8] = []
    machine.received(bytes.span, at: now) { for i in $0.indices { data.append($0[i]) } }
    self.data += data
  }

  /// Delivers the caster's output; the last of it may be half of a frame.
  private mutating func deliver(at now: Duration) {
    guard let connection else { return }
    let bytes = caster.takeOutput(of: connection).bytes
    if fate == .stalls, now > end { return }
    take(bytes, at: now)
  }

  private mutating func breakOff(at now: Duration) {
    let isCut = fate == .cutShort || fate == .reset
    guard let connection, end <= now, isCut || fate == .fine else { return }
    let bytes = caster.takeOutput(of: connection).bytes
    take(Array(bytes.prefix(isCut ? bytes.count / 2 : bytes.count)), at: now)
    close(at: now)
    if fate == .reset { machine.connectionBroke("reset", at: now) } else { disconnect(at: now) }
  }

  private mutating func disconnect(at now: Duration) {
    var data: [UInt8] = []
    machine.disconnected(at: now) { for i in $0.indices { data.append($0[i]) } }
    self.data += data
  }

  private mutating func close(at now: Duration) {
    if let connection { _ = caster.disconnect(connection) }
    connection = nil
    visits[visits.count - 1].end = visits.last?.end ?? now
  }
}

@Suite("An hour of a caster that fails at random")
struct FailingCasterTests {
  /// A stream of one frame a second, all of them different.
  private static func feed(from second: Int) -> StreamFeed {
    StreamFeed(at: .seconds(second)) { (frame(second), feed(from: second + 1)) }
  }

  private static func frame(_ second: Int) -> [UInt8] {
    var payload = [UInt8](repeating: UInt8(truncatingIfNeeded: second &* 37), count: 200)
    (payload[0], payload[1]) = (0xFF, 0xF0)
    (payload[2], payload[3]) = (UInt8(second >> 8), UInt8(second & 0xFF))
    return (try? RTCMFrame.encoding(payload: payload.span)) ?? []
  }

  /// The network after an hour whose last half has no failures, and the amount of data ten minutes before the
  /// end.
  private static func network(seed: UInt64) -> (FailingNetwork, early: Int) {
    let mountpoint = Mountpoint(StreamRecord(mountpoint: "M"), feed: feed(from: 0))
    var network = FailingNetwork(
      SharedCaster(Caster([mountpoint]), isDriven: true), seed: seed)
    var early = 0
    for tenth in 0..<36_000 {
      if tenth == 30_000 { early = network.data.count }
      network.run(to: .milliseconds(100 * tenth), isKind: tenth >= 18_000)
    }
    return (network, early)
  }

  /// Returns the numbers of the frames in a stream, in order.
  private static func numbers(in data: [UInt8]) -> [Int] {
    var (scanner, numbers) = (FrameScanner(), [Int]())
    scanner.consume(data.span) { view in
      numbers.append(Int(view.payload[2]) << 8 | Int(view.payload[3]))
    }
    return numbers
  }

  @Test(
    "corrections flow at its end, and no frame came twice or torn",
    arguments: 1...8 as ClosedRange<UInt64>)
  func flows(seed: UInt64) {
    let (network, early) = Self.network(seed: seed)
    let numbers = Self.numbers(in: network.data)
    let isInOrder = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    #expect(isInOrder, "each once, in their order")
    let last = Self.numbers(in: Array(network.data[early...]))
    let isWhole = zip(last, last.dropFirst()).allSatisfy { $0 + 1 == $1 }
    #expect(isWhole && last.count == 600, "the last ten minutes are whole")
    // The bytes outside frames were cut off: less than a frame for each connection.
    let torn = network.data.count - numbers.count * Self.frame(0).count
    #expect(torn < network.visits.count * Self.frame(0).count)
    #expect(network.machine.status.state == .streaming)
  }

  @Test(
    "the caster is asked no more often than the rule allows, by its own count",
    arguments: 1...8 as ClosedRange<UInt64>)
  func keepsRule(seed: UInt64) throws {
    let (network, _) = Self.network(seed: seed)
    #expect(network.machine.connectCount == network.visits.count)
    #expect((10..<100).contains(network.visits.count), "\(network.visits.count)")
    var rule = Rule()
    for (visit, next) in zip(network.visits, network.visits.dropFirst()) {
      let pause = next.start - (try #require(visit.end))
      let least = rule.leastPause(after: visit, isAtOnce: pause == .zero)
      #expect(pause >= least, "after \(visit)")
    }
  }

  /// The retry rule of docs/ntrip.md, checked from the caster's side.
  private struct Rule {
    /// The number of failures of each kind since the last stream of a minute.
    private var (soon, late) = (0, 0)
    /// The number of immediate retries in a row, and whether the mountpoint was missing since the last
    /// stream.
    private var (inARow, wasMissing) = (0, false)

    /// Returns the least pause before the next connection.
    mutating func leastPause(
      after visit: FailingNetwork.Visit, isAtOnce: Bool
    ) -> Duration {
      wasMissing = wasMissing || visit.fate == .missing
      // Only new knowledge is tried at once, each once: version 1, and the sourcetable's content.
      let teaches = [.wordless, .notImplemented, .missing].contains(visit.fate)
      if isAtOnce, teaches, inARow < 2 {
        inARow += 1
        return .zero
      }
      let isLate = wasMissing || visit.fate == .wrongPassword || visit.fate == .notImplemented
      (inARow, wasMissing) = (0, false)
      let streams = [.cutShort, .reset, .stalls, .fine].contains(visit.fate)
      let length = (visit.end ?? visit.start) - visit.start
      if streams, length >= .seconds(60) { (soon, late) = (0, 0) }
      if isLate { late += 1 } else { soon += 1 }
      return isLate
        ? min(.seconds(60) * (1 << (late - 1)), .seconds(900))
        : min(.seconds(1) * (1 << min(soon - 1, 5)), .seconds(30)) * 3 / 4
    }
  }
}
