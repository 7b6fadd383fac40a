import RTCMParser
import RTCMTestKit
import Testing

@Suite("Observations of a signal")
struct SignalObservationTests {
  @Test("one that a program makes knows the signal's place in a mask and its carrier")
  func made() throws {
    let code = try #require(RINEXSignalCode("1C"))
    let gps = SignalObservation(constellation: .gps, satelliteNumber: 5, code: code)
    #expect(gps.signalID == 2)
    #expect(gps.carrierFrequency == 1_575_420_000)
    #expect(gps.glonassFrequencyChannel == nil)
    #expect("\(gps.satellite)" == "G05")
    let glonass = SignalObservation(
      constellation: .glonass, satelliteNumber: 8, code: code, glonassFrequencyChannel: -3)
    #expect(glonass.glonassFrequencyChannel == -3)
    // Channel -3: three steps of 562.5 kHz below 1602 MHz.
    #expect(glonass.carrierFrequency == 1_600_312_500)
  }

  @Test("phase and Doppler are in cycles of the carrier; Doppler has the other sign")
  func cycles() throws {
    let code = try #require(RINEXSignalCode("1C"))
    var observation = SignalObservation(constellation: .gps, satelliteNumber: 5, code: code)
    #expect(observation.phase == nil)
    #expect(observation.doppler == nil)
    let wavelength = 299_792_458.0 / 1_575_420_000
    observation.phaserange = 100 * wavelength
    observation.phaserangeRate = -7 * wavelength
    #expect(abs(try #require(observation.phase) - 100) < 1e-9)
    #expect(abs(try #require(observation.doppler) - 7) < 1e-9)
    observation.carrierFrequency = nil
    #expect(observation.phase == nil)
    #expect(observation.doppler == nil)
  }

  @Test("a cell's has all that the cell has", arguments: Constellation.allCases)
  func ofCells(constellation: Constellation) throws {
    let type = MSMType(constellation, kind: 7).messageType
    let message = try #require(try SampleMessages.all(ofType: type).first)
    guard case .msm(let msm) = message else { return }
    #expect(message.observations.count == msm.cells.count)
    for (observation, cell) in zip(message.observations, msm.cells) {
      #expect(observation.constellation == constellation)
      #expect(
        constellation.satelliteID(ofRINEXNumber: observation.satelliteNumber) == cell.satelliteID)
      #expect(observation.code == cell.rinexCode)
      #expect(observation.signalID == cell.signalID)
      #expect(observation.messageType == type)
      #expect(observation.pseudorange == cell.pseudorange)
      #expect(observation.phaserange == cell.phaserange)
      #expect(observation.phaserangeRate == cell.phaserangeRate)
      #expect(observation.cnr == cell.cnr)
      #expect(observation.minimumLockTimeMilliseconds == cell.minimumLockTimeMilliseconds)
      #expect(observation.hasHalfCycleAmbiguity == cell.hasHalfCycleAmbiguity)
      #expect(observation.glonassFrequencyChannel == cell.glonassFrequencyChannel)
      #expect(
        observation.carrierFrequency
          == constellation.carrierFrequency(
            ofSignalID: cell.signalID, glonassFrequencyChannel: cell.glonassFrequencyChannel))
    }
    #expect(message.observations.contains { $0.hasHalfCycleAmbiguity })
    #expect(message.observations.contains { $0.pseudorange == nil })
    #expect(message.observations.contains { $0.phaserangeRate != nil })
  }

  @Test("a channel is GLONASS's alone")
  func channelOfCell() throws {
    for (constellation, channel) in [(Constellation.glonass, 5), (.gps, nil)] as [(_, Int?)] {
      let type = MSMType(constellation, kind: 4)
      let message = try #require(try SampleMessages.all(ofType: type.messageType).first)
      guard case .msm(let msm) = message else { continue }
      let observation = SignalObservation(msm.cells[0], glonassFrequencyChannel: 5)
      #expect(observation.glonassFrequencyChannel == channel)
    }
  }

  @Test("an observation from before MSM has all that it has, and a channel that there is")
  func ofLegacy() throws {
    let code = try #require(RINEXSignalCode("2P"))
    var legacy = LegacyObservation(
      constellation: .glonass, satelliteID: 7, rinexCode: code, pseudorange: 2.1e7,
      phaserange: 2.1e7 + 3, minimumLockTime: 25, cnr: 44.25, glonassFrequencyChannel: 13)
    var observation = SignalObservation(legacy, messageType: 1012)
    #expect("\(observation.satellite)" == "R07")
    #expect(observation.code == code)
    #expect(observation.signalID == nil)
    #expect(observation.messageType == 1012)
    #expect(observation.pseudorange == 2.1e7)
    #expect(observation.phaserange == 2.1e7 + 3)
    #expect(observation.phaserangeRate == nil)
    #expect(observation.cnr == 44.25)
    #expect(observation.minimumLockTimeMilliseconds == 25_000)
    #expect(observation.glonassFrequencyChannel == 13)
    // Channel 13: thirteen steps of 437.5 kHz above 1246 MHz.
    #expect(observation.carrierFrequency == 1_251_687_500)
    legacy.glonassFrequencyChannel = 14
    observation = SignalObservation(legacy, messageType: 1012)
    #expect(observation.glonassFrequencyChannel == nil)
    #expect(observation.carrierFrequency == nil)
  }

  @Test("messages of other kinds have none")
  func ofOthers() throws {
    let ephemeris = try #require(try SampleMessages.all(ofType: 1019).first)
    #expect(ephemeris.observations.isEmpty)
    let legacy = try #require(try SampleMessages.all(ofType: 1004).first)
    #expect(legacy.observations.allSatisfy { $0.messageType == 1004 })
    #expect(!legacy.observations.isEmpty)
  }
}
