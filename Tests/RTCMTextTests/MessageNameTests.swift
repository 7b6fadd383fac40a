import RTCMParser
import RTCMTestKit
import RTCMText
import Testing

@Suite("Names of messages")
struct MessageNameTests {
  @Test("every message that is decoded has a name, and a draft or a sub-type says that it is one")
  func all() throws {
    for message in try SampleMessages.all() {
      let name = try #require(MessageName.of(message), "\(message.type)")
      #expect(name.hasSuffix(", draft") == (message.isDraft || message.type == 63))
      #expect(name.hasPrefix("IGS ") == (message.type == 4076))
      #expect(name.contains(", sub-type ") == (message.type == 4072))
    }
  }

  @Test(
    "makers' types are known by theirs",
    arguments: [
      (4072, "u-blox"), (4073, "Compact SSR"), (4076, "IGS SSR"), (4094, "Trimble"),
      (4074, "Proprietary"), (2000, nil),
      (1264, "SSR ionosphere (VTEC)"), (1230, "GLONASS code-phase biases"),
    ] as [(UInt16, String?)])
  func types(type: UInt16, name: String?) { #expect(MessageName.of(type) == name) }
}
