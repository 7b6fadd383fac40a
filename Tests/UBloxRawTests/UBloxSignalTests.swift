import Testing
import UBloxRaw

@Suite("u-blox signal numbers")
struct UBloxSignalTests {
  @Test(
    "are RINEX names both ways",
    arguments: [
      ("G01 1C", 0, 1, 0), ("G32 2L", 0, 32, 3), ("G05 2S", 0, 5, 4),
      ("S23 1C", 1, 123, 0),
      ("E01 1C", 2, 1, 0), ("E36 1B", 2, 36, 1), ("E11 7I", 2, 11, 5), ("E11 7Q", 2, 11, 6),
      ("C06 2I", 3, 6, 0), ("C05 2I", 3, 5, 1), ("C58 7I", 3, 58, 2), ("C59 7I", 3, 59, 3),
      ("J01 1C", 5, 1, 0), ("J02 1Z", 5, 2, 1), ("J03 2S", 5, 3, 4), ("J04 2L", 5, 4, 5),
      ("R01 1C", 6, 1, 0), ("R24 2C", 6, 24, 2),
      ("I02 5A", 7, 2, 0),
    ] as [(String, UInt8, UInt8, UInt8)])
  func areNames(name: String, gnssID: UInt8, satelliteID: UInt8, signalID: UInt8) throws {
    let constellation = try #require(
      Constellation.allCases.first { $0.rinexLetter == name.first })
    let number = try #require(Int(name.dropFirst().prefix(2)))
    let code = try #require(RINEXSignalCode(String(name.suffix(2))))
    let signal = try #require(
      UBloxSignal(constellation: constellation, satelliteNumber: number, code: code))
    #expect(signal == UBloxSignal(gnssID: gnssID, satelliteID: satelliteID, signalID: signalID))
    #expect((signal.constellation, signal.satelliteNumber) == (constellation, number))
    #expect(signal.code == code)
  }

  @Test("every number has at most one meaning, and leads back to itself")
  func areUnambiguous() {
    for system in UInt8.min...8 {
      for satellite in UInt8.min...UInt8.max {
        for number in UInt8.min...15 {
          let signal = UBloxSignal(gnssID: system, satelliteID: satellite, signalID: number)
          guard let constellation = signal.constellation, let code = signal.code,
            let satellite = signal.satelliteNumber
          else { continue }
          let again = UBloxSignal(
            constellation: constellation, satelliteNumber: satellite, code: code)
          // The signals of D1 and D2 have the same RINEX code.
          #expect(again == signal || constellation == .beidou, "\(signal)")
        }
      }
    }
  }

  @Test("signals and satellites that receivers do not have are none")
  func refusesOthers() throws {
    let code = try #require(RINEXSignalCode("1C"))
    let pCode = try #require(RINEXSignalCode("2W"))
    #expect(UBloxSignal(constellation: .gps, satelliteNumber: 1, code: pCode) == nil)
    for number in [-1, 0, 33, 63, 300] {
      #expect(UBloxSignal(constellation: .gps, satelliteNumber: number, code: code) == nil)
    }
    #expect(UBloxSignal(gnssID: 4, satelliteID: 1, signalID: 0).constellation == nil)
  }
}
