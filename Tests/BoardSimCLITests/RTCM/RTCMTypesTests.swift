import TestSupport
import Testing

@Suite("boardsim rtcm types")
struct RTCMTypesTests {
  @Test("the page in docs is what the code knows; 'make' it again with --markdown")
  func docsAreUpToDate() async throws {
    let outcome = try await boardsim("rtcm", "types", "--markdown")
    #expect(outcome.status == 0)
    #expect(outcome.output == (try [UInt8](contentsOf: "docs/rtcm-messages.md")))
  }

  @Test("each type listed is decoded, encodes to the same bits and has a name")
  func areSupported() async throws {
    let outcome = try await boardsim("rtcm", "types", "--json")
    let messages = try #require(try JSONDocument(outcome.text)["messages"] as? [[String: Any]])
    #expect(messages.count > 180)
    for message in messages {
      let type = "\(message["type"] ?? "")"
      #expect(message["is_decoded"] as? Bool == true, "\(type)")
      #expect(message["is_encoded"] as? Bool == true, "\(type)")
      #expect((message["name"] as? String)?.isEmpty == false, "\(type)")
    }
  }

  @Test("a line is a number, a name and a Swift type")
  func listsTypes() async throws {
    let lines = try await boardsim("rtcm", "types").text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("1077 ") && $0.hasSuffix(" MSMMessage") })
    #expect(lines.contains { $0.hasPrefix("4076-201 ") && $0.contains("IGS SSR ionosphere") })
  }

  @Test("--json and --markdown exclude each other")
  func refusesBoth() async throws {
    let outcome = try await boardsim("rtcm", "types", "--json", "--markdown")
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first == "boardsim: give --json or --markdown, not both")
  }
}
