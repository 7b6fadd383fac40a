import Testing

@testable import BoardSimulation

@Suite("u-blox receiver model: DDC port")
struct DDCPortTests {
  private var port = DDCPort()

  private mutating func read(_ count: Int, at now: Duration = .zero) -> [UInt8] {
    var bytes = [UInt8](repeating: 0xAA, count: count)
    var span = bytes.mutableSpan
    port.read(into: &span, at: now)
    return bytes
  }

  @Test("messages come by themselves until nobody has read for 1.5 s, and not a moment longer")
  mutating func timeout() {
    _ = read(1, at: .seconds(10))
    let last = Duration.milliseconds(11_500)
    #expect(port.isStreaming(at: last) && !port.isStreaming(at: last + .nanoseconds(1)))
    port.send(periodic: [1, 2], at: last + .nanoseconds(1))
    #expect(port.waiting == 0 && port.lostBytes == 0)
    port.send(periodic: [1, 2], at: last)
    port.send(answer: [3])
    #expect(port.waiting == 3)
    port.hasExtendedTimeout = true
    #expect(port.isStreaming(at: .seconds(1000)))
  }

  @Test("exactly 4,096 bytes wait, and a message that is longer than the room is lost as a whole")
  mutating func capacity() {
    port.send(answer: [UInt8](repeating: 1, count: 4000))
    port.send(answer: [UInt8](repeating: 2, count: 97))
    #expect(port.waiting == 4000 && port.lostBytes == 97)
    port.send(answer: [UInt8](repeating: 3, count: 96))
    #expect(port.waiting == 4096 && port.lostBytes == 97)
    port.send(answer: [4])
    #expect(port.lostBytes == 98)
    let first = read(4000)
    port.send(answer: [UInt8](repeating: 5, count: 4000))
    let second = read(4097)
    #expect(first == [UInt8](repeating: 1, count: 4000))
    #expect(
      second == [UInt8](repeating: 3, count: 96) + [UInt8](repeating: 5, count: 4000) + [0xFF])
  }

  @Test("the count's bytes belong together, also when more has come between their reads")
  mutating func latch() {
    port.send(answer: [UInt8](repeating: 1, count: 255))
    port.select(register: 0xFD)
    let high = read(1)
    port.send(answer: [2])
    let low = read(1)
    #expect(high == [0] && low == [255])
    port.select(register: 0xFE)
    let fresh = read(1)
    #expect(fresh == [0])
    port.select(register: 0xFD)
    let count = read(2)
    #expect(count == [1, 0])
  }

  @Test("registers below the count hold nothing, and the pointer goes through them to the stream")
  mutating func pointer() {
    port.send(answer: [7, 8])
    port.select(register: 0xFB)
    let bytes = read(7)
    #expect(bytes == [0xFF, 0xFF, 0, 2, 7, 8, 0xFF])
    port.send(answer: [9])
    let next = read(2)
    #expect(next == [9, 0xFF])
  }
}
