import Foundation
import RTCMParser
import TestSupport
import Testing

/// Comparison with every number and text of the messages that gpsd's regression tests expect.
@Suite("Values against gpsd", .compares(with: .captures))
struct GPSDComparisonTests {
  @Test(
    "each value has gpsd's",
    arguments: [
      ("gpsd__rtcm3.bndm.log", 100), ("gpsd__rtcm3_102x135.log", 11),
      ("gpsd__ublox-f9p-rtcm.log", 15), ("gpsd__ublox-zed-f9t-rtcm3.log", 182),
    ])
  func agrees(name: String, count: Int) throws {
    let lines = try SharedCaptures.bytes(of: name + ".chk").split(separator: 0x0A)
    let objects = lines.compactMap {
      try? JSONSerialization.jsonObject(with: Data($0)) as? [String: Any]
    }
    var expected = objects.filter { $0["class"] as? String == "RTCM3" }
    var compared = 0
    for frame in frames(of: try SharedCaptures.bytes(of: name)) {
      // gpsd also shows frames whose CRC is wrong.
      let index = expected.firstIndex {
        $0["type"] as? Int == Int(frame.type ?? 0) && $0["length"] as? Int == frame.payload.count
      }
      let object = expected.remove(at: try #require(index, "\(frame.type ?? 0)"))
      // The sender cut this message short, which gpsd does not notice.
      if frame.type == 1025 { continue }
      try compare(try decoded(frame.payload), frame, with: object)
      compared += 1
    }
    #expect(compared == count)
  }

  /// The keys not compared: keys that are not a numeric field, and the bias of 1230.
  ///
  /// gpsd reads that bias three bits too early, because it does not know the reserved bits before DF422.
  private static let passedOver: Set<String> = [
    "class", "length", "gnssid", "system", "data", "l1_ca",
  ]

  private func compare(
    _ message: RTCMMessage, _ frame: ScanResult.Frame, with object: [String: Any]
  ) throws {
    var fields = FieldCollector()
    try message.describe(to: &fields)
    addCounts(of: message, to: &fields)
    for (path, theirs) in Self.leaves(of: object) where !Self.passedOver.contains(path.key) {
      let labels = try #require(Self.labels[path.key], "\(path)")
      let place = "\(path.key)\(path.suffix) of \(message.type) at \(frame.offset)"
      if let text = labels.lazy.compactMap({ fields.texts[$0] }).first {
        #expect(text == theirs as? String, "\(place)")
        continue
      }
      let label = try #require(
        labels.map { $0 + path.suffix }.first { fields.values[$0] != nil }, "\(place)")
      let ours = try #require(fields.values[label])
      let number = try #require(Self.number(theirs), "\(place)")
      #expect(isSame(asGPSDHasIt(ours, label, fields), number, path.key), "\(place)")
    }
    if let systems = object["system"] as? [String] {
      let names = [("GPS", "DF022"), ("GLONASS", "DF023"), ("GALILEO", "DF024")]
      #expect(systems == names.filter { fields.values[$0.1] == 1 }.map(\.0))
    }
    if let data = object["data"] as? [String] {
      #expect(data.map { UInt8($0.dropFirst(2), radix: 16) } == frame.payload.map { $0 })
    }
  }

  /// Adds the counts and the kind of an MSM, which are not fields.
  private func addCounts(of message: RTCMMessage, to fields: inout FieldCollector) {
    guard case .msm(let message) = message else { return }
    fields.values["NSat"] = Double(message.header.satelliteCount)
    fields.values["NSig"] = Double(message.header.signalCount)
    // gpsd reports the size of the cell mask instead of the number of cells.
    fields.values["NCell"] = Double(message.header.cellMaskBitCount)
    fields.texts["kind"] = "MSM\(message.header.kind)"
  }

  /// Converts our value to gpsd's representation.
  private func asGPSDHasIt(_ value: Double, _ label: String, _ fields: FieldCollector) -> Double {
    switch label.prefix(5) {
    // gpsd has degrees instead of arc seconds.
    case "DF159", "DF160", "DF161": value / 3600
    // gpsd reads the 14 bits as unsigned, and has 0 for "not available".
    case "DF017", "DF047": value == -163.84 ? 0 : value < 0 ? value + 327.68 : value
    // gpsd has the channel itself, as 32 unsigned bits.
    case "DF040": Double(UInt32(truncatingIfNeeded: Int(value) - 7))
    // gpsd has the day and the time of a GLONASS MSM as one number.
    case "DF034": value + Double((fields.bits["DF416"] ?? 0) << 27)
    default: value
    }
  }

