import TestSupport
import GNSSBasics
import RTCMParser
import Testing

@Suite("The position of a station")
struct StationPositionTests {
  static let example = ECEFPosition(x: 1_114_104.5999, y: -4_850_729.7108, z: 3_975_521.4643)

  @Test("is read from the standard's example of message 1005")
  func readsExample() throws {
    let payload = StandardExample.payload
    let station = try StationPosition(decoding: payload.span)
    #expect(station.stationID == 2003)
    #expect(station.position == Self.example)
    #expect(station.antennaHeight == nil)
  }

  @Test("comes with the antenna's height in message 1006")
  func readsHeight() throws {
    let message = AntennaReferencePointAndHeight(
      station: AntennaReferencePoint(stationID: 4095, position: Self.example), antennaHeight: 1.5)
    let payload = try RTCMMessage.antennaReferencePointAndHeight(message).encode()
    let station = try StationPosition(decoding: payload.span)
    #expect(station.stationID == 4095)
    #expect(station.position == Self.example)
    #expect(station.antennaHeight == 1.5)
  }

  @Test("a payload cut anywhere is reported as truncated", arguments: 2..<19)
  func reportsTruncation(byteCount: Int) {
    let payload = Array(StandardExample.payload.prefix(byteCount))
    let error = #expect(throws: RTCMDecodingError.self) {
      try StationPosition(decoding: payload.span)
    }
    guard case .truncated? = error?.reason else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("is in no other message")
  func refusesOtherTypes() throws {
    let payload: [UInt8] = [0x3E, 0xF0] + Array(repeating: 0, count: 30)  // DF002 is 1007
    #expect(
      throws: RTCMDecodingError(
        .unexpectedMessageType, field: 2, bitOffset: 0, messageType: 1007)
    ) { try StationPosition(decoding: payload.span) }
  }
}
