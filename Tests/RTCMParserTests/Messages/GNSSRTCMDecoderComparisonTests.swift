import Foundation
import RTCMParser
import TestSupport
import Testing

/// Comparison of decoded values with those that GNSS_RTCM_DECODER prints for the same frames.
@Suite("Values against GNSS_RTCM_DECODER", .compares(with: .captures))
struct GNSSRTCMDecoderComparisonTests {
  // MARK: Observations

  static let archive = "ky__msm_ref_margo_json.tar.xz"

  /// Every kind of observation that GNSS_RTCM_DECODER writes for every signal, compared with every decoded
  /// one.
  @Test(
    "pseudorange, phase, Doppler, CNR, lock time and half-cycle ambiguity agree",
    arguments: [
      ("msm5_msg1075", "MSM5/REF/msg1075-MARGO/GPS"),
      ("msm5_msg1085", "MSM5/REF/msg1085-MARGO/GLN"),
      ("msm5_msg1095", "MSM5/REF/msg1095-MARGO/GAL"),
      ("msm5_msg1125", "MSM5/REF/msg1125-MARGO/BDS"),
      ("msm7_msg1077", "MSM7/REF/msg1077-MARGO/GPS"),
      ("msm7_msg1087", "MSM7/REF/msg1087-MARGO/GLN"),
      ("msm7_msg1097", "MSM7/REF/msg1097-MARGO/GAL"),
      ("msm7_msg1127", "MSM7/REF/msg1127-MARGO/BDS"),
      ("msm7_msg1137", "MSM7/REF/msg1137-MARGO/NAVIC"),
    ])
  func observationsAgree(name: String, path: String) throws {
    let folder = try TemporaryFolder(unpacking: Self.archive)
    let messages = try frames(of: try SharedCaptures.bytes(of: "ky__\(name).rtcm3"))
      .map { try MSMMessage(decoding: $0.payload.span) }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path(path))
    var compared: [Character: Int] = [:]
    for file in files {
      // The file name GC1C_MSM7.obs holds the system's letter, the kind of observation and the signal.
      let (kind, code) = (Array(file)[1], String(file.dropFirst(2).prefix(2)))
      let table = try ObservationTable(try folder.text(of: "\(path)/\(file)"))
      try #require(table.rows.count == messages.count)
      for (message, row) in zip(messages, table.rows) {
        for (satellite, theirs) in row.enumerated().dropFirst() {
          let cell = message.cells.first {
            $0.satelliteID == UInt8(satellite) && $0.rinexCode?.description == code
          }
          let ours = cell.flatMap { value(kind, of: $0) }
          #expect(agree(ours, theirs, kind), "\(file) of \(satellite) at \(row[0] ?? 0)")
          if ours != nil { compared[kind, default: 0] += 1 }
        }
      }
    }
    let all = messages.flatMap(\.cells)
    #expect(compared.count == 6)
    #expect(compared["C"] == all.count { $0.pseudorange != nil })
    #expect(compared["L"] == all.count { $0.phaserange != nil })
  }

  private func value(_ kind: Character, of cell: MSMCell) -> Double? {
    let cyclesPerMetre = (cell.carrierFrequency ?? .nan) / 299_792_458
    switch kind {
    case "C": return cell.pseudorange
    case "L": return cell.phaserange.map { $0 * cyclesPerMetre }
    case "D": return cell.phaserangeRate.map { -$0 * cyclesPerMetre }
    case "S": return cell.cnr
    case "T": return cell.minimumLockTimeMilliseconds.map { Double($0) / 1000 }
    case "A": return cell.hasHalfCycleAmbiguity ? 1 : 0
    default: return nil
    }
  }

  /// Returns whether two values agree to the printed digits.
  private func agree(_ ours: Double?, _ theirs: Double?, _ kind: Character) -> Bool {
    guard let ours, let theirs else { return ours == nil && theirs == nil }
    return abs(ours - theirs) <= (kind == "L" ? 0.000_051 : 0.000_51)
  }

  // MARK: Ephemerides

  @Test("each value of an ephemeris agrees", arguments: [1019, 1020, 1041, 1042, 1045, 1046])
  func ephemeridesAgree(type: Int) throws {
    let name = "ky__eph_msg\(type)"
    let text = String(decoding: try SharedCaptures.bytes(of: name + ".ref.txt"), as: UTF8.self)
    let blocks = text.components(separatedBy: "Message counter:").dropFirst()
    let captured = frames(of: try SharedCaptures.bytes(of: name + ".rtcm3"))
    try #require(blocks.count == captured.count && captured.count == 3)
    for (block, frame) in zip(blocks, captured) {
      var fields = FieldCollector()
      try decoded(frame.payload).describe(to: &fields)
      if let tk = fields.bits["DF107"] {
        fields.named["hours"] = Double(tk >> 7)
        fields.named["minutes"] = Double(tk >> 1 & 63)
        fields.named["half_minutes"] = Double(tk & 1)
      }
      for line in block.split(separator: "\n").dropFirst() where !line.hasPrefix("Message type") {
        let parts = line.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
        try #require(parts.count == 2)
        let names = type == 1042 ? Self.beidouNames : Self.names
        let name = names[parts[0]] ?? Self.names[parts[0], default: parts[0]]
        let ours = try #require(fields.named[name], "\(line)")
        #expect(try PrintedNumber(parts[1]).stands(for: ours), "\(ours) is \(line) in \(type)")
      }
    }
  }

  /// Our field names by those of GNSS_RTCM_DECODER, where the names differ.
  private static let names = [
    "Msg #": "message_type", "message_number": "message_type",
    "SV ID": "satellite_id", "Week number": "week", "SV accuracy": "ura_index",
    "GPS L2 code": "code_on_l2", "e": "eccentricity", "root_a": "sqrt_a", "omega_0": "omega0",
    "sv_health": "health", "l2p_data": "l2_p_data_flag",
    // Fields of Galileo.
    "SV SISa": "sisa_index", "iodnav": "iod_nav",
    // Fields of GLONASS.
    "frequency_channel_number": "frequency_channel_indicator",
    "almanac_health": "is_almanac_healthy", "almanac_health_availability": "has_almanac_health",
    "tk_h": "hours", "tk_m": "minutes", "tk_s": "half_minutes",
    "p_1": "p1", "p_2": "p2", "p_3": "p3", "p_4": "p4", "f_t": "ft", "n_t": "nt", "n_a": "na",
    "n_4": "n4", "e_n": "en", "t_c": "tau_c", "additional_data_flag": "has_additional_data",
    "ln_third": "ln_third_string", "ln_fifth": "ln_fifth_string",
    "xn": "x_position", "xn_dot": "x_velocity", "xn_dot_dot": "x_acceleration",
    "yn": "y_position", "yn_dot": "y_velocity", "yn_dot_dot": "y_acceleration",
    "zn": "z_position", "zn_dot": "z_velocity", "zn_dot_dot": "z_acceleration",
  ]

  private static let beidouNames = [
    "a2": "af2", "a1": "af1", "a0": "af0", "tgd": "tgd1", "tgd_2": "tgd2",
    "sv_health": "is_unhealthy",
  ]
}

