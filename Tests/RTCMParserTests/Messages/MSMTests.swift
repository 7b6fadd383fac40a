import TestSupport
import Mathematics
import RTCMParser
import Testing

@Suite("MSM")
struct MSMTests {
  static func observation(
    _ satellite: UInt8, _ signal: UInt8, _ pseudorange: Double?, cnr: Double? = 45
  ) -> MSMObservation {
    MSMObservation(
      satelliteID: satellite, signalID: signal, pseudorange: pseudorange,
      phaserange: pseudorange.map { $0 + 12.3456 }, phaserangeRate: -512.3456,
      lockTimeMilliseconds: 70_000, cnr: cnr, glonassFrequencyChannel: -7)
  }

  static func message(
    _ type: MSMType, _ observations: [MSMObservation]
  ) throws(RTCMEncodingError) -> MSMMessage {
    let epoch = MSMEpoch(constellation: type.constellation, gpsTimeOfWeekMilliseconds: 345_600_000)
    return try MSMMessage(
      type: type, stationID: 2003, epoch: epoch, isMoreToFollow: true, iods: 5,
      observations: observations)
  }

  @Test("signals of a satellite may be a rough step apart, whichever of them is nearer")
  func sharesRoughRange() throws {
    for offset in stride(from: 0.0, to: 300, by: 23) {
      for difference in [-290.0, 290] {
        let range = 20_000_000 + offset
        let message = try Self.message(
          MSMType(.gps, kind: 4),
          [Self.observation(3, 2, range), Self.observation(3, 22, range + difference)])
        let ranges = message.cells.compactMap(\.pseudorange)
        try #require(ranges.count == 2)
        #expect(abs(ranges[0] - range) < 0.01 && abs(ranges[1] - range - difference) < 0.01)
      }
    }
  }

  @Test(
    "observations in metres come back within half a step",
    arguments: Constellation.allCases, [4, 5, 6, 7])
  func readsBackMetres(system: Constellation, kind: UInt8) throws {
    let given = [
      Self.observation(64, 2, 25_123_456.789), Self.observation(3, 22, 20_000_100.5, cnr: 38),
      Self.observation(3, 2, 20_000_000), Self.observation(17, 2, nil, cnr: nil),
    ]
    let message = try Self.message(MSMType(system, kind: kind), given)
    guard case .msm(let read) = try decoded(message.encode()) else {
      Issue.record("not an MSM")
      return
    }
    #expect(read == message)
    #expect(Array(read.header.satelliteIDs) == [3, 17, 64])
    #expect(Array(read.header.signalIDs) == [2, 22])
    #expect(read.header.stationID == 2003)
    #expect(read.header.isMoreToFollow)
    #expect(read.header.iods == 5)

    let cells = read.cells
    #expect(cells.map(\.satelliteID) == [3, 3, 17, 64])
    #expect(cells.map(\.signalID) == [2, 22, 2, 2])
    #expect(cells[2].pseudorange == nil && cells[2].phaserange == nil && cells[2].cnr == nil)
    let isFine = kind >= 6
    let codeStep = (isFine ? 0x1p-29 : 0x1p-24) * 299_792.458
    let phaseStep = (isFine ? 0x1p-31 : 0x1p-29) * 299_792.458
    for (cell, range) in [
      (cells[0], 20_000_000), (cells[1], 20_000_100.5), (cells[3], 25_123_456.789),
    ] {
      #expect(abs(try #require(cell.pseudorange) - range) <= codeStep * 0.500_01)
      #expect(abs(try #require(cell.phaserange) - range - 12.3456) <= phaseStep * 0.500_01)
      #expect(cell.cnr == (cell.signalID == 22 ? 38 : 45))
      let lockTime = try #require(cell.minimumLockTimeMilliseconds)
      #expect(lockTime <= 70_000 && lockTime > 30_000)
      #expect(cell.phaserangeRate == (kind % 2 == 1 ? -512.3456 : nil))
    }
  }

