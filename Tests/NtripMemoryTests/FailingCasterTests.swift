import Mathematics
import NtripProtocol
import RTCMParser
import Testing

@testable import NtripMemory

/// A caster in memory, and a network before it that fails at random, from a seed.
private struct FailingNetwork {
  /// What a connection comes to.
  enum Fate: CaseIterable {
    case refused, neverStands, wordless, silent, unavailable, cutShort, reset, stalls, fine
    case wrongPassword, missing, notImplemented
  }

  let caster: SharedCaster
  var machine: NtripClientMachine
  private var generator: Xoshiro256
  private var fate = Fate.fine
  /// When the stream of this connection ends.
  private var end = Duration.zero
  private var connection: Caster.ConnectionID?
  private var hasAsked = false
  private(set) var data: [UInt8] = []
  /// When it connected, and the failure after which it had rested since a time; `nil` when it had not.
  private(set) var connects: [(time: Duration, failure: NtripFailure.Cause?, since: Duration)] = []
  private var restStart: Duration?

  init(_ caster: SharedCaster, seed: UInt64) {
    self.caster = caster
    machine = NtripClientMachine(to: NtripURL(host: "memory", mountpoint: "M"), seed: seed)
    generator = Xoshiro256(seed: seed, part: "failing network")
  }

  /// Goes on to a time; nothing fails any more where it is `kind`.
  mutating func run(to now: Duration, isKind: Bool) {
    caster.advance(to: now)
    breakOff(at: now)
    deliver(at: now)
    while true {
      switch machine.nextAction(at: now) {
      case .connect: connect(at: now, isKind: isKind)
      case .send(let bytes): send(bytes, at: now)
      case .close: close()
      case .wait:
        let isResting = machine.status.state == .waiting || machine.status.state == .refused
        if isResting { restStart = restStart ?? now }
        return
      }
      deliver(at: now)
    }
  }

  private mutating func connect(at now: Duration, isKind: Bool) {
    connects.append((now, restStart == nil ? nil : machine.failure?.cause, restStart ?? now))
    restStart = nil
    let fates = Fate.allCases + [.fine, .fine, .fine, .cutShort, .reset]
    fate = isKind ? .fine : fates[Int(generator.next() % UInt64(fates.count))]
    end = isKind ? .seconds(1_000_000) : now + .milliseconds(Int64(generator.next() % 120_000))
    hasAsked = false
    switch fate {
    case .refused: machine.connectionFailed(.connectionRefused, at: now)
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

  /// Hands over what the caster says; the last of it may be half of a frame.
  private mutating func deliver(at now: Duration) {
    guard let connection else { return }
    let bytes = caster.takeOutput(of: connection).bytes
    if fate == .stalls, now > end { return }
    take(bytes, at: now)
  }

  private mutating func breakOff(at now: Duration) {
    guard let connection, end <= now, fate == .cutShort || fate == .reset else { return }
    let bytes = caster.takeOutput(of: connection).bytes
    take(Array(bytes.prefix(bytes.count / 2)), at: now)
    close()
    if fate == .cutShort { disconnect(at: now) } else { machine.connectionBroke("reset", at: now) }
  }

  private mutating func disconnect(at now: Duration) {
    var data: [UInt8] = []
    machine.disconnected(at: now) { for i in $0.indices { data.append($0[i]) } }
    self.data += data
  }

  private mutating func close() {
    if let connection { _ = caster.disconnect(connection) }
    connection = nil
  }
}

@Suite("An hour of a caster that fails at random")
struct FailingCasterTests {
  /// A frame a second, each of them another one.
  private static func feed(from second: Int) -> StreamFeed {
    StreamFeed(at: .seconds(second)) { (frame(second), feed(from: second + 1)) }
  }

  private static func frame(_ second: Int) -> [UInt8] {
    var payload = [UInt8](repeating: UInt8(truncatingIfNeeded: second &* 37), count: 200)
    (payload[0], payload[1]) = (0xFF, 0xF0)
    (payload[2], payload[3]) = (UInt8(second >> 8), UInt8(second & 0xFF))
    return (try? RTCMFrame.encoding(payload: payload.span)) ?? []
  }

  /// The network after an hour, the last twenty minutes of which nothing fails, and how much had come ten
  /// minutes before.
  private static func network(seed: UInt64) -> (FailingNetwork, early: Int) {
    let mountpoint = Mountpoint(StreamRecord(mountpoint: "M"), feed: feed(from: 0))
    var network = FailingNetwork(
      SharedCaster(Caster([mountpoint]), isDriven: true), seed: seed)
    var early = 0
    for tenth in 0..<36_000 {
      if tenth == 30_000 { early = network.data.count }
      network.run(to: .milliseconds(100 * tenth), isKind: tenth >= 24_000)
    }
    return (network, early)
  }

  /// The numbers of the frames in a stream, in their order.
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
    // What is no frame is what was cut off, less than a frame for each connection.
    let torn = network.data.count - numbers.count * Self.frame(0).count
    #expect(torn < network.connects.count * Self.frame(0).count)
    #expect(network.machine.status.state == .streaming)
  }

  @Test(
    "the caster is asked no more often than the rule allows",
    arguments: 1...8 as ClosedRange<UInt64>)
  func keepsRule(seed: UInt64) {
    let (network, _) = Self.network(seed: seed)
    #expect(network.machine.connectCount == network.connects.count)
    var atOnce = 0
    for connect in network.connects.dropFirst() {
      guard let failure = connect.failure else {
        atOnce += 1
        continue
      }
      let shortest: Duration = failure.urgency == .late ? .seconds(60) : .milliseconds(750)
      #expect(connect.time - connect.since >= shortest, "after \(failure)")
    }
    // Only what was learnt is tried at once: version 1 and the sourcetable.
    #expect(atOnce <= network.connects.count / 2)
    #expect(network.connects.count < 200)
  }
}
