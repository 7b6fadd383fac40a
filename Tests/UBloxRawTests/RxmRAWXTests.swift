import Testing
import UBloxRaw

@Suite("RXM-RAWX")
struct RxmRAWXTests {
  /// The first measurement in a log of a NEO-M8P, and one of BeiDou in a log of a ZED-F9P, with an
  /// invented header.
  static let payload = littleEndian(
    391_088.991.bitPattern, 8, 2021, 2, 18, 1, 2, 1, 1, 1, 1, 1, 0, 2,
    17_587_846.315675654.bitPattern, 8, 92_424_756.78060064.bitPattern, 8,
    UInt64(Float(206.56128).bitPattern), 4, 0, 1, 3, 1, 0, 1, 0, 1, 64_500, 2, 51, 1,
    5, 1, 1, 1, 8, 1, 7, 1, 0, 1,
    23_388_266.420824006.bitPattern, 8, 121_788_836.88164197.bitPattern, 8,
    UInt64(Float(-1343.6772).bitPattern), 4, 3, 1, 11, 1, 0, 1, 0, 1, 3200, 2, 45, 1,
    3, 1, 15, 1, 6, 1, 3, 1, 0, 1)

  /// Returns the bytes of numbers, each followed by its length in bytes, lowest byte first.
  private static func littleEndian(_ pairs: UInt64...) -> [UInt8] {
    stride(from: 0, to: pairs.count, by: 2).flatMap { index in
      (0..<pairs[index + 1]).map { UInt8(truncatingIfNeeded: pairs[index] >> (8 * $0)) }
    }
  }

  @Test("is decoded and encoded")
  func codes() throws {
    let message = try RxmRAWX(decoding: Self.payload.span)
    #expect((message.timeOfWeek, message.week, message.leapSeconds) == (391_088.991, 2021, 18))
    #expect(message.status == .leapSecondsKnown)
    let first = try #require(message.measurements.first)
    #expect(first.signal == UBloxSignal(gnssID: 0, satelliteID: 3, signalID: 0))
    #expect((first.pseudorange, first.carrierPhase) == (17_587_846.315675654, 92_424_756.78060064))
    #expect((first.doppler, first.lockTimeMilliseconds, first.cnr) == (206.56128, 64_500, 51))
    #expect(first.status == [.pseudorangeValid, .carrierPhaseValid, .halfCycleResolved])
    #expect(message.measurements.count == 2)
    #expect(message.encode() == Self.payload)
    #expect(RxmRAWX.messageID.name == "UBX-RXM-RAWX")
  }

  @Test("each part that is valid has its bit of the status, as in the interface description")
  func statusBits() {
    let parts: [RawMeasurement.Status] = [
      .pseudorangeValid, .carrierPhaseValid, .halfCycleResolved, .halfCycleSubtracted,
    ]
    #expect(parts.map(\.rawValue) == [1, 2, 4, 8])
  }

  @Test("standard deviations are powers of two of 1 cm and 2 mHz, and multiples of 4 millicycles")
  func deviations() throws {
    let measurements = try RxmRAWX(decoding: Self.payload.span).measurements
    #expect(measurements.map(\.pseudorangeDeviation) == [0.32, 0.08])
    #expect(measurements.map(\.carrierPhaseDeviation) == [0.004, nil])
    #expect(measurements.map(\.dopplerDeviation) == [0.512, 0.128])
  }

  @Test("is an epoch of observations in everybody's units")
  func readsEpoch() throws {
    let epoch = try RxmRAWX(decoding: Self.payload.span).observationEpoch()
    let start = GPSTime(week: 2021, secondsOfWeek: 391_088)
    #expect(epoch.time == start.advanced(byNanoseconds: 991_000_000))
    #expect(epoch.isComplete)
    let (gps, beidou) = (epoch.observations[0], epoch.observations[1])
    #expect((gps.constellation, gps.satelliteNumber, gps.code) == (.gps, 3, RINEXSignalCode("1C")))
    #expect(gps.pseudorange == 17_587_846.315675654)
    #expect(abs(try #require(gps.phase) - 92_424_756.78060064) < 1e-6)
    #expect(abs(try #require(gps.doppler) - 206.56128) < 1e-4)
    #expect((gps.cnr, gps.minimumLockTimeMilliseconds) == (51, 64_500))
    #expect((gps.hasHalfCycleAmbiguity, beidou.hasHalfCycleAmbiguity) == (false, true))
    #expect(beidou.code == RINEXSignalCode("2I"))
  }

  @Test("tells in recStat that the leap seconds are known and that the clock was reset")
  func status() throws {
    var message = try RxmRAWX(decoding: Self.payload.span)
    message.status = [.leapSecondsKnown, .clockReset]
    let payload = message.encode()
    #expect(payload[12] == 0b11)
    let again = try RxmRAWX(decoding: payload.span)
    #expect(again.status == message.status)
  }

