import RTCMParser
import RTCMText
import Testing

@Suite("Observations as CSV")
struct ObservationCSVTests {
  @Test("a line has a signal with its digits; what is not known is empty")
  func golden() throws {
    let code = try #require(RINEXSignalCode("1C"))
    var full = SignalObservation(
      constellation: .glonass, satelliteNumber: 8, code: code, glonassFrequencyChannel: -3)
    full.pseudorange = 21_000_000.1235
    let wavelength = 299_792_458 / 1_600_312_500.0
    (full.phaserange, full.phaserangeRate) = (1000 * wavelength, -100 * wavelength)
    (full.cnr, full.minimumLockTimeMilliseconds) = (44.0625, 1_500)
    full.hasHalfCycleAmbiguity = true
    let bare = SignalObservation(constellation: .gps, satelliteNumber: 5, code: code)
    let time = GPSTime(week: 2421, secondsOfWeek: 129_618)
    var writer = ObservationCSVWriter(near: time)
    var text: [UInt8] = []
    writer.append(
      ObservationEpoch(time: time, stationID: 7, observations: [full, bare]), to: &text)
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    #expect(writer.epochs == 1)
    #expect(
      lines == [
        "2026-06-01T12:00:18.000,7,R08,1C,21000000.1235,1000.0000,100.0000,44.0625,1.500,1,-3",
        "2026-06-01T12:00:18.000,7,G05,1C,,,,,,0,",
      ])
    let columns = String(decoding: ObservationCSVWriter.header, as: UTF8.self).split(separator: ",")
    #expect(columns.count == 11)
    #expect(
      lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 11 })
  }
}
