import SensorDrivers
import SensorTestKit
import Testing

@Suite("u-blox receiver: corrections")
struct UBloxCorrectionsTests {
  static func corrections(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  }

  @Test(
    "all bytes go out in order, none of them alone",
    arguments: [0, 1, 2, 127, 128, 129, 130, 255, 256, 257, 1029])
  func sendsAll(count: Int) throws {
    let bus = StreamBus()
    var receiver = UBloxReceiver(on: bus)
    let sent = Self.corrections(count)
    try receiver.send(corrections: sent.span)
    #expect(bus.writes.allSatisfy { (2...128).contains($0.count) })
    #expect(bus.writes.flatMap { $0 } == (count == 1 ? [] : sent))
    #expect(receiver.correctionBytesWritten == (count == 1 ? 0 : count))
    #expect(receiver.correctionBytesLost == 0)
  }

  @Test("any cutting of the stream arrives whole, but for a last single byte", arguments: 1...7)
  func toleratesCutting(length: Int) throws {
    let bus = StreamBus()
    var receiver = UBloxReceiver(on: bus)
    let sent = Self.corrections(300)
    for start in stride(from: 0, to: sent.count, by: length) {
      try receiver.send(corrections: Array(sent[start..<min(start + length, sent.count)]).span)
    }
    #expect(bus.writes.allSatisfy { $0.count >= 2 })
    let arrived = bus.writes.flatMap { $0 }
    #expect(arrived == Array(sent.prefix(arrived.count)))
    #expect(arrived.count >= sent.count - 1)
    #expect(receiver.correctionBytesWritten == arrived.count)
  }

  @Test(
    "a refused write is named, and what it delivered is counted",
    arguments: [0, 1, 2, 100, 128, 500])
  func countsRefused(index: Int) {
    let sent = Self.corrections(300)
    var script: [Transfer] = [.write(Array(sent[..<128])), .write(Array(sent[128..<256]))]
    script[1].failure = .dataNotAcknowledged(.ublox, byteIndex: index)
    let bus = ScriptedBus(script, at: .ublox)
    var receiver = UBloxReceiver(on: bus)
    let error = failure { () throws(UBloxError) in try receiver.send(corrections: sent.span) }
    let refusal = I2CError.dataNotAcknowledged(.ublox, byteIndex: index)
    #expect(error == .transfer(refusal, during: .sendCorrections))
    let delivered = index > 1 ? min(index, 128) : 0
    #expect(receiver.correctionBytesWritten == 128 + delivered)
    #expect(receiver.correctionBytesLost == 300 - 128 - delivered)
    #expect(bus.isUsedUp)
  }

  @Test("a byte held back does not outlive a failed write")
  func dropsHeldByte() throws {
    var script: [Transfer] = [.write([1, 2, 3]), .write([4, 5])]
    script[0].failure = .addressNotAcknowledged(.ublox)
    let bus = ScriptedBus(script, at: .ublox)
    var receiver = UBloxReceiver(on: bus)
    try receiver.send(corrections: [1].span)
    let error = failure { () throws(UBloxError) in try receiver.send(corrections: [2, 3].span) }
    #expect(error == .transfer(.addressNotAcknowledged(.ublox), during: .sendCorrections))
    try receiver.send(corrections: [4, 5].span)
    #expect(receiver.correctionBytesLost == 3)
    #expect(receiver.correctionBytesWritten == 2)
    #expect(bus.isUsedUp)
  }
}
