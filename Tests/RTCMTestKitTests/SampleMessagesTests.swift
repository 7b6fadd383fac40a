import RTCMParser
import RTCMTestKit
import TestSupport
import Testing

@Suite("Sample messages")
struct SampleMessagesTests {
  @Test("there is one of every type that RTCMParser decodes, and of no other")
  func coversEveryType() throws {
    let decodable = (0...4095 as ClosedRange<UInt16>).filter { type in
      Self.isKnown([UInt8(type >> 4), UInt8(type & 15) << 4])
    }
    let igs = Set([4076 as UInt16])  // its message number decides
    #expect(Set(try SampleMessages.all().map(\.type)) == Set(decodable).union(igs))
  }

  @Test("there is one of every message number of IGS SSR that RTCMParser decodes, and of no other")
  func coversIGS() throws {
    // The payload's start: 4076, version 3, then the message number.
    let decodable = (0...255 as ClosedRange<UInt16>).filter { number in
      Self.isKnown([0xFE, 0xC6 | UInt8(number >> 7), UInt8(truncatingIfNeeded: number << 1)])
    }
    #expect(try SampleMessages.all(ofType: 4076).compactMap(\.subtype) == decodable)
  }

  /// Whether a payload with this start, followed by zeros, is decoded.
  private static func isKnown(_ start: [UInt8]) -> Bool {
    let payload = start + [UInt8](repeating: 0, count: 1023 - start.count)
    guard let message = try? decoded(payload) else { return false }
    if case .other = message { return false }
    return true
  }

  @Test("each decodes to a message of its kind and encodes to the same bytes")
  func roundTrips() throws {
    for vector in try TestVector.all() {
      let message = try decoded(vector.payload)
      if case .other = message { Issue.record("\(vector.name) is not decoded") }
      #expect(message == vector.message, "\(vector.name)")
      #expect(try message.encode() == vector.payload, "\(vector.name)")
      #expect(scan([vector.frame]).map(\.bytes) == [vector.frame], "\(vector.name)")
    }
  }

  @Test("names are told apart, and nothing changes from one time to the next")
  func areTheSameEachTime() throws {
    let vectors = try TestVector.all()
    #expect(Set(vectors.map(\.name)).count == vectors.count)
    #expect(try TestVector.all() == vectors)
  }

  @Test("no field but the few named here is zero throughout a message")
  func areNotTrivial() throws {
    for vector in try TestVector.all() where vector.origin == .selfMade {
      var highest: [String: UInt64] = [:]
      for field in try vector.message.wireFields() {
        highest["\(field.field.name)", default: 0] |= field.bits
      }
      let zeros = Set(highest.filter { $0.value == 0 }.keys)
      // Zero means "not available" in 1021 and 1022, and is the first of u-blox's sub-types.
      #expect(
        zeros.isSubset(of: ["reserved", "validity_extension_east_west", "subtype"]),
        "\(vector.name)")
    }
  }

  @Test("some fields say that they are not available, one is a negative zero")
  func holdSpecialValues() throws {
    let fields = try SampleMessages.all().flatMap { try $0.wireFields() }
    let absent = Set(fields.filter { $0.bits == $0.field.notAvailable }.map(\.field.number))
    #expect(
      absent.isSuperset(of: [12, 20, 42, 155, 243, 397, 399, 400, 401, 403, 404, 405, 406, 408]))
    #expect(
      fields.contains { field in
        field.field.kind == .signMagnitude && field.field.value(of: field.bits)?.sign == .minus
          && field.field.integer(of: field.bits) == 0
      })
  }

  @Test("a value that was put in is the one that comes out")
  func keepsValues() throws {
    let message = try #require(try SampleMessages.all(ofType: 1019).first)
    let vector = try TestVector(message)
    guard case .gpsEphemeris(let orbit) = vector.message else {
      Issue.record("1019 is \(vector.message)")
      return
    }
    #expect(abs(orbit.eccentricity - 0.011_234_567) < 0x1p-34)
    #expect(abs(orbit.squareRootOfSemiMajorAxis - 5153.654_321) < 0x1p-20)
    #expect(orbit.crs == -34.5625)
  }
}