  @Test("comes back from its epoch")
  func roundTrip() throws {
    let message = try RxmRAWX(decoding: Self.payload.span)
    let again = try RxmRAWX(try message.observationEpoch())
    #expect((again.timeOfWeek, again.week) == (message.timeOfWeek, message.week))
    #expect((again.leapSeconds, again.status) == (18, .leapSecondsKnown))
    for (a, b) in zip(again.measurements, message.measurements) {
      #expect((a.signal, a.status, a.cnr) == (b.signal, b.status, b.cnr))
      #expect((a.pseudorange, a.doppler) == (b.pseudorange, b.doppler))
      #expect(abs(a.carrierPhase - b.carrierPhase) < 1e-6)
      #expect(a.lockTimeMilliseconds == b.lockTimeMilliseconds)
    }
  }

  @Test("the deviations written are those that a receiver gives at the carrier-to-noise ratio")
  func writesDeviations() throws {
    let message = try RxmRAWX(try RxmRAWX(decoding: Self.payload.span).observationEpoch())
    #expect(message.measurements.map(\.pseudorangeDeviationIndex) == [5, 5])
    #expect(message.measurements.map(\.carrierPhaseDeviationIndex) == [1, 1])
    #expect(message.measurements.map(\.dopplerDeviationIndex) == [8, 8])
  }

  @Test(
    "they grow as the signal weakens, 4 dB-Hz a step, and so does what is written of it to 99 dB-Hz",
    arguments: [
      (120, 99, 5, 1, 8), (99.4, 99, 5, 1, 8), (40, 40, 5, 1, 8), (39.5, 40, 5, 1, 8),
      (39.4, 39, 6, 1, 8), (36, 36, 6, 1, 8), (35, 35, 7, 2, 8), (31, 31, 8, 3, 8),
      (27, 27, 8, 7, 9), (23, 23, 11, 14, 12), (19, 19, 12, 15, 13), (8, 8, 12, 15, 13),
      (7, 7, 13, 15, 14), (0.4, 0, 13, 15, 14), (-5, 0, 13, 15, 14),
    ] as [(Double, UInt8, UInt8, UInt8, UInt8)])
  func weakens(ratio: Double, cnr: UInt8, code: UInt8, phase: UInt8, doppler: UInt8) throws {
    var epoch = try RxmRAWX(decoding: Self.payload.span).observationEpoch()
    epoch.observations[0].cnr = ratio
    let written = try #require(try RxmRAWX(epoch).measurements.first)
    #expect(written.cnr == cnr)
    #expect(written.pseudorangeDeviationIndex == code)
    #expect(written.carrierPhaseDeviationIndex == phase)
    #expect(written.dopplerDeviationIndex == doppler)
  }
}

// MARK: Bad input

