import TestSupport
import RTCMParser
import Testing

@Suite("Observations from before MSM")
struct LegacyObservationTests {
  static let types = [1001, 1002, 1003, 1004, 1009, 1010, 1011, 1012] as [UInt16]

  @Test(
    "a type is its message number and back",
    arguments: [
      (1001, Constellation.gps, false, false), (1002, .gps, false, true),
      (1003, .gps, true, false), (1004, .gps, true, true), (1009, .glonass, false, false),
      (1010, .glonass, false, true), (1011, .glonass, true, false), (1012, .glonass, true, true),
    ] as [(UInt16, Constellation, Bool, Bool)])
  func numbers(messageType: UInt16, constellation: Constellation, hasL2: Bool, isExtended: Bool)
    throws
  {
    let type = try #require(LegacyObservationType(messageType: messageType))
    #expect(type.constellation == constellation)
    #expect(type.hasL2 == hasL2)
    #expect(type.isExtended == isExtended)
    #expect(type.messageType == messageType)
  }

  @Test("other numbers are no such type", arguments: [0, 1000, 1005, 1008, 1013, 4095] as [UInt16])
  func refusesNumbers(messageType: UInt16) {
    #expect(LegacyObservationType(messageType: messageType) == nil)
  }

  /// The bits of the header and of each satellite, by the standard.
  @Test(
    "payloads are as long as the standard says",
    arguments: zip(
      types, [(64, 58), (64, 74), (64, 101), (64, 125), (61, 64), (61, 79), (61, 107), (61, 130)]))
  func lengths(messageType: UInt16, bits: (Int, Int)) throws {
    for count in [0, 1, 2, 31] {
      let message = try Self.message(messageType, satelliteCount: count)
      let payload = try RTCMMessage.legacyObservations(message).encode()
      #expect(payload.count == (bits.0 + bits.1 * count + 7) / 8)
      #expect(try decoded(payload) == .legacyObservations(message))
    }
  }

