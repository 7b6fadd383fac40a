import Foundation
import RTCMParser
import TestSupport
import Testing

@Suite("State space messages of captured streams", .compares(with: .captures))
struct SSRCaptureTests {
  /// The captures with state space messages, except gpsd__rtcm3-1.log of 2011, whose header predates DF414
  /// and DF415.
  static let names = [
    "swift__clk.rtcm", "swift__separate_clk_orbit.rtcm", "mrtklib__madocalib_2025091A.204.rtcm3",
    "pyrtcm__pygpsdata-1240-1264.log", "pyrtcm__pygpsdata-NTRIP-4076.log",
    "qzsl6__20220326-231200mdc.rtcm", "gortcm__frames_shared.rtcm3",
    "rtcmrs__generated_shared.rtcm3",
  ]
  #if DEBUG
    static let sample = 120
    static let byteLimit = 200_000
  #else
    static let sample = Int.max
    static let byteLimit = Int.max
  #endif

  /// Returns the frames of a capture, or of its first part in a debug build.
  private func captured(_ name: String) throws -> [ScanResult.Frame] {
    frames(of: Array(try SharedCaptures.bytes(of: name).prefix(Self.byteLimit)))
  }

  @Test("messages end where the payload ends", arguments: names)
  func consumesPayload(name: String) throws {
    let all = try captured(name)
    var count = 0
    for index in stride(from: 0, to: all.count, by: max(1, all.count / Self.sample)) {
      let frame = all[index]
      guard case .ssr(let message) = try decoded(frame.payload) else { continue }
      #expect(message.trailingBits.isEmpty, "\(frame.type ?? 0) at \(frame.offset)")
      count += 1
    }
    #expect(count > 5)
  }

  @Test("MADOCA's and CNES's BeiDou orbits have the draft's layout, later ones the standard's")
  func tellsLayouts() throws {
    func drafts(_ name: String) throws -> Set<Bool> {
      let orbits = try captured(name).filter { [1258, 1261].contains($0.type) }
      return Set(
        try orbits.map { try SSRMessage(decoding: $0.payload.span).hasDraftBeiDouIssue })
    }
    #expect(try drafts("mrtklib__madocalib_2025091A.204.rtcm3") == [true])
    #expect(try drafts("swift__clk.rtcm") == [true])
    #expect(try drafts("pyrtcm__pygpsdata-1240-1264.log") == [false])
  }