  /// Returns whether our value is gpsd's number.
  ///
  /// In one log, gpsd's 7-bit lock times have an eighth bit.
  private func isSame(_ ours: Double, _ theirs: Double, _ key: String) -> Bool {
    abs(ours - theirs) <= 6e-7 || (key.hasSuffix("lockt") && ours + 128 == theirs)
  }

  private static func number(_ value: Any) -> Double? {
    switch value {
    case let number as NSNumber: number.doubleValue
    case "true" as String: 1
    case "false" as String: 0
    case let text as String: Double(text)
    default: nil
    }
  }

  /// A gpsd key: a name, and the suffix of a field in a group, such as `_01`.
  private struct Path {
    var key: String
    var suffix: String
  }

  /// Returns the values of a JSON object and of the objects nested in it.
  private static func leaves(
    of object: [String: Any], under prefix: String = "", suffix: String = ""
  ) -> [(Path, Any)] {
    object.flatMap { key, value -> [(Path, Any)] in
      switch value {
      case let object as [String: Any]:
        return leaves(of: object, under: key == "residuals" ? "" : key + ".", suffix: suffix)
      case let satellites as [[String: Any]]:
        return satellites.enumerated().flatMap { index, satellite in
          leaves(of: satellite, suffix: index < 9 ? "_0\(index + 1)" : "_\(index + 1)")
        }
      default:
        // Keys such as lat_01, in the residuals of a grid.
        if prefix.isEmpty, suffix.isEmpty, key.count == 6, Int(key.suffix(2)) != nil {
          return [(Path(key: String(key.prefix(3)), suffix: "_" + key.suffix(2)), value)]
        }
        return [(Path(key: prefix + key, suffix: suffix), value)]
      }
    }
  }

  /// Our field labels by gpsd's names; the message determines which of several labels applies.
  private static let labels: [String: [String]] = [
    "type": ["DF002"], "station_id": ["DF003"],
    "tow": ["DF004", "DF034", "DF248", "DF427"],
    "sync": ["DF005", "DF393"], "smoothing": ["DF007", "DF036", "DF417"],
    "interval": ["DF008", "DF037", "DF418"],
    "ident": ["DF009", "DF038"], "channel": ["DF040"],
    "L1.ind": ["DF010", "DF039"], "L1.prange": ["DF011", "DF041"], "L1.delta": ["DF012", "DF042"],
    "L1.lockt": ["DF013", "DF043"], "L1.amb": ["DF014", "DF044"], "L1.CNR": ["DF015", "DF045"],
    "L2.ind": ["DF016", "DF046"], "L2.prange": ["DF017", "DF047"], "L2.delta": ["DF018", "DF048"],
    "L2.lockt": ["DF019", "DF049"], "L2.CNR": ["DF020", "DF050"],
    // Fields of stations.
    "x": ["DF025"], "y": ["DF026"], "z": ["DF027"], "h": ["DF028"],
    "refstation": ["DF141"], "sro": ["DF142"],
    "desc": ["DF030"], "setup_id": ["DF031"], "serial": ["DF033"], "receiver": ["DF228"],
    "firmware": ["DF230"], "mjd": ["DF051"], "sec": ["DF052"], "leapsecs": ["DF054"],
    "len": ["DF138"], "units": ["DF139"], "msg": ["DF140"], "ind": ["DF421"],
    // Fields of transformations and grids.
    "src_name": ["DF144"], "tar_name": ["DF146"], "sys_id": ["DF147"], "plate_number": ["DF149"],
    "lat_origin": ["DF152", "DF192"], "lon_origin": ["DF153", "DF193"],
    "lat_extension": ["DF154", "DF194"], "lon_extension": ["DF155", "DF195"],
    "dX": ["DF156"], "dY": ["DF157"], "dZ": ["DF158"], "rX": ["DF159"], "rY": ["DF160"],
    "rZ": ["DF161"], "dS": ["DF162"],
    "add_as": ["DF166"], "add_bs": ["DF167"], "add_at": ["DF168"], "add_bt": ["DF169"],
    "shift_h": ["DF190"], "shift_v": ["DF191"], "lat_mean": ["DF196"], "lon_mean": ["DF197"],
    "hgt_mean": ["DF198"], "lat": ["DF199"], "lon": ["DF200"], "hgt": ["DF201"],
    // Fields of MSM.
    "subtype": ["kind"], "IODS": ["DF409"], "steering": ["DF411"], "extclk": ["DF412"],
    "MaskSat": ["DF394"], "MaskSig": ["DF395"], "MaskCell": ["DF396"],
    "NSat": ["NSat"], "NSig": ["NSig"], "NCell": ["NCell"],
  ]
}
