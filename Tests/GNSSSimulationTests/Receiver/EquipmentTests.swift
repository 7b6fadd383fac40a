import GNSSBasics
import Testing

@testable import GNSSSimulation

@Suite("What a receiver tracks")
struct EquipmentTests {
  @Test("all GPS satellites but those before block IIR-M send L2C")
  func civilSignals() throws {
    let code = try #require(RINEXSignalCode("2L"))
    let without = (1...32).filter { number in
      !Equipment.zedF9P.signals(of: SatelliteID(.gps, number)).contains(code)
    }
    #expect(without == [2, 13, 16, 19, 20, 21, 22])
  }
}