/// A printed number with its digits, such as `4.86250e+02`.
private struct PrintedNumber {
  private let value: Double
  private let decimals: Int
  private let exponent: Int

  init(_ text: String) throws {
    value = try #require(Double(text), "\(text)")
    let parts = text.split(separator: "e")
    decimals = parts[0].split(separator: ".").dropFirst().first?.count ?? 0
    exponent = parts.count > 1 ? try #require(Int(parts[1])) : 0
  }

  /// Returns whether a value agrees with the printed number to its last digit.
  func stands(for other: Double) -> Bool {
    let half = 0.5 * pow(10, Double(exponent - decimals))
    return abs(value - other) <= max(half, abs(other) * 1e-12) * 1.000_001
  }
}

/// A table of observations: a line for each epoch, with a value or `nan` for each satellite ID from 1 on.
private struct ObservationTable {
  let rows: [[Double?]]

  /// Reads a file whose first two lines are IDs and carrier frequencies.
  init(_ text: String) throws {
    rows = try text.split(separator: "\n").dropFirst(2).compactMap { line in
      let words = line.split(separator: ",").map { $0.drop { $0 == " " } }
      let values = try words.map { word in try #require(Double(word), "\(word)") }
      return values.map { $0.isNaN ? nil : $0 }
    }
  }
}
