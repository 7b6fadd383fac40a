import Foundation
import GNSSSimulation
import Mathematics
import Testing

@Suite("A synthetic base station, seen by others")
struct OutsideDecoderTests {
  static let configuration = BaseStationConfiguration()
  static let station = ECEFPosition(configuration.position)

  /// A minute of the default station in a file of a folder.
  static func write(to file: URL) throws {
    var bytes: [UInt8] = []
    for epoch in try BaseStationSynthesizer(configuration).prefix(60) {
      bytes += try epoch.encode()
    }
    try Data(bytes).write(to: file)
  }

  /// Makes RINEX of the station's minute, with RTKLIB.
  static func makeRINEX(in folder: URL) throws {
    try write(to: folder.appending(path: "base.rtcm3"))
    let convbin = try #require(OutsideProgram("convbin"))
    let arguments = """
      -r rtcm3 -tr 2026/06/01 12:00:00 -v 3.04 -od -os -o base.obs -n base.nav base.rtcm3
      """
    let result = try convbin.run(arguments.words, in: folder)
    #expect(result.status == 0)
  }

  /// The positions that RTKLIB computes from the RINEX, one by one.
  static func solve(_ options: String, in folder: URL) throws -> [ECEFPosition] {
    let common = "pos1-posmode=single\npos1-elmask=10\npos1-tropopt=off\nout-solformat=xyz\n"
    try Data((common + options).utf8).write(to: folder.appending(path: "single.conf"))
    let rnx2rtkp = try #require(OutsideProgram("rnx2rtkp"))
    let output = try rnx2rtkp.run(["-k", "single.conf", "base.obs", "base.nav"], in: folder).output
    return output.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("%") }.compactMap {
      line in
      let numbers = line.split(separator: " ").dropFirst(2).prefix(3).compactMap { Double($0) }
      guard numbers.count == 3 else { return nil }
      return ECEFPosition(x: numbers[0], y: numbers[1], z: numbers[2])
    }
  }

  @Test(
    "RTKLIB puts the station within a centimetre of its 1006 position, at every epoch",
    .enabled(if: OutsideProgram.areInstalled("convbin", "rnx2rtkp"), "RTKLIB is not installed"),
    arguments: [
      "pos1-frequency=l1\npos1-ionoopt=off\n",
      "pos1-frequency=l1+2\npos1-ionoopt=dual-freq\n",
    ])
  func isWhereItSays(options: String) throws {
    try withTemporaryFolder { folder in
      try Self.makeRINEX(in: folder)
      let positions = try Self.solve(options, in: folder)
      #expect(positions.count == 60)
      for position in positions { #expect(position.distance(to: Self.station) < 0.01) }

      let header = try String(contentsOf: folder.appending(path: "base.obs"), encoding: .utf8)
      let line = try #require(
        header.split(separator: "\n").first { $0.contains("APPROX POSITION XYZ") })
      let told = line.split(separator: " ").prefix(3).compactMap { Double($0) }
      #expect(told.count == 3)
      // RINEX has four decimals, as 1006 does.
      let position = ECEFPosition(x: told[0], y: told[1], z: told[2])
      #expect(position.distance(to: Self.station) < 2e-4)
    }
  }

  @Test(
    "pyrtcm decodes every frame",
    .enabled(if: OutsideProgram.pythonHas("pyrtcm"), "pyrtcm is not installed"))
  func isReadByPyrtcm() throws {
    try withTemporaryFolder { folder in
      try Self.write(to: folder.appending(path: "base.rtcm3"))
      let script = """
        from collections import Counter
        from pyrtcm import RTCMReader
        counts, size = Counter(), 0
        with open("base.rtcm3", "rb") as stream:
          for raw, message in RTCMReader(stream, quitonerror=2):
            counts[message.identity] += 1
            size += len(raw)
        print(size, *(f"{name}:{counts[name]}" for name in sorted(counts)))
        """
      let python = try #require(OutsideProgram("python3"))
      let output = try python.run(["-c", script], in: folder).output
      let size = try Data(contentsOf: folder.appending(path: "base.rtcm3")).count
      #expect(output.words == ["\(size)", "1006:6", "1019:18", "1033:6", "1077:60", "1230:2"])
    }
  }
}

extension String {
  /// What spaces and line ends separate.
  var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}