extension RxmRAWXTests {
  @Test("a payload cut anywhere, or longer than its count says, is refused")
  func refusesOtherLengths() throws {
    for length in 0..<Self.payload.count {
      #expect(throws: UBXDecodingError.self, "\(length) bytes") {
        try RxmRAWX(decoding: Self.payload.span.extracting(0..<length))
      }
    }
    let error = UBXDecodingError(messageID: .rxmRAWX, reason: .length(expected: 80, actual: 81))
    #expect(throws: error) { try RxmRAWX(decoding: (Self.payload + [0]).span) }
    #expect("\(error)".hasPrefix("UBX-RXM-RAWX (0x02 0x15): payload has 81 bytes, expected 80"))
  }

  @Test("a count that lies is refused, whatever it says")
  func refusesLyingCounts() throws {
    for count in UInt8.min...UInt8.max where count != 2 {
      var payload = Self.payload
      payload[11] = count
      #expect(throws: UBXDecodingError.self) { try RxmRAWX(decoding: payload.span) }
    }
  }

  @Test("version 0, which has no signal identifiers, is refused")
  func refusesVersion() throws {
    var payload = Self.payload
    payload[13] = 0
    let error = UBXDecodingError(messageID: .rxmRAWX, reason: .version(expected: 1, actual: 0))
    #expect(throws: error) { try RxmRAWX(decoding: payload.span) }
  }

  @Test(
    "a message that does not tell its time gives no epoch",
    arguments: [Double.nan, .infinity, -.infinity, -0.001, 604_801, 1e300])
  func refusesTimes(timeOfWeek: Double) throws {
    var message = try RxmRAWX(decoding: Self.payload.span)
    message.timeOfWeek = timeOfWeek
    let error = #expect(throws: RawEpochError.self) { try message.observationEpoch() }
    #expect(error.map { "\($0)" }?.contains("rcvTow \(timeOfWeek) is not in") == true)
    (message.timeOfWeek, message.week) = (0, 0)
    #expect(throws: RawEpochError.unknownWeek) { try message.observationEpoch() }
    message.week = .max
    #expect(throws: RawEpochError.week(65_535)) { try message.observationEpoch() }
  }

  @Test(
    "values that are no numbers are not available, and named", arguments: [Double.nan, .infinity])
  func namesBadValues(value: Double) throws {
    var message = try RxmRAWX(decoding: Self.payload.span)
    (message.measurements[0].pseudorange, message.measurements[0].carrierPhase) = (value, -value)
    message.measurements[1].doppler = Float(value)
    var findings: [RawMeasurementFinding] = []
    let epoch = try message.observationEpoch { findings.append($0) }
    #expect(
      findings == [
        RawMeasurementFinding(.notFinite(.pseudorange), at: 0),
        RawMeasurementFinding(.notFinite(.carrierPhase), at: 0),
        RawMeasurementFinding(.notFinite(.doppler), at: 1),
      ])
    #expect((epoch.observations[0].pseudorange, epoch.observations[0].phaserange) == (nil, nil))
    #expect(epoch.observations[1].phaserangeRate == nil)
    #expect("\(findings[0])".hasPrefix("measurement 0: prMes is no finite number"))
  }

  @Test("what is not called valid is not available, and not looked at")
  func ignoresInvalidValues() throws {
    var message = try RxmRAWX(decoding: Self.payload.span)
    message.measurements[0].status = []
    message.measurements[0].pseudorange = .nan
    let epoch = try message.observationEpoch { Issue.record("\($0)") }
    #expect((epoch.observations[0].pseudorange, epoch.observations[0].phaserange) == (nil, nil))
  }

  @Test("unknown systems, signals and satellites are left out, and named")
  func namesUnknownSignals() throws {
    var message = try RxmRAWX(decoding: Self.payload.span)
    message.measurements[0].signal = UBloxSignal(gnssID: 0, satelliteID: 3, signalID: 99)
    message.measurements[1].signal = UBloxSignal(gnssID: 6, satelliteID: 255, signalID: 0)
    message.measurements.append(
      RawMeasurement(of: UBloxSignal(gnssID: 4, satelliteID: 1, signalID: 0)))
    var findings: [String] = []
    let epoch = try message.observationEpoch { findings.append("\($0)") }
    #expect(epoch.observations.isEmpty)
    #expect(
      findings == [
        "measurement 0: gnssId 0 has no sigId 99; left out",
        "measurement 1: gnssId 6 has no svId 255; left out",
        "measurement 2: gnssId 4 has no sigId 0; left out",
      ])
  }

  @Test("an epoch with what receivers do not have, or that is no number, is written without it")
  func writesWhatThereIs() throws {
    var epoch = try RxmRAWX(decoding: Self.payload.span).observationEpoch()
    epoch.observations[0].code = RINEXSignalCode("2W")
    epoch.observations[1].pseudorange = .nan
    epoch.observations[1].phaserange = .infinity
    epoch.observations[1].phaserangeRate = 1e300
    (epoch.observations[1].cnr, epoch.observations[1].minimumLockTimeMilliseconds) = (.nan, -5)
    let code = try #require(RINEXSignalCode("1C"))
    epoch.observations.append(
      SignalObservation(constellation: .glonass, satelliteNumber: 3, code: code))
    epoch.observations.append(
      SignalObservation(constellation: .gps, satelliteNumber: 63, code: code))
    var findings: [RawMeasurementFinding] = []
    let message = try RxmRAWX(epoch) { findings.append($0) }
    #expect(
      findings.map(\.reason) == [
        .notReceivable, .notFinite(.pseudorange), .notFinite(.carrierPhase), .notFinite(.doppler),
        .noFrequencyChannel, .notReceivable,
      ])
    #expect(findings.map(\.index) == [0, 1, 1, 1, 2, 3])
    let only = try #require(message.measurements.first)
    #expect(message.measurements.count == 1)
    #expect((only.status, only.cnr, only.lockTimeMilliseconds) == ([], 0, 0))
  }

  @Test("an epoch without a week, or of more than 255 measurements, is refused")
  func refusesEpochs() throws {
    #expect(throws: RawEpochError.week(-1)) {
      try RxmRAWX(ObservationEpoch(time: GPSTime(nanoseconds: -1), stationID: 0))
    }
    var epoch = try RxmRAWX(decoding: Self.payload.span).observationEpoch()
    epoch.observations = Array(repeating: epoch.observations[0], count: 256)
    #expect(throws: RawEpochError.tooManyMeasurements(256)) { try RxmRAWX(epoch) }
    #expect("\(RawEpochError.tooManyMeasurements(256))".contains("leave signals out"))
  }
}
