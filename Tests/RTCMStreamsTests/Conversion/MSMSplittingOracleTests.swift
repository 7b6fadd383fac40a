import GNSSBasics
import RTCMStreams
import TestSupport
import Testing

@Suite("Split MSMs, seen by others", .compares(with: .captures))
struct MSMSplittingOracleTests {
  /// The frames of a capture without other messages than MSMs that are longer than a limit.
  private func source(_ bytes: [UInt8], limit: Int) -> [UInt8] {
    frames(of: bytes).filter { frame in
      frame.bytes.count <= limit || frame.type.flatMap { MSMType(messageType: $0) } != nil
    }.flatMap(\.bytes)
  }

  @Test(
    "RTKLIB reads the same epochs and values from every capture with MSMs, whatever the limit",
    .compares(with: .convbin), arguments: [400, 300, 200])
  func agreesInRTKLIB(limit: Int) throws {
    var splitCaptures = 0
    // Messages made up of random values: RTKLIB refuses some of them whole that it reads in parts.
    let madeUp = "rtcmrs__generated_shared.rtcm3"
    for name in SharedCaptures.names where name != madeUp {
      let bytes = Array(try SharedCaptures.bytes(of: name).prefix(30_000))
      let original = source(bytes, limit: limit)
      var rules = ConversionRules()
      rules.maximumFrameLength = limit
      let (output, counts) = converted(original, by: rules)
      #expect(counts.framesTooLong.isEmpty, "\(name)")
      #expect(frames(of: output).allSatisfy { $0.bytes.count <= limit }, "\(name)")
      guard counts.framesSplit > 0 else {
        #expect(output == original, "\(name)")
        continue
      }
      splitCaptures += 1
      _ = try compare(output, with: original, name)
    }
    #expect(splitCaptures >= 5, "\(splitCaptures)")
  }

  @Test("so from the longest MSM there is", .compares(with: .convbin))
  func longest() throws {
    let satellites = (1...32).map { MSMSatellite(id: UInt8($0), roughRangeMilliseconds: 70) }
    let signals = satellites.flatMap { satellite in
      [UInt8(2), 10].map { signal in
        var cell = MSMSignal(
          satelliteID: satellite.id, signalID: signal,
          finePseudorange: Int32(satellite.id) * 1000 + Int32(signal))
        (cell.finePhaserange, cell.cnr) = (Int32(satellite.id) * 900, 40 * 16)
        return cell
      }
    }
    let original = try (UInt32(0)..<3).flatMap { second in
      try MSMMessage(
        header: MSMHeader(
          type: MSMType(.gps, kind: 7), stationID: 9,
          epoch: MSMEpoch(constellation: .gps, milliseconds: 302_400_000 + second * 1000)),
        satellites: satellites, signals: signals
      ).frame()
    }
    #expect(frames(of: original).allSatisfy { $0.bytes.count > 720 })
    let output = converted(original) { $0.maximumFrameLength = 720 }
    #expect(frames(of: output).count == 6)
    #expect(try compare(output, with: original, "the longest") >= 3 * 32 * 4)
  }

  /// Compares what RTKLIB makes of two streams; returns the number of values.
  private func compare(
    _ converted: [UInt8], with original: [UInt8], _ name: String
  ) throws -> Int {
    let reference = GPSTime(week: 2300, secondsOfWeek: 302_400)
    let expected = try Convbin.convert(original, near: reference).observations
    let found = try Convbin.convert(converted, near: reference).observations
    #expect(found.types == expected.types, "\(name)")
    #expect(found.epochs.map(\.time) == expected.epochs.map(\.time), "\(name)")
    for (one, other) in zip(found.epochs, expected.epochs) {
      #expect(one.observations == other.observations, "\(name), \(one.time)")
    }
    return found.epochs.reduce(0) { $0 + $1.observations.count }
  }
}
