import Testing
import UBloxRaw

@Suite("RXM-SFRBX")
struct RxmSFRBXTests {
  /// String 11 of GLONASS from slot 22, channel -3, in a log of a NEO-M8P.
  static let payload: [UInt8] = [
    6, 22, 0, 4, 4, 8, 2, 0, 0xB7, 0x7B, 0xBF, 0x5E, 0x96, 0xBF, 0xB4, 0xB6, 0x00, 0x30, 0x52, 0xC4,
    0x01, 0x00, 0x78, 0x0A,
  ]

  @Test("one of another length in a log is told as unreadable")
  func unreadable() {
    var (reader, events) = (RawLogReader(), [RawLogReader.Event]())
    let frame = UBXFrame(.rxmSFRBX, payload: Self.payload + [0]).encode()
    reader.consume(frame.span) { events.append($0) }
    guard case .unreadable(let error)? = events.first else {
      Issue.record("\(events)")
      return
    }
    #expect(events.count == 1 && error.messageID == .rxmSFRBX)
  }

  @Test("is decoded and encoded")
  func codes() throws {
    let message = try RxmSFRBX(decoding: Self.payload.span)
    #expect(message.signal == UBloxSignal(gnssID: 6, satelliteID: 22, signalID: 0))
    #expect((message.frequencyIndicator, message.channel) == (4, 8))
    #expect(message.words == [0x5EBF_7BB7, 0xB6B4_BF96, 0xC452_3000, 0x0A78_0001])
    #expect(message.encode() == Self.payload)
  }

  @Test("a payload of another length than its count of words makes, or another version, is refused")
  func refusesOtherLayouts() throws {
    for length in 0..<Self.payload.count {
      #expect(throws: UBXDecodingError.self, "\(length) bytes") {
        try RxmSFRBX(decoding: Self.payload.span.extracting(0..<length))
      }
    }
    var payload = Self.payload
    payload[4] = 255
    let length = UBXDecodingError(messageID: .rxmSFRBX, reason: .length(expected: 1028, actual: 24))
    #expect(throws: length) { try RxmSFRBX(decoding: payload.span) }
    (payload[4], payload[6]) = (4, 1)
    let version = UBXDecodingError(messageID: .rxmSFRBX, reason: .version(expected: 2, actual: 1))
    #expect(throws: version) { try RxmSFRBX(decoding: payload.span) }
    #expect("\(version)".hasPrefix("UBX-RXM-SFRBX (0x02 0x13): version 1, expected 2"))
  }

  @Test("of more words than fit, the first ones are sent")
  func limitsWords() throws {
    let signal = UBloxSignal(gnssID: 0, satelliteID: 1, signalID: 0)
    let message = RxmSFRBX(of: signal, words: Array(0..<20))
    #expect(try RxmSFRBX(decoding: message.encode().span).words == Array(0..<16))
  }
}
