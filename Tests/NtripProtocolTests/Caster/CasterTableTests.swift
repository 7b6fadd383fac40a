import NtripMemory
import TestSupport
import Testing

@testable import NtripProtocol

@Suite("A caster's sourcetable")
struct CasterTableTests {
  private static func harness() -> CasterHarness {
    let mountpoints = [("N", 46.0), ("S", 40.0), ("SHUT", 44.0)].map { name, latitude in
      Mountpoint(
        StreamRecord(mountpoint: name, latitude: latitude, longitude: 9), feed: .ended)
    }
    var harness = CasterHarness(mountpoints, users: "*:*:N,S:read\nu:p:SHUT:read")
    harness.caster.neighbours = [.caster(CasterRecord(host: "h", port: 2101))]
    return harness
  }

  private static func names(_ answer: String) -> [Substring] {
    answer.split(separator: "\r\n").compactMap { line in
      line.hasPrefix("STR;") ? line.split(separator: ";")[1] : line.hasPrefix("CAS;") ? "CAS" : nil
    }
  }

  @Test(
    "is filtered as it is asked for; what is no filter leaves it whole",
    arguments: [
      ("/", ["CAS", "N", "S", "SHUT"]), ("/?STR", ["N", "S", "SHUT"]),
      ("/?STR;;;;;;;;;>43", ["N", "SHUT"]), ("/?STR;;;;;;;;;~41", ["S"]),
      ("/?STR;((", ["CAS", "N", "S", "SHUT"]), ("/?auth&STR", ["N", "S"]),
    ])
  func filters(target: String, names: [Substring]) {
    var harness = Self.harness()
    #expect(Self.names(harness.answer(to: "GET \(target) HTTP/1.0\r\n\r\n")) == names)
  }

  @Test("lists for a reader what it may read, by a password that is known to be right")
  func rights() {
    var harness = Self.harness()
    let login = NtripCredentials(user: "u", password: "p").authorization
    let request = "GET /?auth&STR HTTP/1.0\r\nAuthorization: \(login)\r\n\r\n"
    #expect(Self.names(harness.answer(to: request)) == ["N", "S", "SHUT"])
  }
}