  @Test("32 satellites are refused", arguments: types)
  func refusesTooMany(messageType: UInt16) throws {
    let message = try Self.message(messageType, satelliteCount: 32)
    let error = #expect(throws: RTCMEncodingError.self) {
      try RTCMMessage.legacyObservations(message).encode()
    }
    #expect(error?.field == (messageType < 1009 ? 6 : 35))
    #expect(error?.messageType == messageType)
  }

  @Test("what is not available is told from zero")
  func keepsNotAvailable() throws {
    var message = try Self.message(1004, satelliteCount: 2)
    message.satellites[0].l1 = .init()
    message.satellites[0].l2 = .init()
    message.satellites[1].l1.pseudorange = 0
    message.satellites[1].l1.phaserangeDifference = 0
    message.satellites[1].l2.pseudorangeDifference = 0
    let payload = try RTCMMessage.legacyObservations(message).encode()
    #expect(try decoded(payload) == .legacyObservations(message))
    let observations = message.observations()
    #expect(observations.map { $0.pseudorange == nil } == [true, true, false, false])
    #expect(observations.map { $0.phaserange == nil } == [true, true, false, false])
    #expect(observations.map { $0.cnr == nil } == [true, true, false, false])
  }

  @Test("the pseudorange that says \"not available\" is refused as a value")
  func refusesPattern() throws {
    var message = try Self.message(1002, satelliteCount: 1)
    message.satellites[0].l1.pseudorange = 0x80000
    let error = #expect(throws: RTCMEncodingError.self) {
      try RTCMMessage.legacyObservations(message).encode()
    }
    #expect(
      error?.description
        == "message 1002: 10485.76 is how DF011 says \"not available\"; "
        + "give nil, or a value one step away")
  }

  @Test("observations in metres are read back within half a step", arguments: types)
  func readsBackMetres(messageType: UInt16) throws {
    let type = try #require(LegacyObservationType(messageType: messageType))
    let given = try Self.observations(of: type)
    let message = try LegacyObservations(
      type: type, stationID: 7, epoch: MSMEpoch(constellation: type.constellation, milliseconds: 1),
      observations: given)
    let back = message.observations { id in
      given.first { $0.satelliteID == id }?.pseudorange.map { $0 + 100_000 }
    }
    #expect(back.count == (type.hasL2 ? 4 : 2))
    for observation in back {
      let original = try #require(
        given.first {
          $0.satelliteID == observation.satelliteID && $0.rinexCode == observation.rinexCode
        })
      let (pseudorange, phaserange) = try (
        #require(observation.pseudorange), #require(observation.phaserange)
      )
      let (range, phase) = try (#require(original.pseudorange), #require(original.phaserange))
      #expect(abs(pseudorange - range) <= 0.0201)  // sent as L2 less L1: both round
      let cycles = try (phaserange - phase) * #require(original.carrierFrequency) / 299_792_458
      #expect(abs(cycles - (cycles / 1500).rounded() * 1500) < 0.0015)
      #expect(abs(phaserange - pseudorange) < 262.5)
      #expect(observation.minimumLockTime == 36)
      #expect(observation.cnr == (type.isExtended ? 42.25 : nil))
      #expect(observation.glonassFrequencyChannel == original.glonassFrequencyChannel)
    }
  }

  @Test("a pseudorange without an ambiguity is whole only near a known range")
  func needsRange() throws {
    let message = try Self.message(1003, satelliteCount: 1)
    #expect(message.observations().allSatisfy { $0.pseudorange == nil && $0.phaserange == nil })
    let near = message.observations { _ in 22_000_000 }
    #expect(abs(try #require(near[0].pseudorange) - 22_000_000) <= 299_792.458 / 2)
  }

  @Test("SBAS goes with GPS, under IDs from 40 on", arguments: [1, 4, 19] as [UInt8])
  func carriesSBAS(satelliteID: UInt8) throws {
    let code = try #require(RINEXSignalCode("1C"))
    let message = try LegacyObservations(
      type: .gps(hasL2: false, isExtended: true), stationID: 1,
      epoch: MSMEpoch(constellation: .gps, milliseconds: 0),
      observations: [
        LegacyObservation(
          constellation: .sbas, satelliteID: satelliteID, rinexCode: code, pseudorange: 38e6,
          phaserange: 38e6)
      ])
    #expect(message.satellites.map(\.id) == [39 + satelliteID])
    #expect(message.observations().map(\.constellation) == [.sbas])
    #expect(message.observations().map(\.satelliteID) == [satelliteID])
  }

  @Test("a pseudorange that fits no ambiguity is refused", arguments: [-1.0, 76_746_869.25, .nan])
  func refusesRange(pseudorange: Double) throws {
    let code = try #require(RINEXSignalCode("1C"))
    let observation = LegacyObservation(
      constellation: .gps, satelliteID: 4, rinexCode: code, pseudorange: pseudorange,
      phaserange: nil)
    let error = #expect(throws: RTCMEncodingError.self) {
      try LegacyObservations(
        type: .gps(hasL2: true, isExtended: true), stationID: 1,
        epoch: MSMEpoch(constellation: .gps, milliseconds: 0), observations: [observation])
    }
    #expect(error?.field == 14)
    #expect(error?.messageType == 1004)
  }

  /// Creates a message with values in every field.
  static func message(_ messageType: UInt16, satelliteCount: Int) throws -> LegacyObservations {
    let type = try #require(LegacyObservationType(messageType: messageType))
    let epoch = MSMEpoch(
      constellation: type.constellation, milliseconds: 86_399_999,
      glonassDayOfWeek: type.constellation == .glonass ? 7 : 0)
    var message = LegacyObservations(type: type, stationID: 4095, epoch: epoch)
    for index in 0..<satelliteCount {
      var satellite = LegacySatellite(id: UInt8(index + 1))
      if type.constellation == .glonass { satellite.frequencyChannelIndicator = UInt8(index % 14) }
      satellite.l1.codeIndicator = 1
      satellite.l1.pseudorange = UInt32(14_000_000 - index)
      satellite.l1.phaserangeDifference = -0x7FFFF
      satellite.l1.lockTimeIndicator = 127
      if type.isExtended { (satellite.l1.ambiguity, satellite.l1.cnr) = (73, 255) }
      if type.hasL2 {
        satellite.l2.codeIndicator = 3
        satellite.l2.pseudorangeDifference = 0x1FFF
        satellite.l2.phaserangeDifference = 0x7FFFF
        satellite.l2.lockTimeIndicator = 1
        if type.isExtended { satellite.l2.cnr = 1 }
      }
      message.satellites.append(satellite)
    }
    return message
  }

  /// Creates observations of two satellites on both bands, with phases far from the pseudoranges.
  static func observations(of type: LegacyObservationType) throws -> [LegacyObservation] {
    let codes = type.constellation == .glonass ? ["1C", "2P"] : ["1P", "2W"]
    var observations: [LegacyObservation] = []
    for satellite in 0..<2 {
      for band in 0..<2 {
        let code = try #require(RINEXSignalCode(codes[band]))
        let range = 21_012_345.678 + Double(satellite) * 1_234_567.891
        observations.append(
          LegacyObservation(
            constellation: type.constellation, satelliteID: UInt8(satellite + 1),
            rinexCode: code, pseudorange: range + Double(band) * 5.4321,
            phaserange: range - 24_691.357 + Double(band) * 777.777, minimumLockTime: 37,
            cnr: 42.3,
            glonassFrequencyChannel: type.constellation == .glonass ? satellite - 7 : nil))
      }
    }
    return observations
  }
}
