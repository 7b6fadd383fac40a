import TestSupport
import RTCMParser
import RTCMTestKit
import Testing

/// A recorder of a message's numeric fields that then serves as their source.
private struct Recording: FieldVisitor, FieldSource {
  enum Failure: Error { case missing, refused(RTCMEncodingError) }

  private var fields: [(name: String, bits: UInt64)] = []
  private var trailing: [UInt8] = []
  private var next = 0
  private(set) var hasText = false
  /// The beginnings and ends of groups, as they were told and as they were asked for.
  private(set) var (told, asked): ([String], [String]) = ([], [])
  private var isAsked = false

  mutating func visit(_ field: DataField, bits: UInt64) { fields.append(("\(field.name)", bits)) }
  mutating func visit(_ field: DataField, text: DescriptorText) { hasText = true }
  mutating func visit(trailing bits: TrailingBits) { trailing = bits.bytes }
  mutating func visit(undecodedPayload payload: [UInt8]) {}
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    note("begin \(name)")
  }
  mutating func endGroup() { note("end") }
  private mutating func note(_ text: String) {
    if isAsked { asked.append(text) } else { told.append(text) }
  }

  mutating func payload() -> [UInt8]? {
    isAsked = true
    return nil
  }
  mutating func bits(of field: DataField) throws(Failure) -> UInt64 {
    guard next < fields.count, fields[next].name == "\(field.name)" else { throw .missing }
    next += 1
    return fields[next - 1].bits
  }
  mutating func read(_ text: inout DescriptorText, of field: DataField, count: DataField) {}
  func trailingBytes() -> [UInt8] { trailing }
  func failure(_ error: RTCMEncodingError) -> Failure { .refused(error) }
}

@Suite("Messages from their fields")
struct FieldSourceTests {
  @Test("a message that is numbers and groups one after the other comes back from them")
  func comesBack() throws {
    var (types, groups): (Set<UInt16>, Set<String>) = ([], [])
    for message in try SampleMessages.all() {
      if case .msm = message { continue }  // an MSM stores its fields by column
      var fields = Recording()
      try message.describe(to: &fields)
      if fields.hasText { continue }
      #expect(try RTCMMessage(from: &fields).encode() == message.encode(), "\(message.type)")
      #expect(fields.asked == fields.told, "\(message.type)")
      types.insert(message.type)
      groups.formUnion(fields.asked)
    }
    #expect(types.isSuperset(of: [1004, 1013, 1019, 1020, 1046, 1057, 1060, 1230, 1264, 4076]))
    #expect(groups.isSuperset(of: ["begin satellite", "begin announcement", "begin bias", "end"]))
  }

  @Test(
    "bits behind the last field come back wherever in a byte that ends",
    arguments: 0..<9, [[], [0xAB], [0xAB, 0xC0, 1], [UInt8](1...20)])
  func keepsTrailingBits(announcements: Int, trailing: [UInt8]) throws {
    let announcement = SystemParameters.Announcement(
      messageType: 1005, isSynchronous: true, interval: 10)
    let parameters = SystemParameters(
      stationID: 1, time: TransmissionTime(modifiedJulianDay: 58_508, secondOfDay: 86_400),
      announcements: [SystemParameters.Announcement](repeating: announcement, count: announcements))
    // Each announcement has 29 bits, so that the last field of eight ends at each bit of a byte.
    let payload = try RTCMMessage.systemParameters(parameters).encode() + trailing
    let message = try decoded(payload)
    var fields = Recording()
    try message.describe(to: &fields)
    let made = try RTCMMessage(from: &fields)
    #expect(made == message)
    #expect(try made.encode() == payload)
  }
}
