import RTCMStreams
import TestSupport
import Testing

@Suite("Re-dating")
struct RedatingTests {
  static let week: Int = 604_800_000
  static let day: Int = 86_400_000

  static func frame(_ type: MSMType, _ milliseconds: UInt32, day: UInt8 = 0) throws -> [UInt8] {
    let epoch = MSMEpoch(
      constellation: type.constellation, milliseconds: milliseconds, glonassDayOfWeek: day)
    let message = try MSMMessage(type: type, stationID: 7, epoch: epoch, observations: [])
    return try RTCMMessage.msm(message).frame()
  }

  @Test(
    "moves the epoch and nothing else", arguments: Constellation.allCases,
    [0, 1000, -1000, 604_799_000, -604_800_000, 6_048_000_123])
  func movesEpoch(system: Constellation, shift: Int) throws {
    let type = MSMType(system, kind: 7)
    let moved = try #require(
      redated(try Self.frame(type, 1000, day: 2), byMilliseconds: shift))
    let isGLONASS = system == .glonass
    let start = isGLONASS ? 2 * Self.day + 1000 : 1000
    let end = ((start + shift) % Self.week + Self.week) % Self.week
    let expected = try Self.frame(
      type, UInt32(isGLONASS ? end % Self.day : end), day: isGLONASS ? UInt8(end / Self.day) : 0)
    #expect(moved == expected)
    #expect(checksum(moved) == 0)
  }

  @Test("an unknown GLONASS day stays unknown")
  func keepsUnknownDay() throws {
    let frame = try Self.frame(MSMType(.glonass, kind: 4), 86_399_000, day: 7)
    let moved = try #require(redated(frame, byMilliseconds: 2000))
    #expect(try moved == Self.frame(MSMType(.glonass, kind: 4), 1000, day: 7))
  }

  @Test("legacy observations have their epoch behind the station ID", arguments: [1004, 1012])
  func movesLegacyEpoch(type: UInt16) throws {
    var writer = BitWriter()
    writer.append(UInt64(type), count: 12)
    writer.append(2003, count: 12)
    let bits = type == 1004 ? 30 : 27
    let last: UInt64 = type == 1004 ? 604_799_000 : 86_399_000
    func payload(_ milliseconds: UInt64) -> [UInt8] {
      var writer = writer
      writer.append(milliseconds, count: bits)
      writer.append(0x155, count: 9)
      return writer.bytes
    }
    let frame = try framed(payload(last))
    let moved = redated(frame, byMilliseconds: 3000)
    #expect(try moved == framed(payload(2000)))
  }

  @Test("what has no observation epoch, or is no whole frame, gives nothing")
  func refusesOthers() throws {
    #expect(redated(StandardExample.frame, byMilliseconds: 1) == nil)
    let frame = try Self.frame(MSMType(.gps, kind: 4), 0)
    for length in 0..<frame.count {
      #expect(redated(Array(frame.prefix(length)), byMilliseconds: 1) == nil)
    }
    let short = try framed([0x43, 0x50, 0, 0])
    #expect(redated(short, byMilliseconds: 1) == nil)
  }
}
