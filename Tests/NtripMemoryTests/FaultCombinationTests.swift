import Mathematics
import NtripProtocol
import RTCMParser
import TestSupport
import Testing

@testable import NtripMemory

@Suite("Many faults of a caster at once")
struct FaultCombinationTests {
  private static let requests = [
    "GET /M HTTP/1.0\r\n\r\n", "GET /M HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n",
    "GET /N HTTP/1.0\r\n\r\n", "GET / HTTP/1.0\r\n\r\n", "GET /O HTTP/1.0\r\n\r\n",
    "SOURCE p /M\r\n\r\n", "nonsense\r\n\r\n", "GET /M",
  ]
  private static let position = "$GPGGA,120000.00,4530.0,N,00900.0,E,1,08,1.0,100.0,M,0,M,,*68\r\n"

  private static func feed(from second: Int) -> StreamFeed {
    StreamFeed(at: .seconds(second)) {
      let frame = try? ObservationFrames.frame(1077, time: 1000 * (second % 600))
      return ((frame ?? []) + (frame ?? []), feed(from: second + 1))
    }
  }

  /// A random fault that ends by second 50.
  private static func fault(_ chance: inout Xoshiro256) -> CasterFault {
    let kinds = CasterFault.Kind.allCases
    let kind = kinds[Int(chance.next() % UInt64(kinds.count))]
    let start = Int(chance.next() % 40)
    var fault = CasterFault(
      kind, of: [nil, "M", "N"][Int(chance.next() % 3)], from: .seconds(start),
      to: .seconds(start + 1 + Int(chance.next() % 10)),
      probability: [1, 0.5, 0][Int(chance.next() % 3)])
    for parameter in kind.parameters {
      let range = parameter.range
      let values = [range.lowerBound, min(range.upperBound, 500), parameter.standard]
      fault.parameters[parameter.name] = values[Int(chance.next() % 3)]
    }
    return fault
  }

  /// Runs a minute of clients that connect, send something and leave; returns the caster's output in order.
  private static func minute(_ seed: UInt64) -> (caster: Caster, said: [Said]) {
    var chance = Xoshiro256(seed: seed, part: "faults")
    var caster = Caster(
      ["M", "N"].map { Mountpoint(StreamRecord(mountpoint: $0), feed: feed(from: 0)) })
    caster.setFaults((0..<6).map { _ in fault(&chance) }, seed: seed, damaging: .frames)
    var (said, open) = ([Said](), [Caster.ConnectionID]())
    for tick in 0..<600 {
      let now = Duration.milliseconds(100 * tick)
      let text = requests[Int(chance.next() % UInt64(requests.count))]
      switch chance.next() % 8 {
      case 0, 1:
        let id = caster.connect(at: now)
        open.append(id)
        caster.receive(Array(text.utf8).span, from: id, at: now) {
          said.append(Said(id: $0, action: $1))
        }
      case 2 where !open.isEmpty:
        let id = open[Int(chance.next() % UInt64(open.count))]
        caster.receive(Array(position.utf8).span, from: id, at: now) {
          said.append(Said(id: $0, action: $1))
        }
      case 3 where !open.isEmpty:
        caster.disconnect(open.remove(at: Int(chance.next() % UInt64(open.count))))
      default: break
      }
      caster.advance(to: now) { said.append(Said(id: $0, action: $1)) }
      caster.expire(at: now) { said.append(Said(id: $0, action: $1)) }
    }
    return (caster, said)
  }

  private struct Said: Equatable {
    var id: Caster.ConnectionID
    var action: Caster.Action
  }

  @Test("say nothing behind a connection's end, and the same for the same seed", arguments: 0..<12)
  func endsOnce(seed: UInt64) {
    let said = Self.minute(seed).said
    var ended: Set<Caster.ConnectionID> = []
    for word in said {
      #expect(!ended.contains(word.id))
      switch word.action {
      case .close, .reset: ended.insert(word.id)
      case .send, .verify: break
      }
    }
    #expect(!said.isEmpty)
    #expect(Self.minute(seed).said == said)
  }

  @Test("are over when they are over: the next reader gets a sound stream", arguments: 0..<12)
  func ends(seed: UInt64) throws {
    var caster = Self.minute(seed).caster
    var bytes: [UInt8] = []
    let id = caster.connect(at: .seconds(70))
    let request = Array("GET /M HTTP/1.0\r\n\r\n".utf8)
    // A delayed frame may still come, after the next one.
    caster.advance(to: .seconds(70)) { _, _ in }
    caster.receive(request.span, from: id, at: .seconds(70)) { other, action in
      if other == id, case .send(let more) = action { bytes += more }
    }
    caster.advance(to: .seconds(72)) { other, action in
      if other == id, case .send(let more) = action { bytes += more }
    }
    let head = Array("ICY 200 OK\r\n\r\n".utf8)
    #expect(bytes.starts(with: head))
    var scanner = FrameScanner()
    scanner.consume(Array(bytes.dropFirst(head.count)).span) { _ in }
    scanner.finish { _ in }
    #expect(scanner.counts.frames >= 4)
  }
}
