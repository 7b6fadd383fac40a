import NtripProtocol
import RTCMParser
import TestSupport
import Testing

@testable import NtripMemory

@Suite("Frames that a caster damages")
struct StreamDamageTests {
  private static let frames = (0..<40).compactMap { second in
    try? ObservationFrames.frame(1077, time: 1000 * second)
  }

  /// A caster's stream with faults: a frame a second from second 0 on, three frames in each slice.
  private static func stream(_ faults: String..., seed: UInt64 = 1) throws -> [UInt8] {
    let slices = stride(from: 0, to: 39, by: 3).map { Array(frames[$0..<$0 + 3].joined()) }
    @Sendable func feed(_ index: Int) -> StreamFeed {
      guard index < slices.count else { return .ended }
      return StreamFeed(at: .seconds(index)) { (slices[index], feed(index + 1)) }
    }
    let mountpoint = Mountpoint(StreamRecord(mountpoint: "M"), feed: feed(0))
    let caster = SharedCaster(Caster([mountpoint]), isDriven: true)
    caster.setFaults(try faults.map { text in try CasterFault(parsing: text) }, seed: seed)
    let request = Array("GET /M HTTP/1.0\r\n\r\n".utf8)
    let id = caster.connect(saying: request, at: .zero)
    caster.advance(to: .seconds(60))
    return Array(caster.takeOutput(of: id).bytes.dropFirst("ICY 200 OK\r\n\r\n".utf8.count))
  }

  private static let whole = Array(frames.prefix(39).joined())

  @Test("come twice, all of them or a share")
  func doubles() throws {
    #expect(try Self.stream("double rate=1") == Self.frames.prefix(39).flatMap { $0 + $0 })
    let some = try Self.stream("double rate=0.3")
    #expect(some.count > Self.whole.count && some.count < 2 * Self.whole.count)
    #expect(isWhole(some))
  }

  @Test("change places with the next one, also over slices, and none is lost")
  func reorders() throws {
    let pairs = stride(from: 0, to: 38, by: 2).flatMap { [Self.frames[$0 + 1], Self.frames[$0]] }
    // The last frame has no next frame to change places with.
    #expect(try Self.stream("reorder rate=1") == pairs.flatMap(\.self))
    let some = try Self.stream("reorder rate=0.2 to=10")
    #expect(some != Self.whole)
    #expect(some.sorted() == Self.whole.sorted())
    #expect(isWhole(some))
  }

  @Test("end in their middle")
  func halves() throws {
    let half = Self.frames.prefix(39).flatMap { $0.prefix($0.count / 2) }
    #expect(try Self.stream("halve rate=1") == half)
  }

  @Test("have a wrong bit in the share of bytes that is asked for, and no other length")
  func flips() throws {
    let flipped = try Self.stream("flip rate=0.1")
    #expect(flipped.count == Self.whole.count)
    let wrong = zip(flipped, Self.whole).filter { $0 != $1 }
    #expect(wrong.allSatisfy { ($0 ^ $1).nonzeroBitCount == 1 })
    #expect((40...140).contains(wrong.count))
    let all = zip(try Self.stream("flip rate=1"), Self.whole)
    #expect(all.allSatisfy { ($0 ^ $1).nonzeroBitCount == 1 })
    #expect(Set(all.map { $0 ^ $1 }).count == 8, "any bit of a byte")
  }

  @Test(
    "are the same for the same seed, others for another",
    arguments: [
      "flip rate=0.01", "double", "reorder", "halve", "double probability=0.5 rate=0.5",
    ])
  func drawsFromSeed(fault: String) throws {
    let first = try Self.stream(fault, seed: 3)
    #expect(try Self.stream(fault, seed: 3) == first)
    #expect(try Self.stream(fault, seed: 4) != first)
    #expect(try Self.stream("\(fault) from=100", seed: 3) == Self.whole)
  }

  @Test("bytes between frames go on")
  func keepsOthers() throws {
    let mixed: [UInt8] = [1, 2] + Self.frames[0] + [3] + Self.frames[1] + [4, 5]
    let mountpoint = Mountpoint(
      StreamRecord(mountpoint: "M"), feed: StreamFeed(at: .zero) { (mixed, .ended) })
    let caster = SharedCaster(Caster([mountpoint]), isDriven: true)
    caster.setFaults([CasterFault(.double, [.rate: 1])])
    let id = caster.connect(saying: Array("GET /M HTTP/1.0\r\n\r\n".utf8), at: .zero)
    let expected: [UInt8] =
      [1, 2] + Self.frames[0] + Self.frames[0] + [3] + Self.frames[1] + Self.frames[1] + [4, 5]
    #expect(caster.takeOutput(of: id).bytes.dropFirst(14) == expected[...])
  }

  private func isWhole(_ bytes: [UInt8]) -> Bool {
    var scanner = FrameScanner()
    scanner.consume(bytes.span) { _ in }
    scanner.finish { _ in }
    return scanner.counts.otherBytes == 0
  }
}