  @Test("GLONASS carries its frequency channel in MSM5 and MSM7", arguments: [4, 5, 6, 7])
  func carriesChannel(kind: UInt8) throws {
    let message = try Self.message(
      MSMType(.glonass, kind: kind), [Self.observation(1, 2, 2e7), Self.observation(1, 8, 2e7)])
    let carries = kind == 5 || kind == 7
    #expect(
      message.cells.map(\.carrierFrequency)
        == (carries ? [1_598_062_500, 1_242_937_500] : [nil, nil]))
  }

  @Test("ranges too far apart or too long are refused, by field")
  func refusesRanges() {
    let type = MSMType(.gps, kind: 7)
    let apart = #expect(throws: RTCMEncodingError.self) {
      try Self.message(type, [Self.observation(1, 2, 2e7), Self.observation(1, 3, 2.01e7)])
    }
    #expect(apart?.field == 405)
    #expect(apart?.messageType == 1077)
    let long = #expect(throws: RTCMEncodingError.self) {
      try Self.message(type, [Self.observation(1, 2, 8e7)])
    }
    #expect(long?.field == 397)
    var channel = Self.observation(1, 2, 2e7)
    channel.glonassFrequencyChannel = .max
    let unknown = #expect(throws: RTCMEncodingError.self) {
      try Self.message(MSMType(.glonass, kind: 7), [channel])
    }
    #expect(unknown?.field == 419)
  }

  @Test("more than 64 cells, and IDs that no mask has, are refused")
  func refusesMasks() {
    let type = MSMType(.galileo, kind: 4)
    let tooMany = (1...33 as ClosedRange<UInt8>).flatMap {
      [Self.observation($0, 2, 2e7), Self.observation($0, 15, 2e7)]
    }
    let error = #expect(throws: RTCMEncodingError.self) { try Self.message(type, tooMany) }
    #expect(error?.reason == .tooManyCells(satellites: 33, signals: 2))
    for (satellite, signal) in [(0, 2), (65, 2), (1, 0), (1, 33)] as [(UInt8, UInt8)] {
      let error = #expect(throws: RTCMEncodingError.self) {
        try Self.message(type, [Self.observation(satellite, signal, 2e7)])
      }
      #expect(error?.reason == .masksDisagree)
    }
    let twice = #expect(throws: RTCMEncodingError.self) {
      try Self.message(type, [Self.observation(1, 2, 2e7), Self.observation(1, 2, 2e7)])
    }
    #expect(twice?.reason == .masksDisagree)
  }

  @Test("the first and the last ID of each mask have their place")
  func edgesOfMasks() throws {
    let header = MSMHeader(
      type: MSMType(.gps, kind: 7), stationID: 1,
      epoch: MSMEpoch(constellation: .gps, milliseconds: 0))
    let signals = [(1, 1), (1, 32), (64, 1), (64, 32)].map { (satellite: Int, signal: Int) in
      MSMSignal(
        satelliteID: UInt8(satellite), signalID: UInt8(signal), finePseudorange: 1,
        finePhaserange: 2, lockTimeIndicator: 3, hasHalfCycleAmbiguity: true, cnr: 4,
        finePhaserangeRate: 5)
    }
    let message = try MSMMessage(
      header: header,
      satellites: [
        MSMSatellite(
          id: 64, roughRangeMilliseconds: 70, extendedInformation: 3, roughRangeModulo: 1023,
          roughPhaserangeRate: -7), MSMSatellite(id: 1),
      ], signals: signals)
    #expect(message.header.satelliteMask == 0x8000_0000_0000_0001)
    #expect(message.header.signalMask == 0x8000_0001)
    #expect(message.satellites.map(\.id) == [1, 64])
    guard case .msm(let back) = try decoded(RTCMMessage.msm(message).encode()) else { return }
    #expect(back.satellites == message.satellites && back.signals == signals)
    #expect(back.satellites[1].roughRangeMilliseconds == 70)
    #expect(back.satellites[1].extendedInformation == 3)
    #expect(back.satellites[1].roughRangeModulo == 1023)
    #expect(back.satellites[1].roughPhaserangeRate == -7)
    for signal in back.signals {
      #expect(signal.finePseudorange == 1 && signal.finePhaserange == 2)
      #expect(signal.lockTimeIndicator == 3 && signal.hasHalfCycleAmbiguity)
      #expect(signal.cnr == 4 && signal.finePhaserangeRate == 5)
    }
  }

  @Test("a signal without its satellite is no cell")
  func leavesOutOrphans() throws {
    let observations = [3, 7, 9].map { Self.observation($0, 2, 2e7) }
    for left in [[0, 1], [0, 2], [1, 2], [1], []] {
      var message = try Self.message(MSMType(.gps, kind: 7), observations)
      message.satellites = left.map { message.satellites[$0] }
      #expect(message.cells.map(\.satelliteID) == left.map { [3, 7, 9][$0] })
    }
  }

  @Test("what ends between two columns lacks the second one")
  func endsBetweenColumns() throws {
    let observations = [3, 7, 9].map { Self.observation($0, 2, 2e7) }
    let message = try Self.message(MSMType(.gps, kind: 4), observations)
    // 172 bits up to the cell mask, then 54 of satellites, then 45, 66, 12 and 3 of cells; CNR comes after
    // them.
    let payload = Array(try RTCMMessage.msm(message).encode().prefix(44))
    let error = #expect(throws: RTCMDecodingError.self) { try decoded(payload) }
    #expect(error?.field == 403 && error?.bitOffset == 352)
  }

  @Test("a header that served for other cells gets the masks of these")
  func replacesMasks() throws {
    let old = try Self.message(
      MSMType(.gps, kind: 7),
      [
        Self.observation(3, 2, 2e7), Self.observation(3, 22, 2e7), Self.observation(9, 2, 2e7),
        Self.observation(9, 22, 2e7),
      ])
    let signals = [old.signals[0], old.signals[3]]
    let message = try MSMMessage(header: old.header, satellites: old.satellites, signals: signals)
    #expect(message.header.cellMask == 0b1001)
    #expect(message.signals == signals)
    let one = try MSMMessage(
      header: old.header, satellites: [old.satellites[1]], signals: [old.signals[2]])
    #expect(Array(one.header.satelliteIDs) == [9] && Array(one.header.signalIDs) == [2])
  }

  @Test("the lock time is in all kinds but MSM1", arguments: 1...7 as ClosedRange<UInt8>)
  func lockTimes(kind: UInt8) throws {
    let message = try Self.message(MSMType(.gps, kind: kind), [Self.observation(1, 2, 2e7)])
    guard case .msm(let read) = try decoded(message.encode()) else { return }
    // A lock time of 70 s becomes 65.536 s in DF402, and 69.632 s in DF407, whose step is 2.048 s there.
    let expected = kind == 1 ? nil : kind < 6 ? 65_536 : 69_632
    #expect(read.cells.map(\.minimumLockTimeMilliseconds) == [expected])
  }

  @Test("a value changed so that the masks lie is not encoded")
  func refusesLyingMasks() throws {
    var message = try Self.message(MSMType(.gps, kind: 7), [Self.observation(1, 2, 2e7)])
    message.header.cellMask = 0
    #expect(throws: RTCMEncodingError.self) { try message.encode() }
    message.header.cellMask = 1
    message.satellites[0].id = 2
    #expect(throws: RTCMEncodingError.self) { try message.encode() }
  }

  @Test("signals and satellites out of their order are not encoded")
  func refusesDisorder() throws {
    let given = try Self.message(
      MSMType(.gps, kind: 7),
      [Self.observation(1, 2, 2e7), Self.observation(1, 22, 2e7), Self.observation(40, 2, 2e7)])
    var (signals, others, satellites) = (given, given, given)
    signals.signals.swapAt(0, 1)
    others.signals[2].satelliteID = 1
    satellites.satellites.swapAt(0, 1)
    for message in [signals, others, satellites] {
      let error = #expect(throws: RTCMEncodingError.self) { try message.encode() }
      #expect(error?.reason == .masksDisagree)
    }
  }

  @Test(
    "the greatest values of a column are encoded, those beyond are refused",
    arguments: 1...7 as ClosedRange<UInt8>)
  func refusesBeyondColumns(kind: UInt8) throws {
    let whole = try Self.message(
      MSMType(.gps, kind: kind), [Self.observation(1, 2, 2e7), Self.observation(1, 22, 2e7)])
    // The message as decoded, without the values that its kind does not carry.
    guard case .msm(let given) = try decoded(whole.encode()) else { return }
    let isFine = kind >= 6
    func check(_ field: UInt16, _ values: [Int], _ set: (inout MSMMessage, Int) -> Void) throws {
      for (index, value) in values.enumerated() {
        var message = given
        set(&message, value)
        if index < 2 {
          #expect(try decoded(Array(message.frame().dropFirst(3).dropLast(3))) == .msm(message))
        } else {
          let error = #expect(throws: RTCMEncodingError.self) { try message.frame() }
          #expect(error?.field == field, "\(value)")
        }
      }
    }
    if kind >= 4 {
      try check(397, [0, 254, 255]) { $0.satellites[0].roughRangeMilliseconds = UInt8($1) }
      let cnr = isFine ? [1, 1023, 1024, 0] : [1, 63, 64, 0]
      try check(isFine ? 408 : 403, cnr) { $0.signals[1].cnr = UInt16($1) }
    }
    try check(398, [0, 1023, 1024]) { $0.satellites[0].roughRangeModulo = UInt16($1) }
    if kind != 2 {
      let half = isFine ? 1 << 19 : 1 << 14
      try check(isFine ? 405 : 400, [1 - half, half - 1, half, -half, .init(Int32.min)]) {
        $0.signals[1].finePseudorange = Int32($1)
      }
    }
    if kind != 1 {
      let half = isFine ? 1 << 23 : 1 << 21
      try check(isFine ? 406 : 401, [1 - half, half - 1, half, -half, .init(Int32.max)]) {
        $0.signals[0].finePhaserange = Int32($1)
      }
      let most = isFine ? 1023 : 15
      try check(isFine ? 407 : 402, [0, most, most + 1]) {
        $0.signals[1].lockTimeIndicator = UInt16($1)
      }
    }
    if kind == 5 || kind == 7 {
      try check(399, [-8191, 8191, 8192, -8192]) {
        $0.satellites[0].roughPhaserangeRate = Int16($1)
      }
      try check(404, [-16_383, 16_383, 16_384, -16_384]) {
        $0.signals[1].finePhaserangeRate = Int16($1)
      }
    }
  }

  @Test("a payload longer than a frame is encoded whole, and not framed")
  func encodesLongPayload() throws {
    var message = try Self.message(MSMType(.gps, kind: 7), [Self.observation(1, 2, 2e7)])
    let payload = try message.encode()
    let rest = (0..<1200).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
    message.trailingBits = TrailingBits(bytes: rest)
    let long = try message.encode()
    #expect(long.count == payload.count + 1200)
    #expect(try decoded(long).encode() == long)
    let error = #expect(throws: RTCMEncodingError.self) { try message.frame() }
    #expect(error?.reason == .payloadTooLong(byteCount: long.count))
  }

  @Test("a payload that claims more than 64 cells is refused")
  func refusesClaim() throws {
    var payload = try Self.message(MSMType(.gps, kind: 7), [Self.observation(1, 2, 2e7)]).encode()
    for index in 10..<24 { payload[index] = 0xFF }  // both masks
    let error = #expect(throws: RTCMDecodingError.self) { try decoded(payload) }
    guard case .tooManyCells? = error?.reason else {
      Issue.record("\(error?.description ?? "no error")")
      return
    }
  }

  @Test("random payloads are decoded or refused, never a trap; what is decoded encodes the same")
  func survivesNoise() throws {
    var generator = Xoshiro256(seed: 1, part: "noise")
    for round in 0..<600 {
      let types = [1005, 1006, 1019, 1033, 1230, 1071 + round % 67]
      var writer = BitWriter()
      writer.append(UInt64(types[round % types.count]), count: 12)
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        // Few bits are set, so that some messages have small masks.
        writer.append(generator.next() & generator.next() & generator.next(), count: 60)
      }
      guard let message = try? decoded(writer.bytes) else { continue }
      #expect(try message.encode() == writer.bytes)
    }
  }

  @Test(
    "each row has the bits of its columns, however many rows there are",
    arguments: 1...7 as ClosedRange<UInt8>)
  func readsColumns(kind: UInt8) throws {
    var generator = Xoshiro256(seed: UInt64(kind), part: "columns")
    let type = MSMType(.gps, kind: kind)
    for count in 1...64 {
      let ids = 1...UInt8(count)
      let empty = try MSMMessage(
        header: MSMHeader(
          type: type, stationID: 1, epoch: MSMEpoch(constellation: .gps, milliseconds: 2)),
        satellites: ids.map { MSMSatellite(id: $0) },
        signals: ids.map { MSMSignal(satelliteID: $0, signalID: 2) })
      var (writer, start) = (BitWriter(), try empty.encode())
      for bit in 0..<169 + count { writer.append(start.span.bits(at: bit, count: 1), count: 1) }
      var (satellites, cells) = ([[UInt64]](), [[UInt64]]())
      func writeColumn(_ field: DataField, of rows: inout [[UInt64]]) {
        if rows.isEmpty { rows = Array(repeating: [], count: count) }
        for row in rows.indices {
          // Random bits, mixed with all zeros, all ones and the "not available" pattern.
          let choices = [generator.next(), generator.next(), 0, .max, field.notAvailable ?? 1]
          let bits = choices[Int.random(in: choices.indices, using: &generator)]
          rows[row].append(bits & (1 << UInt64(field.bitCount) - 1))
          writer.append(bits, count: field.bitCount)
        }
      }
      type.forEachSatelliteField { writeColumn($0, of: &satellites) }
      type.forEachCellField { writeColumn($0, of: &cells) }

      start = writer.bytes
      let message = try MSMMessage(decoding: start.span)
      var rows = RowCollector()
      try message.describe(to: &rows)
      #expect(rows.rows == satellites + cells)
      #expect(try message.encode() == start)
      let view = try MSMView(decoding: start.span)
      var (satellitesInPlace, signalsInPlace): ([MSMSatellite], [MSMSignal]) = ([], [])
      view.forEachSatellite { satellitesInPlace.append($0) }
      view.forEachCell { signalsInPlace.append($0.signal) }
      #expect(satellitesInPlace == message.satellites)
      #expect(signalsInPlace == message.signals)
    }
  }

  @Test("view and value agree")
  func viewAgrees() throws {
    let message = try Self.message(
      MSMType(.beidou, kind: 7),
      (1...20 as ClosedRange<UInt8>).map { Self.observation($0, $0 % 2 == 0 ? 2 : 14, 2.1e7) })
    let payload = try message.encode()
    let view = try MSMView(decoding: payload.span)
    var (satellites, cells): ([MSMSatellite], [MSMCell]) = ([], [])
    view.forEachSatellite { satellites.append($0) }
    view.forEachCell { cells.append($0) }
    #expect(satellites == message.satellites)
    #expect(cells == message.cells)
    #expect(cells.count == 20)
    let header = try MSMHeader(decoding: payload.span)
    #expect(header == message.header)
  }
}

