import Foundation
import RTCMParser
import TestSupport
import Testing

/// Converted streams and their originals as other decoders read them.
@Suite("Messages from before MSM, seen by others", .enabled(if: SharedCaptures.exist))
struct LegacyOracleTests {
  /// By how much values may differ: half a step of the fields and a digit of the print.
  struct Tolerance {
    /// Metres.
    var (pseudorange, phase) = (0.01 + 0.001, 0.000_25 + 0.000_25)
    var cnr = 0.125 + 0.001

    /// Over MSM4, whose steps are coarser.
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
    .enabled(if: ConvbinObservations.isInstalled, "convbin is not installed"), arguments: captures)
  func agreesInRTKLIB(name: String, day: String, values: Int, glonassValues: Int) throws {
    let original = Array(try SharedCaptures.bytes(of: name).prefix(60_000))
    let output = converted(original) { $0.legacyForm = LegacyForm() }
    let counts = try compare(output, with: original, day: day, Tolerance())
    #expect(counts.gps >= values)
    #expect(counts.glonass >= glonassValues)
  }

  @Test(
    "so over MSM4, where MSM7 is reduced first",
    .enabled(if: ConvbinObservations.isInstalled, "convbin is not installed"))
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
      // RTKLIB leaves out what comes before it knows a satellite's channel.
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

  /// Reads two streams, and prints how many signals were compared and by how much they differ at most.
  private static let script = """
    import sys
    from pyrtcm import RTCMReader
    LIGHT_MS = 299792.458
    FREQUENCY = {"G1": 1575.42e6, "G2": 1227.6e6}

    def number(message, field, index):
      return getattr(message, f"{field}_{index:02d}")

    def msm(message, values):
      system = "G" if message.identity[:3] == "107" else "R"
      epoch = message.DF004 if system == "G" else message.DF034
      rough = {}
      for index in range(1, message.NSat + 1):
        rough[str(number(message, "PRN", index))] = (
          number(message, "DF397", index) + number(message, "DF398", index))
      for index in range(1, message.NCell + 1):
        satellite = str(number(message, "CELLPRN", index))
        code = number(message, "CELLSIG", index)
        if not satellite.isdigit(): continue  # a slot that pyrtcm has no name for
        values[system, epoch, int(satellite), code] = (
          (rough[satellite] + number(message, "DF405", index)) * LIGHT_MS,
          (rough[satellite] + number(message, "DF406", index)) * LIGHT_MS,
          number(message, "DF408", index))

    def legacy(message, values):
      system = "G" if message.identity == "1004" else "R"
      first, unit = (9, LIGHT_MS) if system == "G" else (38, 2 * LIGHT_MS)
      # The fields of GLONASS follow those of GPS: DF038 is DF009, DF041 is DF011 and so on.
      shift = 0 if system == "G" else 30
      field = lambda n, index: number(message, f"DF{n + shift:03d}", index)
      epoch = message.DF004 if system == "G" else message.DF034
      for index in range(1, (message.DF006 if system == "G" else message.DF035) + 1):
        satellite = number(message, f"DF{first:03d}", index)
        channel = None if system == "G" else number(message, "DF040", index) - 7
        range1 = field(14, index) * unit + field(11, index)
        codes = ["C", "P"][number(message, "DF010" if system == "G" else "DF039", index)]
        codes2 = (["XLSC", "P", "D", "W"] if system == "G" else ["C", "P"])[
          number(message, "DF016" if system == "G" else "DF046", index)]
        values[system, epoch, satellite, 1, codes, channel] = (
          range1, range1 + field(12, index), field(15, index))
        values[system, epoch, satellite, 2, codes2, channel] = (
          range1 + field(17, index), range1 + field(18, index), field(20, index))

    before, after = {}, {}
    for name, values in ("in.rtcm3", before), ("out.rtcm3", after):
      with open(name, "rb") as stream:
        for _, message in RTCMReader(stream):
          if message.identity in ("1077", "1087"): msm(message, values)
          if message.identity in ("1004", "1012"): legacy(message, values)
    worst, count = [0.0, 0.0, 0.0], {"G": 0, "R": 0}
    for (system, epoch, satellite, band, codes, channel), ours in after.items():
      theirs = [before.get((system, epoch, satellite, f"{band}{code}")) for code in codes]
      theirs = [values for values in theirs if values]
      frequency = FREQUENCY.get(f"{system}{band}")
      if system == "R":
        frequency = 1602e6 + channel * 562.5e3 if band == 1 else 1246e6 + channel * 437.5e3
      leap = 1500 * LIGHT_MS * 1000 / frequency
      # What is not available comes out as a number far off.
      if not theirs or abs(ours[0] - theirs[0][0]) > 80: continue
      difference = ours[1] - theirs[0][1]
      if abs(difference) > 200 and abs(difference / leap - round(difference / leap)) > 0.01: continue
      difference -= round(difference / leap) * leap
      worst = [max(a, abs(b)) for a, b in zip(worst, (
        ours[0] - theirs[0][0], difference, ours[2] - theirs[0][2]))]
      count[system] += 1
    print(count["G"], count["R"], *(f"{value:.6f}" for value in worst))
    """

  @Test(
    "pyrtcm reads the same ranges, phases and CNR",
    .enabled(if: OutsideProgram.pythonHas("pyrtcm"), "pyrtcm is not installed"))
  func agreesInPyrtcm() throws {
    let original = Array(
      try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3").prefix(60_000))
    let folder = try TemporaryFolder()
    _ = try folder.write(original, to: "in.rtcm3")
    _ = try folder.write(converted(original) { $0.legacyForm = LegacyForm() }, to: "out.rtcm3")
    let python = try #require(OutsideProgram("python3"))
    let output = try python.run(["-c", Self.script], in: folder.url).output
    let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    try #require(numbers.count == 5, "\(output)")
    #expect(numbers[0] >= 500)
    #expect(numbers[1] >= 300)
    #expect(numbers[2] <= 0.010001)
    #expect(numbers[3] <= 0.000251)
    #expect(numbers[4] <= 0.125)
  }
}