  @Test("corrections are of a size that orbits and clocks have")
  func areSmall() throws {
    for name in ["swift__clk.rtcm", "pyrtcm__pygpsdata-1240-1264.log"] {
      for frame in try captured(name).prefix(Self.sample) {
        guard case .ssr(let message) = try decoded(frame.payload) else { continue }
        for satellite in message.satellites {
          if let orbit = satellite.orbit {
            let largest = max(abs(orbit.radial), abs(orbit.alongTrack), abs(orbit.crossTrack))
            #expect(largest < 25, "\(message.type) \(satellite.id)")
            #expect(max(abs(orbit.radialRate), abs(orbit.alongTrackRate)) < 0.01)
          }
          for bias in satellite.phaseBiases { #expect(abs(bias.bias) < 20) }
          for bias in satellite.codeBiases { #expect(abs(bias.bias) < 60) }
        }
      }
    }
  }

  /// The values that RTKLIB (demo5, 968da9a5) reads from the first messages of swift__clk.rtcm.
  @Test("phase biases are those that RTKLIB reads")
  func agreesWithRTKLIB() throws {
    let expected: [UInt16: [(id: UInt8, code: String, bias: Double, yaw: Double)]] = [
      1265: [
        (1, "1C", 0.6159, 0.160156), (1, "2W", 0.8922, 0.160156), (1, "5I", 0.9542, 0.160156),
        (2, "1C", -0.6980, 0.703125), (2, "2W", -1.0338, 0.703125),
        (3, "1C", -0.0601, 1.914062), (3, "2W", -0.0797, 1.914062), (3, "5I", 0.0269, 1.914062),
      ],
      1267: [
        (1, "1X", -0.8261, 1.800781), (1, "5X", -1.0853, 1.800781), (1, "7X", -1.0494, 1.800781),
      ],
    ]
    let all = frames(of: try SharedCaptures.bytes(of: "swift__clk.rtcm"))
    for (type, values) in expected {
      let frame = try #require(all.first { $0.type == type })
      let message = try SSRMessage(decoding: frame.payload.span)
      let ours = message.satellites.flatMap { satellite in
        satellite.phaseBiases.map { (satellite, $0) }
      }
      for (value, (satellite, bias)) in zip(values, ours) {
        #expect(satellite.id == value.id && bias.bias == value.bias)
        let code = message.type.rinexCode(ofTrackingMode: bias.trackingMode)
        #expect(code?.description == value.code)
        #expect(abs(try #require(satellite.yaw).angle - value.yaw) < 1e-6)
      }
    }
  }

  /// The compared rows are such as `G10 10 0.0038 0.6916 -0.0513 …`, below a line that begins with `RTCM`.
  @Test("values are those that qzsl6tool prints")
  func agreesWithQZSL6Tool() throws {
    let name = "qzsl6__20220326-231200mdc.rtcm"
    let text = String(decoding: try SharedCaptures.bytes(of: name + ".expect.txt"), as: UTF8.self)
    let blocks = text.components(separatedBy: "RTCM ").dropFirst()
    let captured = frames(of: try SharedCaptures.bytes(of: name))
    #expect(blocks.count == captured.count)
    for (block, frame) in zip(blocks, captured) {
      let message = try SSRMessage(decoding: frame.payload.span)
      #expect(block.hasPrefix("\(message.type.messageType) "))
      let rows = Self.rows(of: block)
      let ours = message.satellites.flatMap { Self.rows(of: $0) }
      #expect(rows.count == ours.count)
      for (row, values) in zip(rows, ours) {
        let theirs: [Double] = values.numbers.isEmpty ? [] : row.compactMap { Double($0) }
        let letter = message.type.constellation.rinexLetter
        #expect(row[0] == "\(letter)\(values.id < 10 ? "0" : "")\(values.id)")
        #expect(theirs.count == values.numbers.count)
        for (their, our) in zip(theirs, values.numbers) {
          #expect(abs(their - our) <= values.tolerance, "\(block.prefix(20)) \(row)")
        }
      }
    }
  }

  /// Returns the lines of a block that begin with a satellite, split into words.
  private static func rows(of block: String) -> [[String]] {
    var rows: [[String]] = []
    for line in block.split(separator: "\n") {
      let words = line.split(separator: " ").map { String($0) }
      guard let first = words.first, first.count == 3, first != "SAT",
        first.hasPrefix("G") || first.hasPrefix("R")
      else { continue }
      rows.append(words)
    }
    return rows
  }

  /// Returns a satellite's numbers in qzsl6tool's order, and half of the last printed digit.
  ///
  /// qzsl6tool scales DF367 by 0.04 mm instead of 0.4 mm. It also splits DF389 into four and two bits, where
  /// RTKLIB, BNC and cssrlib have three and three; so of accuracies only the satellites are compared.
  private static func rows(
    of satellite: SSRSatellite
  ) -> [(id: UInt8, numbers: [Double], tolerance: Double)] {
    if let orbit = satellite.orbit {
      let numbers = [
        Double(orbit.issueOfData), orbit.radial, orbit.alongTrack, orbit.crossTrack / 10,
        orbit.radialRate, orbit.alongTrackRate, orbit.crossTrackRate,
      ]
      return [(satellite.id, numbers, 0.000_051)]
    }
    if satellite.userRangeAccuracy != nil { return [(satellite.id, [], 0)] }
    if let clock = satellite.highRateClock { return [(satellite.id, [clock], 0.000_51)] }
    return satellite.codeBiases.map { (satellite.id, [$0.bias], 0.000_51) }
  }
}