/// A visitor that collects the bits of each satellite and of each cell.
private struct RowCollector: FieldVisitor {
  var rows: [[UInt64]] = []
  private var isInRow = false

  mutating func visit(_ field: DataField, bits: UInt64) {
    if isInRow { rows[rows.count - 1].append(bits) }
  }
  mutating func visit(_ field: DataField, text: DescriptorText) {}
  mutating func visit(trailing bits: TrailingBits) {}
  mutating func visit(undecodedPayload payload: [UInt8]) {}
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
    rows.append([])
    isInRow = true
  }
  mutating func endGroup() { isInRow = false }
}

@Suite("MSM types and signals")
struct MSMTypeTests {
  @Test(
    "message numbers",
    arguments: [
      (1071, Constellation.gps, 1), (1087, .glonass, 7), (1094, .galileo, 4), (1107, .sbas, 7),
      (1115, .qzss, 5), (1127, .beidou, 7), (1137, .navic, 7),
    ] as [(UInt16, Constellation, UInt8)])
  func numbers(messageType: UInt16, system: Constellation, kind: UInt8) {
    #expect(MSMType(messageType: messageType) == MSMType(system, kind: kind))
    #expect(MSMType(system, kind: kind).messageType == messageType)
  }

  @Test(
    "numbers between them are no MSM",
    arguments: [0, 1005, 1070, 1078, 1080, 1130, 1138, 1230, 4095])
  func refusesOthers(messageType: UInt16) { #expect(MSMType(messageType: messageType) == nil) }

  @Test(
    "signals have RINEX codes and frequencies",
    arguments: [
      (.gps, 2, "1C", 1575.42), (.gps, 10, "2W", 1227.6), (.gps, 16, "2L", 1227.6),
      (.gps, 23, "5Q", 1176.45), (.galileo, 2, "1C", 1575.42), (.galileo, 23, "5Q", 1176.45),
      (.galileo, 15, "7Q", 1207.14), (.galileo, 19, "8Q", 1191.795), (.galileo, 8, "6C", 1278.75),
      (.beidou, 2, "2I", 1561.098), (.beidou, 14, "7I", 1207.14), (.beidou, 8, "6I", 1268.52),
      (.qzss, 9, "6S", 1278.75), (.sbas, 2, "1C", 1575.42), (.glonass, 2, "1C", 1602.5625),
      (.glonass, 8, "2C", 1246.4375), (.navic, 22, "5A", 1176.45), (.beidou, 32, "1X", 1575.42),
      (.navic, 8, "9A", 2492.028), (.qzss, 3, "1E", 1575.42), (.qzss, 6, "1Z", 1575.42),
      (.glonass, 14, "3I", 1202.025), (.beidou, 25, "7D", 1207.14), (.beidou, 27, "7Z", 1207.14),
    ] as [(Constellation, UInt8, String, Double)])
  func signals(system: Constellation, id: UInt8, code: String, megahertz: Double) throws {
    #expect(system.rinexCode(ofSignalID: id)?.description == code)
    #expect(system.signalID(of: try #require(RINEXSignalCode(code))) == id)
    let hertz = system.carrierFrequency(ofSignalID: id, glonassFrequencyChannel: 1)
    #expect(abs(try #require(hertz) - megahertz * 1e6) < 0.01)
  }

  @Test("unknown signals have none", arguments: [0, 1, 7, 29, 33, 255])
  func unknownSignals(id: UInt8) {
    #expect(Constellation.gps.rinexCode(ofSignalID: id) == nil)
    #expect(Constellation.gps.carrierFrequency(ofSignalID: id) == nil)
  }

  @Test("GLONASS frequencies need a channel")
  func needsChannel() { #expect(Constellation.glonass.carrierFrequency(ofSignalID: 2) == nil) }
}

@Suite("MSM epochs")
struct MSMEpochTests {
  @Test("BeiDou time is 14 s behind GPS time, and wraps with the week")
  func beidou() {
    let epoch = MSMEpoch(constellation: .beidou, milliseconds: 604_790_000)
    #expect(epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 18) == 4000)
    #expect(epoch.gpsTimeOfDayMilliseconds(leapSeconds: 18) == 4000)
  }

  @Test("GLONASS keeps Moscow time")
  func glonass() {
    // Sunday 03:00:00 in Moscow is Sunday 00:00:00 UTC.
    let epoch = MSMEpoch(constellation: .glonass, milliseconds: 10_800_000, glonassDayOfWeek: 0)
    #expect(epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 18) == 18_000)
    #expect(epoch.gpsTimeOfDayMilliseconds(leapSeconds: 18) == 18_000)
    let before = MSMEpoch(constellation: .glonass, milliseconds: 10_781_000, glonassDayOfWeek: 0)
    #expect(before.gpsTimeOfWeekMilliseconds(leapSeconds: 18) == 604_799_000)
    let unknown = MSMEpoch(constellation: .glonass, milliseconds: 0, glonassDayOfWeek: 7)
    #expect(unknown.gpsTimeOfWeekMilliseconds(leapSeconds: 18) == nil)
    #expect(unknown.gpsTimeOfDayMilliseconds(leapSeconds: 18) == 75_618_000)
  }

  @Test("an epoch made from GPS time gives it back", arguments: Constellation.allCases)
  func givesBack(system: Constellation) {
    for time in [0, 13_999, 17_999, 18_000, 302_400_500, 604_799_999] {
      let epoch = MSMEpoch(constellation: system, gpsTimeOfWeekMilliseconds: time)
      #expect(epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 18) == time)
    }
  }
}
