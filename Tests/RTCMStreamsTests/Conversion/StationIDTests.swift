import RTCMStreams
import TestSupport
import Testing

@testable import RTCMParser

@Suite("Station IDs")
struct StationIDTests {
  /// A visitor that finds the position of DF003.
  private struct Finder: FieldVisitor {
    var position = 0
    var found: (position: Int, value: UInt64)?

    mutating func visit(_ field: DataField, bits: UInt64) {
      if field.number == 3 && found == nil { found = (position, bits) }
      position += field.bitCount
    }
    mutating func visit(_ field: DataField, text: DescriptorText) {
      position += text.bytes.count * 8
    }
    mutating func visit(trailing bits: TrailingBits) {}
    mutating func visit(undecodedPayload payload: [UInt8]) {}
    mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {}
    mutating func endGroup() {}
  }

  @Test("DF003 is where the message's list of fields has it, in every type that is decoded")
  func positions() throws {
    var known = 0
    for type in UInt16(0)...4095 {
      // Zeros are a valid payload for most types, without satellites and with empty names.
      var payload = [UInt8](repeating: 0, count: 100)
      payload.replaceBits(at: 0, count: 12, with: UInt64(type))
      guard let message = try? decoded(payload) else { continue }
      if case .other = message { continue }
      var finder = Finder()
      try message.describe(to: &finder)
      #expect(RTCMFrame.stationIDPosition(ofMessageType: type) == finder.found?.position, "\(type)")
      known += 1
    }
    #expect(known > 90)
  }

  @Test("a new ID is all that changes, and the CRC is made anew")
  func changes() throws {
    let stream = try MadeUpBase.stream(seconds: 1)
    let output = frames(of: converted(stream) { $0.stationID = 4095 })
    #expect(output.count == 5)
    for (old, new) in zip(frames(of: stream), output) {
      #expect(stationID(of: new.payload) == 4095)
      var restored = new.payload
      let id = try #require(stationID(of: old.payload))
      restored.replaceBits(at: 12, count: 12, with: UInt64(id))
      #expect(restored == old.payload)
    }
  }

  @Test("a message without an ID, or cut off before it, passes as it is", arguments: [2, 3, 4])
  func leaves(length: Int) throws {
    let ephemeris = try framed([0x3F, 0xB0, 0x12, 0x34])  // 1019
    let cut = try framed(Array([0x3E, 0xD7, 0xD3, 0x02].prefix(length)))  // 1005, truncated
    #expect(converted(ephemeris) { $0.stationID = 9 } == ephemeris)
    #expect((converted(cut) { $0.stationID = 9 } == cut) == (length < 3))
  }

  @Test("captured messages of every type have it there", .compares(with: .captures))
  func captured() throws {
    var types: Set<UInt16> = []
    for name in SharedCaptures.names {
      for frame in frames(of: try SharedCaptures.bytes(of: name)) {
        guard let type = frame.type, types.insert(type).inserted,
          let message = try? decoded(frame.payload)
        else { continue }
        if case .other = message { continue }
        var finder = Finder()
        try message.describe(to: &finder)
        let id = stationID(of: frame.payload).map { UInt64($0) }
        #expect(id == finder.found?.value, "\(type) in \(name)")
      }
    }
    #expect(types.count > 40)
  }
}
