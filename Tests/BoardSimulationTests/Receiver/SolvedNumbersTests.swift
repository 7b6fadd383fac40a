import GNSSBasics
import GNSSSimulation
import Mathematics
import SensorDrivers
import Testing
import UBloxRaw

@testable import BoardSimulation

/// The numbers of a solution in the receiver's messages, and the settings that change what it is computed from.
@Suite struct SolvedNumbersTests {
  /// A satellite or a signal in NAV-SAT or NAV-SIG.
  private struct Row {
    let system: UInt8, satellite: UInt8, signal: UInt8
    let residual: Double
    let isUsed: Bool
    let elevation: Int8
  }

  private static func satellites(of payload: [UInt8]) -> [Row] {
    var rows: [Row] = []
    for at in stride(from: 8, to: payload.count, by: 12) {
      rows.append(
        Row(
          system: payload[at], satellite: payload[at + 1], signal: 0,
          residual: tenths(payload, at + 6), isUsed: payload[at + 8] & 0b1000 != 0,
          elevation: Int8(bitPattern: payload[at + 3])))
    }
    return rows
  }

  private static func signals(of payload: [UInt8]) -> [Row] {
    var rows: [Row] = []
    for at in stride(from: 8, to: payload.count, by: 16) {
      rows.append(
        Row(
          system: payload[at], satellite: payload[at + 1], signal: payload[at + 2],
          residual: tenths(payload, at + 4), isUsed: payload[at + 10] & 0b1000 != 0, elevation: 0))
    }
    return rows
  }

  private static func tenths(_ payload: [UInt8], _ at: Int) -> Double {
    let bits = UInt16(payload[at]) | UInt16(payload[at + 1]) << 8
    return Double(Int16(bitPattern: bits)) / 10
  }

  private static func poll(_ id: UBXMessageID, of bench: ReceiverBench) throws -> [UInt8] {
    _ = bench.readAll()
    _ = bench.transfer(UBXFrame(id, payload: []).encode())
    // Of the signals of all satellites there are more than a kilobyte.
    var scanner = UBXScanner(maximumPayload: 4096)
    var payloads: [[UInt8]] = []
    scanner.consume(bench.readAll().span) { if $0 == id { payloads.append(Array($1)) } }
    return try #require(payloads.first)
  }

