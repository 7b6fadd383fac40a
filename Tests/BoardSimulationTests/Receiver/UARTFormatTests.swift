import Testing

@testable import BoardSimulation

/// The bytes that a receiver makes of another rate's, by hand from the wave on the line.
@Suite struct UARTFormatTests {
  @Test(
    "a byte lasts as many bits as it has with start and stop, and none is shorter than it is",
    arguments: [
      (9_600, 10, 1_041_667), (38_400, 10, 260_417), (115_200, 10, 86_806), (921_600, 11, 11_936),
    ])
  func byteTime(baud: Int, bits: Int, nanoseconds: Int) {
    #expect(UARTFormat(baud: baud, bitsPerByte: bits).byteTime == .nanoseconds(nanoseconds))
  }

  @Test(
    "at half or double the rate other bytes come, or none",
    arguments: [
      // Start and bit 0 last for four of its bits: start, three low, the rest high.
      (sent: [0xFE], from: 9_600, to: 19_200, received: [0xF8]),
      // Start alone lasts for two: start, one low.
      (sent: [0xFF], from: 9_600, to: 19_200, received: [0xFE]),
      // Low for eighteen bits: no stop bit.
      (sent: [0x00], from: 9_600, to: 19_200, received: []),
      // The start is over where the middle of its start is.
      (sent: [0xFF], from: 19_200, to: 9_600, received: []),
      // Low for four and a half bits: start and three, and the next is read where the line rises.
      (sent: [0x00], from: 19_200, to: 9_600, received: [0xF8]),
      (sent: [0xAA, 0xFF], from: 9_600, to: 9_600, received: [0xAA, 0xFF]),
    ] as [(sent: [UInt8], from: Int, to: Int, received: [UInt8])])
  func otherRate(sent: [UInt8], from: Int, to: Int, received: [UInt8]) {
    #expect(UARTFormat.received(sent, sentAt: from, readAt: to) == received)
  }

  @Test("four percent of difference lose nothing, eight lose most", arguments: [-1, 1])
  func tolerance(sign: Int) {
    let bytes = (0...255).map { UInt8($0) }
    let near = UARTFormat.received(bytes, sentAt: 100_000, readAt: 100_000 + sign * 4_000)
    #expect(near == bytes)
    let far = UARTFormat.received(bytes, sentAt: 100_000, readAt: 100_000 + sign * 8_000)
    #expect(far != bytes)
  }

  @Test("any bytes at any two rates end, with fewer than come at most")
  func ends() {
    var generator = SystemRandomNumberGenerator()
    let rates = [1_200, 9_600, 38_400, 57_600, 115_200, 921_600]
    for sending in rates {
      for reading in rates {
        let bytes = (0..<64).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let received = UARTFormat.received(bytes, sentAt: sending, readAt: reading)
        #expect(received.count <= bytes.count * 10 * max(1, reading / sending + 1), "\(bytes)")
        if sending == reading { #expect(received == bytes) }
      }
    }
  }
}
