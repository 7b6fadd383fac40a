import Foundation
import RTCMParser
import TestSupport
import Testing

/// Comparison with every value of every orbit and station that RTKLIB has assembled.
@Suite("Ephemerides and stations against RTKLIB", .compares(with: .captures))
struct RTKLIBEphemerisTests {
  @Test(
    "orbits agree",
    arguments: [
      ("swift__week-rollover-STR17.rtcm3", "eph", 5), ("ky__RTK134_202102051543.rtcm3", "eph", 24),
      ("rtklib__testglo.rtcm3", "eph", 3), ("swift__week-rollover-STR17.rtcm3", "geph", 1),
      ("ky__RTK134_202102051543.rtcm3", "geph", 12), ("rtklib__testglo.rtcm3", "geph", 3),
    ])
  func orbitsAgree(name: String, kind: String, count: Int) throws {
    let lines = try RTKLIBLine.lines(of: name, kind: kind)
    #expect(lines.count == count)
    let frames = frames(of: try SharedCaptures.bytes(of: name))
    for line in lines {
      let frame = try #require(frames.first { $0.offset + $0.bytes.count == line.end })
      var fields = FieldCollector()
      try decoded(frame.payload).describe(to: &fields)
      let ours = kind == "eph" ? Self.orbit(fields.named) : Self.glonassOrbit(fields.named)
      #expect(line.texts["id"]?.first == Self.letter[fields.named["message_type"] ?? 0])
      for (key, theirs) in line.numbers where !Self.dated.contains(key) {
        let ours = try #require(ours[key], "\(key)")
        #expect(ours.count == theirs.count)
        // Vectors are printed with ten digits.
        let precision = kind == "geph" && theirs.count == 3 ? 5e-10 : 1e-14
        for (our, their) in zip(ours, theirs) {
          #expect(abs(our - their) <= abs(their) * precision, "\(key) at \(frame.offset)")
        }
      }
    }
  }

  /// The keys not compared: the end offset, and values that depend on the date given to RTKLIB.
  static let dated: Set<String> = [
    "end_off", "week", "toe_gpsweek", "toe_gps", "toe_week", "toe", "tof",
  ]
  static let letter: [Double: Character] = [1019: "G", 1020: "R", 1044: "J", 1045: "E"]

  /// Returns a Keplerian orbit in radians, by RTKLIB's names.
  private static func orbit(_ field: [String: Double]) -> [String: [Double]] {
    func value(_ name: String, _ others: String...) -> Double {
      ([name] + others).compactMap { field[$0] }.first ?? .nan
    }
    let pi = GPSEphemeris.pi
    let isGPS = field["message_type"] == 1019
    let isGalileo = field["message_type"] == 1045
    let galileoHealth = value("e5a_health") * 16 + value("is_e5a_data_invalid") * 8
    let fitHours = (isGPS ? [4.0, 6] : [2.0, 4])[Int(field["fit_interval"] ?? 0)]
    return [
      "A": [value("sqrt_a") * value("sqrt_a")], "e": [value("eccentricity")],
      "i0": [value("i0") * pi], "OMG0": [value("omega0") * pi], "omg": [value("omega") * pi],
      "M0": [value("m0") * pi], "deln": [value("delta_n") * pi],
      "OMGd": [value("omega_dot") * pi], "idot": [value("idot") * pi],
      "crc": [value("crc")], "crs": [value("crs")], "cuc": [value("cuc")], "cus": [value("cus")],
      "cic": [value("cic")], "cis": [value("cis")], "toes": [value("toe")],
      "f0": [value("af0")], "f1": [value("af1")], "f2": [value("af2")],
      "iode": [value("iode", "iod_nav")], "iodc": [value("iodc", "iod_nav")],
      "sva": [value("ura_index", "sisa_index")],
      "tgd": [value("tgd", "bgd_e5a_e1"), 0],
      "svh": [isGalileo ? galileoHealth : value("health")],
      // For Galileo, RTKLIB uses `set` and `code` to mark F/NAV; for QZSS, `flag` is always 1.
      "set": [isGalileo ? 1 : 0], "code": [isGalileo ? 258 : value("code_on_l2", "codes_on_l2")],
      "flag": [isGalileo ? 0 : isGPS ? value("l2_p_data_flag") : 1],
      "fit": [isGalileo ? 0 : fitHours],
    ]
  }

