import Foundation
import RTCMStreams
import TestSupport
import Testing

/// Comparisons of converted streams with their originals, both decoded by other programs.
@Suite("Messages from before MSM, seen by others", .compares(with: .captures))
struct LegacyOracleTests {
  /// The largest accepted differences: half a step of the fields and a digit of the printed text.
  struct Tolerance {
    /// The differences of pseudorange and phase, metres.
    var (pseudorange, phase) = (0.01 + 0.001, 0.000_25 + 0.000_25)
    var cnr = 0.125 + 0.001

    /// The differences for MSM4, whose resolution is coarser.
    static let overMSM4 = Tolerance(
      pseudorange: 0.01 + 0.009 + 0.001, phase: 0.000_25 + 0.000_28 + 0.000_25, cnr: 0.5 + 0.001)
  }

  static let captures: [(name: String, day: String, values: Int, glonassValues: Int)] = [
    ("swift__week-rollover-STR17.rtcm3", "2018/07/14", 1900, 1500),  // MSM7
    ("swift__week-rollover-STR24.rtcm3", "2018/07/14", 2500, 1000),  // MSM4
    ("asv__fw206mrtk_rtcm.rtcm3", "2019/01/22", 1500, 600),  // MSM5
    ("swift__20190120_1956_rover.023", "2019/01/20", 3000, 1000),  // MSM7, half cycles
    ("ky__RTK134_202102051543.rtcm3", "2021/02/04", 2500, 800),  // GLONASS P on L2
  ]

  @Test(
    "RTKLIB reads the same ranges, phases and CNR",
    .compares(with: .convbin), arguments: captures)
  func agreesInRTKLIB(name: String, day: String, values: Int, glonassValues: Int) throws {
    let original = Array(try SharedCaptures.bytes(of: name).prefix(60_000))
    let output = converted(original) { $0.legacyForm = LegacyForm() }
    let counts = try compare(output, with: original, day: day, Tolerance())
    #expect(counts.gps >= values)
    #expect(counts.glonass >= glonassValues)
  }

  @Test(
    "so over MSM4, where MSM7 is reduced first",
    .compares(with: .convbin))
  func agreesOverMSM4() throws {
    let original = Array(
      try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3").prefix(60_000))
    let reduced = converted(original) { $0.msmKind = 4 }
    let output = converted(reduced) { $0.legacyForm = LegacyForm() }
    let counts = try compare(output, with: original, day: "2018/07/14", .overMSM4)
    #expect(counts.gps >= 1900)
  }

  private func compare(
    _ converted: [UInt8], with original: [UInt8], day: String, _ tolerance: Tolerance
  ) throws -> (gps: Int, glonass: Int) {
    let before = try ConvbinObservations(of: original, day: day)
    let after = try ConvbinObservations(of: converted, day: day)
    var counts = (gps: 0, glonass: 0)
    for (key, value) in after.values {
      // RTKLIB omits observations before it knows a satellite's channel.
      guard let expected = before.value(at: key) else { continue }
      let difference = value - expected
      switch key.code.first {
      case "C": #expect(abs(difference) <= tolerance.pseudorange, "\(key)")
      case "S": #expect(abs(difference) <= tolerance.cnr, "\(key)")
      default:
        let rest = difference - (difference / 1500).rounded() * 1500
        #expect(abs(rest) * before.wavelength(of: key) <= tolerance.phase, "\(key)")
      }
      if key.satellite.first == "R" { counts.glonass += 1 } else { counts.gps += 1 }
    }
    return counts
  }

  @Test(
    "pyrtcm reads the same ranges, phases and CNR",
    .compares(with: .pyrtcm))
  func agreesInPyrtcm() throws {
    let original = Array(
      try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3").prefix(60_000))
    let folder = try TemporaryFolder()
    _ = try folder.write(original, to: "in.rtcm3")
    _ = try folder.write(converted(original) { $0.legacyForm = LegacyForm() }, to: "out.rtcm3")
    let output = try PythonPackage.pyrtcm.run("pyrtcm_legacy.py", in: folder.url)
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 5, "\(output)")
    #expect(numbers[0] >= 500)
    #expect(numbers[1] >= 300)
    #expect(numbers[2] <= 0.010001)
    #expect(numbers[3] <= 0.000251)
    #expect(numbers[4] <= 0.125)
  }
}
