@testable import Platform
import Testing

@Suite("Interfaces of this machine")
struct NetworkInterfacesTests {
  /// The flags: up is 1, loopback 8 and running 64, on Linux and on macOS.
  @Test(
    "are for other machines when they are up, and no loopback",
    arguments: [(1, true), (65, true), (0, false), (64, false), (8, false), (9, false)])
  func flags(flags: Int32, isForOthers: Bool) {
    #expect(NetworkInterfaces.isForOthers(flags: flags) == isForOthers)
  }
}