  /// Returns a GLONASS orbit in metres, by RTKLIB's names.
  private static func glonassOrbit(_ field: [String: Double]) -> [String: [Double]] {
    func value(_ name: String) -> Double { field[name] ?? .nan }
    func metres(_ name: String) -> [Double] {
      ["x", "y", "z"].map { value("\($0)_\(name)") * 1000 }
    }
    return [
      "iode": [value("tb") / 900], "frq": [value("frequency_channel_indicator") - 7],
      "svh": [
        value("ln_third_string") * 8 + value("has_almanac_health") * 4
          + value("is_almanac_healthy") * 2 + value("bn_msb")
      ],
      "pos": metres("position"), "vel": metres("velocity"), "acc": metres("acceleration"),
      "taun": [value("tau_n")], "gamn": [value("gamma_n")], "dtaun": [value("delta_tau_n")],
      "age": [value("en")],
    ]
  }

  @Test("the times of GLONASS orbits are three hours ahead of UTC")
  func glonassTimesAgree() throws {
    for name in ["ky__RTK134_202102051543.rtcm3", "rtklib__testglo.rtcm3"] {
      let frames = frames(of: try SharedCaptures.bytes(of: name))
      for line in try RTKLIBLine.lines(of: name, kind: "geph") {
        let frame = try #require(frames.first { $0.offset + $0.bytes.count == line.end })
        let orbit = try GLONASSEphemeris(decoding: frame.payload.span)
        let toe = try line.number("toe")
        let tof = try line.number("tof")
        let days = (toe - tof - orbit.referenceTime + Double(orbit.frameTime)) / 86_400
        #expect(days == days.rounded())
        // GPS is ahead of UTC by 14 s on the last day of 2008, by 15 s after it, and by 18 s in 2021.
        let seconds = (toe - orbit.referenceTime).truncatingRemainder(dividingBy: 3600)
        #expect([14, 15, 18].contains(seconds.magnitude), "\(name)")
      }
    }
  }

  // MARK: Stations

  /// The state of a station in RTKLIB after some messages.
  private struct Station: Equatable {
    var position = [0.0, 0, 0]
    var height = 0.0
    var antenna = ""
    var antennaSerialNumber = ""
    var receiver = ""
    var firmware = ""
    var receiverSerialNumber = ""

    mutating func add(_ message: RTCMMessage) {
      switch message {
      case .antennaReferencePoint(let message):
        (position, height) = (Self.vector(message.position), 0)
      case .antennaReferencePointAndHeight(let message):
        (position, height) = (Self.vector(message.position), message.antennaHeight)
      case .antennaDescriptor(let message):
        antenna = message.descriptor.description
        antennaSerialNumber = message.serialNumber?.description ?? ""
      case .receiverAndAntenna(let message):
        antenna = message.antennaDescriptor.description
        antennaSerialNumber = message.antennaSerialNumber.description
        receiver = message.receiverType.description
        firmware = message.receiverFirmware.description
        receiverSerialNumber = message.receiverSerialNumber.description
      default: break
      }
    }

    private static func vector(_ position: ECEFPosition) -> [Double] {
      [position.x, position.y, position.z]
    }
  }

  @Test("what is known of a station agrees", arguments: RTKLIBLine.captures)
  func stationsAgree(name: String) throws {
    let frames = frames(of: try SharedCaptures.bytes(of: name))
    var (station, start) = (Station(), 0)
    for line in try RTKLIBLine.lines(of: name, kind: "sta") {
      for frame in frames where frame.offset >= start && frame.offset < line.end {
        station.add(try decoded(frame.payload))
      }
      start = line.end
      #expect(station.position == line.numbers["pos"])
      #expect(station.height == line.numbers["hgt"]?.first)
      #expect(station.antenna == line.texts["antdes"])
      #expect(station.antennaSerialNumber == line.texts["antsno"])
      #expect(station.receiver == line.texts["rectype"])
      #expect(station.firmware == line.texts["recver"])
      #expect(station.receiverSerialNumber == line.texts["recsno"])
    }
  }
}