  @Test("NAV-SAT and NAV-SIG tell what the position is computed from, and the rest of each code")
  func residuals() throws {
    var rover = try SolvingReceiver()
    try rover.run(for: 50)
    let solution = try #require(rover.bench.receiver.solution)
    #expect(solution.state == .rtkFixed)
    let signals = Self.signals(of: try Self.poll(.navSIG, of: rover.bench))
    #expect(signals.filter(\.isUsed).count == solution.used.count)
    #expect(signals.contains { !$0.isUsed })
    let rests = signals.filter(\.isUsed).map(\.residual)
    // Codes of one band have some decimetres of noise; a mean of nearly zero is what clocks leave.
    let rms = (rests.reduce(0) { $0 + $1 * $1 } / Double(rests.count)).squareRoot()
    #expect((0.05...1.5).contains(rms))
    let told = try #require(solution.rangeRMS)
    #expect((told - rms).magnitude < 0.05)
    let mean: Double = rests.reduce(0, +) / Double(rests.count)
    #expect(mean.magnitude < 0.3)
    let satellites = Self.satellites(of: try Self.poll(.navSAT, of: rover.bench))
    #expect(
      Set(satellites.filter(\.isUsed).map { [$0.system, $0.satellite] })
        == Set(signals.filter(\.isUsed).map { [$0.system, $0.satellite] }))
    #expect(satellites.contains { $0.residual != 0 })
  }

  @Test("NAV-COV and GST tell the covariance of the solution")
  func covariance() throws {
    var rover = try SolvingReceiver()
    try rover.run(for: 50)
    let solution = try #require(rover.bench.receiver.solution)
    let covariance = try #require(solution.covariance)
    let payload = try Self.poll(.navCOV, of: rover.bench)
    let values = (0..<6).map { index in
      Double(Float(bitPattern: payload.span.littleEndian32(at: 16 + 4 * index)))
    }
    let own = [
      covariance.north, covariance.eastNorth, -covariance.northUp, covariance.east,
      -covariance.eastUp, covariance.up,
    ]
    for (value, expected) in zip(values, own) {
      #expect((value - expected).magnitude <= 1e-6 * max(expected.magnitude, 1e-9))
    }
    #expect(covariance.eastNorth != 0 && covariance.northUp != 0)
    // The level part is one of a real plane: the correlation is below one.
    #expect(covariance.eastNorth * covariance.eastNorth < covariance.east * covariance.north)
    let fields = try #require(
      sentences(in: NMEAOutput(solution, isHighPrecision: false).gst()).first)
    let numbers = fields.dropFirst(2).map { Double($0) ?? .nan }
    let ellipse = covariance.ellipse
    let expected = [
      solution.rangeRMS ?? 0, ellipse.major, ellipse.minor, ellipse.orientation,
      covariance.north.squareRoot(), covariance.east.squareRoot(), covariance.up.squareRoot(),
    ]
    for (number, expected) in zip(numbers, expected) {
      #expect((number - expected).magnitude < 0.051)
    }
  }

  @Test("the error ellipse has the axes and the direction of its covariance")
  func ellipse() {
    // A deviation of 3 along 30° from north, of 1 across it.
    let (sine, cosine) = (Math.sine(.pi / 6), Math.cosine(.pi / 6))
    let covariance = LocalCovariance(
      east: 9 * sine * sine + cosine * cosine, north: 9 * cosine * cosine + sine * sine, up: 4,
      eastNorth: 8 * sine * cosine)
    let ellipse = covariance.ellipse
    #expect((ellipse.major - 3).magnitude < 1e-9 && (ellipse.minor - 1).magnitude < 1e-9)
    #expect((ellipse.orientation - 30).magnitude < 1e-9)
    #expect(covariance.deviations.z == 2)
  }

  @Test("a system that is switched off is neither told nor used, and comes back")
  func systems() throws {
    var rover = try SolvingReceiver()
    try rover.run(for: 45)
    let glonass = UBXConfigurationKey(rawValue: 0x1031_0025)
    #expect(rover.bench.set([UBXConfigurationItem(glonass, 0)]))
    try rover.run(for: 3)
    let satellites = Self.satellites(of: try Self.poll(.navSAT, of: rover.bench))
    #expect(!satellites.isEmpty && satellites.allSatisfy { $0.system != 6 })
    let payload = try Self.poll(.rxmRAWX, of: rover.bench)
    let raw = try RxmRAWX(decoding: payload.span)
    #expect(!raw.measurements.isEmpty)
    let observed = rover.bench.receiver.solution?.raw?.observations.observations ?? []
    #expect(observed.allSatisfy { $0.constellation != .glonass })
    #expect(rover.epochs.last?.state == .rtkFixed)
    #expect(rover.bench.set([UBXConfigurationItem(glonass, 1)]))
    try rover.run(for: 3)
    let again = Self.satellites(of: try Self.poll(.navSAT, of: rover.bench))
    #expect(again.contains { $0.system == 6 })
  }

  @Test("a signal that is switched off is left out of NAV-SIG, and the fix goes on with the other")
  func signals() throws {
    var rover = try SolvingReceiver()
    try rover.run(for: 45)
    #expect(rover.bench.set([UBXConfigurationItem(UBXConfigurationKey(rawValue: 0x1031_0003), 0)]))
    try rover.run(for: 3)
    let signals = Self.signals(of: try Self.poll(.navSIG, of: rover.bench))
    #expect(signals.contains { $0.system == 0 && $0.signal == 0 })
    #expect(signals.allSatisfy { $0.system != 0 || $0.signal == 0 })
    #expect(
      signals.contains { $0.system == 2 && $0.signal == 6 || $0.system == 2 && $0.signal == 5 })
    #expect(rover.epochs.last?.state == .rtkFixed)
  }

  @Test("satellites below CFG-NAVSPG-INFIL_MINELEV are not in the position")
  func elevation() throws {
    var rover = try SolvingReceiver()
    try rover.run(for: 45)
    let before = Self.satellites(of: try Self.poll(.navSAT, of: rover.bench))
    #expect(before.contains { $0.isUsed && (10..<29).contains($0.elevation) })
    #expect(rover.bench.set([UBXConfigurationItem(.leastElevation, 30)]))
    try rover.run(for: 3)
    let after = Self.satellites(of: try Self.poll(.navSAT, of: rover.bench))
    #expect(after.contains { $0.isUsed })
    #expect(after.allSatisfy { !$0.isUsed || $0.elevation >= 29 })
  }

  @Test("a base tells the accuracy that its position was given, or that its survey reached")
  func timeMode() throws {
    let rover = try SolvingReceiver()
    let bench = rover.bench
    let place = ECEFPosition(bench.receiver.world.position(at: .zero))
    let axes = zip(0..<3 as Range<UInt32>, [place.x, place.y, place.z]).map { axis, value in
      UBXConfigurationItem(
        .timeECEF(axis), UInt64(bitPattern: Int64((value * 100).rounded())) & 0xFFFF_FFFF)
    }
    #expect(
      bench.set(
        [
          UBXConfigurationItem(.timeMode, 2), UBXConfigurationItem(.timePositionType, 0),
          UBXConfigurationItem(.fixedPositionAccuracy, 300),
        ] + axes))
    bench.run(until: .seconds(45))
    let pvt = try #require(bench.ask(.navPVT).first?.navPVT)
    #expect(pvt.fixType == .timeOnly)
    // 30 mm in space, as much along each axis.
    #expect(pvt.horizontalAccuracyMillimetres == 24 && pvt.verticalAccuracyMillimetres == 17)
    #expect(pvt.groundSpeedMillimetresPerSecond == 0)
  }
}
