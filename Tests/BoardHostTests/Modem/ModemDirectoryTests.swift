import Testing

@testable import BoardHost

@Suite("The places of a modem's network")
struct ModemDirectoryTests {
  @Test(
    "a place is a host and a port, an IPv6 address in brackets",
    arguments: [
      ("127.0.0.1:80", "127.0.0.1", UInt16(80)), ("caster.example:2101", "caster.example", 2101),
      ("[::1]:65535", "::1", 65_535),
    ])
  func places(text: String, host: String, port: UInt16) throws {
    let place = try #require(NetworkPlace(text))
    #expect(place == NetworkPlace(host: host, port: port))
    #expect(place.description == text)
  }

  @Test(
    "other texts are no places",
    arguments: [
      "", "host", ":80", "host:", "host:0", "host:65536", "host:x", "::1:80", "a b:80", "a=b:80",
    ])
  func refusals(text: String) {
    #expect(NetworkPlace(text) == nil)
  }

  @Test("a name is found whatever its case; others are the real network's where that is wished")
  func directory() throws {
    var directory = ModemDirectory()
    let real = try #require(NetworkPlace("127.0.0.1:2102"))
    directory.rows[NetworkPlace(host: "Caster.example", port: 2101)] = real
    #expect(directory.place(of: "caster.EXAMPLE", port: 2101) == real)
    #expect(directory.place(of: "caster.example", port: 80) == nil)
    #expect(directory.has("caster.example"))
    #expect(!directory.has("other.example"))
    directory.reachesOthers = true
    #expect(
      directory.place(of: "other.example", port: 80)
        == NetworkPlace(host: "other.example", port: 80))
    #expect(directory.place(of: "caster.example", port: 2101) == real)
  }
}
