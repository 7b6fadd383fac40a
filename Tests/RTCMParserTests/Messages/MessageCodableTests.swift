import RTCMParser
import RTCMTestKit
import TestSupport
import Testing

@Suite("Messages that encode themselves")
struct MessageCodableTests {
  /// Checks that a message round-trips alone, and encodes and describes itself like the enclosing RTCM
  /// message.
  private func check<Message: RTCMCodable & Equatable>(
    _ message: Message, as whole: RTCMMessage
  ) throws {
    let payload = try message.encode()
    #expect(try payload == whole.encode())
    #expect(try message.frame() == whole.frame())
    #expect(try Message(decoding: payload.span) == message)
    #expect(message.messageType == whole.messageType)
    let fields = try message.wireFields()
    #expect(try fields == whole.wireFields())
    #expect(fields.first?.bits == UInt64(message.messageType))
  }

  @Test("each of them comes back from its own payload")
  func comeBack() throws {
    var checked = 0
    for whole in try TestVector.all().map(\.message) {
      switch whole {
      case .legacyObservations(let message): try check(message, as: whole)
      case .antennaReferencePoint(let message): try check(message, as: whole)
      case .antennaDescriptor(let message): try check(message, as: whole)
      case .correctionDifferences(let message): try check(message, as: whole)
      case .glonassEphemeris(let message): try check(message, as: whole)
      case .mapProjection(let message): try check(message, as: whole)
      case .unicodeText(let message): try check(message, as: whole)
      case .beidouEphemeris(let message): try check(message, as: whole)
      case .msm(let message): try check(message, as: whole)
      case .ssr(let message): try check(message, as: whole)
      case .ssrIonosphere(let message): try check(message, as: whole)
      case .ublox(let message): try check(message, as: whole)
      default:
        try check(whole, as: whole)
        continue
      }
      checked += 1
    }
    #expect(checked > 90)
  }

  @Test("the standard's example is framed as it prints it")
  func framesExample() throws {
    let payload = StandardExample.payload
    let station = try AntennaReferencePoint(decoding: payload.span)
    #expect(try station.frame() == StandardExample.frame)
  }

  @Test("what a message checks before its fields is checked whoever asks for it")
  func checksParts() throws {
    func bytes(of message: some RTCMCodable) throws -> [UInt8] { try message.encode() }
    let type = try #require(SSRType(messageType: 1060))
    var message = SSRMessage(type: type, header: SSRHeader(epochSeconds: 0))
    message.satellites = [SSRSatellite(id: 1)]
    let error = #expect(throws: RTCMEncodingError.self) { try bytes(of: message) }
    #expect(error?.reason == .notAvailable)
  }

  @Test("a message too long for a frame has a payload and no frame")
  func refusesLongFrame() throws {
    let message = UBloxMessage(subtype: 0, data: [UInt8](repeating: 1, count: 1021))
    #expect(try message.encode().count == 1024)
    let error = #expect(throws: RTCMEncodingError.self) { try message.frame() }
    #expect(error?.reason == .payloadTooLong(byteCount: 1024))
    #expect(error?.messageType == 4072)
  }
}
