import Testing

@testable import BoardSimulation

/// The serial port: when bytes leave and arrive, and which are lost.
@Suite struct UARTPortTests {
  private static let byte = UARTFormat(baud: 9_600).byteTime
  private var port = UARTPort(UARTFormat(baud: 9_600), since: .zero)

  @Test("bytes leave one after the other, from the moment they are sent")
  mutating func paces() {
    port.send([1, 2, 3], at: .seconds(1))
    #expect(port.takeSent(by: .seconds(1) + Self.byte - .nanoseconds(1)) == [])
    #expect(port.takeSent(by: .seconds(1) + Self.byte) == [1])
    // More are sent while two wait: they follow at once.
    port.send([4], at: .seconds(1) + Self.byte)
    #expect(port.takeSent(by: .seconds(1) + Self.byte * 4 - .nanoseconds(1)) == [2, 3])
    #expect(port.takeSent(by: .seconds(1) + Self.byte * 4) == [4])
    #expect(port.sentBytes == 4 && port.waiting == 0 && port.peak == 3)
    // The line has been free since.
    port.send([5], at: .seconds(2))
    #expect(port.takeSent(by: .seconds(2) + Self.byte) == [5])
  }

  @Test("a message that does not fit is lost whole, and the line is no later for it")
  mutating func loses() {
    port.send([UInt8](repeating: 7, count: OutputBuffer.capacity + 1), at: .zero)
    #expect(port.lostBytes == OutputBuffer.capacity + 1 && port.waiting == 0)
    port.send([8], at: .seconds(1))
    #expect(port.takeSent(by: .seconds(1) + Self.byte) == [8])
    port.send([UInt8](repeating: 7, count: OutputBuffer.capacity), at: .seconds(2))
    port.send([9], at: .seconds(2))
    #expect(port.lostBytes == OutputBuffer.capacity + 2)
  }

  @Test("a new rate holds from the next byte on")
  mutating func changesRate() {
    let fast = UARTFormat(baud: 115_200)
    port.send([1, 2, 3], at: .zero)
    #expect(port.takeSent(by: Self.byte) == [1])
    port.change(to: fast)
    #expect(port.baud == 115_200)
    // The second byte is on its way at the old rate; the third follows at the new one.
    #expect(port.takeSent(by: Self.byte * 2 + fast.byteTime - .nanoseconds(1)) == [2])
    #expect(port.takeSent(by: Self.byte * 2 + fast.byteTime) == [3])
  }

  @Test("bytes are garbage at another rate, until the host follows")
  mutating func hostFollows() {
    port.hostBaud = 9_600
    port.send([0x55, 0xFF], at: .zero)
    #expect(port.takeSent(by: .seconds(1)) == [0x55, 0xFF])
    port.change(to: UARTFormat(baud: 19_200))
    port.send([0x00], at: .seconds(1))
    #expect(port.takeSent(by: .seconds(2)) == [0xF8])
    port.hostBaud = 19_200
    port.send([0x00, 0x12], at: .seconds(2))
    #expect(port.takeSent(by: .seconds(3)) == [0x00, 0x12])
  }

  @Test("bytes arrive one after the other at the host's rate")
  mutating func arrives() {
    #expect(port.nextArrival == nil && port.takeReceived(by: .seconds(9)) == [])
    let room = port.room
    port.put([1, 2, 3], at: .seconds(1))
    port.put([], at: .seconds(1))
    #expect(port.room == room - 3)
    #expect(port.nextArrival == .seconds(1) + Self.byte)
    #expect(port.takeReceived(by: .seconds(1) + Self.byte - .nanoseconds(1)) == [])
    #expect(port.takeReceived(by: .seconds(1) + Self.byte * 2) == [1, 2])
    port.put([4], at: .seconds(1) + Self.byte * 2)
    #expect(port.takeReceived(by: .seconds(1) + Self.byte * 4) == [3, 4])
    #expect(port.nextArrival == nil)
    port.hostBaud = 19_200
    port.put([0x00, 0xFF], at: .seconds(2))
    #expect(port.nextArrival == .seconds(2) + UARTFormat(baud: 19_200).byteTime)
    #expect(port.takeReceived(by: .seconds(3)) == [0xF8])
  }
}
