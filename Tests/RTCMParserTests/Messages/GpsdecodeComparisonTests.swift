import Foundation
import RTCMParser
import TestSupport
import Testing

/// Comparison with every field that gpsd's decoder prints of station messages, 1013, 1029 and observations
/// before MSM.
///
/// For other messages, gpsdecode prints the payload's bytes or nothing.
@Suite(
  "Values against gpsdecode",
  .compares(with: .captures, .gpsdecode))
struct GpsdecodeComparisonTests {
  /// The types whose fields gpsdecode 3.22 prints.
  ///
  /// gpsdecode misreads 1003 and 1011 after the first satellite, because it takes the L2 pseudorange for an
  /// L1 pseudorange.
  static let types: Set<UInt16> = [
    1001, 1002, 1004, 1005, 1006, 1007, 1008, 1009, 1010, 1012, 1013, 1014, 1029, 1033, 1230,
  ]

  @Test("each field that it prints has our value")
  func agrees() throws {
    let frames = try Self.frames(ofEachType: 5)
    let lines = try Self.decode(frames.flatMap(\.bytes))
    #expect(lines.count == frames.count)
    for (frame, line) in zip(frames, lines) {
      let object = try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      var fields = FieldCollector()
      try decoded(frame.payload).describe(to: &fields)
      let comparison = GpsdecodeComparison(fields: fields, payload: frame.payload)
      comparison.compare(object)
    }
    #expect(Set(frames.compactMap(\.type)) == Self.types)
  }

  /// Returns the first `count` frames of each type from every short capture.
  private static func frames(ofEachType count: Int) throws -> [ScanResult.Frame] {
    try SharedCaptures.files(withSuffix: ".counts.json").flatMap { url -> [ScanResult.Frame] in
      var counts: [UInt16: Int] = [:]
      let name = url.lastPathComponent.replacing(".counts.json", with: "")
      let bytes = try SharedCaptures.bytes(of: name)
      guard bytes.count < 150_000 else { return [] }
      return TestSupport.frames(of: bytes).filter {
        guard let type = $0.type, types.contains(type) else { return false }
        counts[type, default: 0] += 1
        return counts[type, default: 0] <= count
      }
    }
  }

  /// Returns gpsdecode's output for a stream, repaired where it is not valid JSON.
  private static func decode(_ stream: [UInt8]) throws -> [String] {
    let folder = try TemporaryFolder()
    _ = try folder.write(stream, to: "stream")
    let program = try OutsideProgram(.gpsdecode)
    let result = try program.run(
      ["-j"], in: folder.url, input: folder.url.appending(path: "stream"))
    return result.output.split(whereSeparator: \.isNewline).filter {
      $0.contains(#""class":"RTCM3""#)
    }
    .map(mended)
  }

  /// Repairs a line: 1013 has a list without its name and commas, 1014 lacks a comma.
  private static func mended(_ line: Substring) -> String {
    var line = String(line).replacing(#""master""#, with: #","master""#)
    guard let start = line.range(of: #",{"id""#) else { return line }
    line.replaceSubrange(start, with: #","announcements":[{"id""#)
    return String(line.replacing("}{", with: "},{").dropLast()) + "]}"
  }
}

/// One decoded message beside gpsdecode's output for it.
struct GpsdecodeComparison {
  let fields: FieldCollector
  let payload: [UInt8]

  private var type: UInt16 { UInt16(payload[0]) << 4 | UInt16(payload[1]) >> 4 }
  private var isGLONASS: Bool { (1009...1012).contains(type) }

  func compare(_ object: [String: Any]) {
    for (key, value) in object {
      switch key {
      case "class", "device": continue
      case "type": #expect(value as? Int == Int(type))
      case "length": #expect(value as? Int == payload.count)
      case "system": compareSystems(value)
      case "satellites", "announcements":
        for (index, item) in (value as? [[String: Any]] ?? []).enumerated() {
          compare(item, suffix: index < 9 ? "_0\(index + 1)" : "_\(index + 1)")
        }
      default: compare(value, key, suffix: "", band: nil)
      }
    }
  }

  /// Compares a satellite, or a message type announced by 1013.
  private func compare(_ item: [String: Any], suffix: String) {
    for (key, value) in item {
      if let band = value as? [String: Any] {
        for (inner, value) in band { compare(value, inner, suffix: suffix, band: key) }
      } else {
        compare(value, key, suffix: suffix, band: nil)
      }
    }
  }

  private func compareSystems(_ value: Any) {
    let systems = [("GPS", "DF022"), ("GLONASS", "DF023"), ("GALILEO", "DF024")]
    #expect(value as? [String] == systems.filter { fields.numbers[$0.1] == 1 }.map(\.0))
  }

  private func compare(_ theirs: Any, _ key: String, suffix: String, band: String?) {
    if Self.misread.contains(key) { return }
    let place = "\(band ?? "") \(key)\(suffix) of \(type)"
    guard let (label, step) = field(key, band: band) else {
      Issue.record("nothing to compare with \(place)")
      return
    }
    if let text = fields.texts[label + suffix] {
      let theirs = unescaped(theirs)
      let ours = Self.cut.contains(key) ? Array(text.utf8.prefix(theirs.count)) : Array(text.utf8)
      #expect(ours == theirs, "\(place)")
    } else if let ours = fields.numbers[label + suffix], let theirs = number(theirs) {
      let difference = (theirs / step).rounded() - printed(ours, key, band: band)
      let modulus = band == "L2" && key == "prange" ? 16_384 : Self.moduli[key]
      #expect(
        modulus.map { difference.remainder(dividingBy: $0) } ?? difference == 0, "\(place)")
    } else {
      Issue.record("no value of \(place)")
    }
  }

  /// The keys that gpsdecode misreads: it looks for the biases of 1230 one bit too early, and truncates the
  /// height of 1014 before dividing.
  private static let misread: Set<String> = ["l1_ca", "l1_p", "l2_ca", "alt"]
  /// The texts that gpsdecode truncates, for lack of buffer space.
  private static let cut: Set<String> = ["firmware", "msg"]
  /// The moduli of keys that gpsdecode stores as unsigned or in 16 bits, so that its values are off by
  /// multiples of them.
  ///
  /// The L2 pseudorange of 14 bits is affected as well.
  private static let moduli: [String: Double] = [
    "lockt": 128, "channel": 0x1p32, "sec": 65_536, "lat": 65_536, "lon": 65_536,
  ]

  /// Returns the number of a field as gpsdecode prints it, in steps.
  ///
  /// A value that is not available is printed as its raw number, except a GLONASS L2 pseudorange, which is
  /// printed as 0.
  private func printed(_ number: Int64, _ key: String, band: String?) -> Double {
    switch (band, key) {
    case ("L2", "prange") where isGLONASS && number == -8192: 0
    case (_, "channel"): Double(number - 7)
    default: Double(number)
    }
  }

  /// Returns the label of our field for a gpsdecode key, and the size of its step in gpsdecode's unit.
  private func field(_ key: String, band: String?) -> (label: String, step: Double)? {
    if let field = satelliteField(key, isL2: band == "L2") { return field }
    switch key {
    case "tow": return (isGLONASS ? "DF034" : "DF004", 1)
    case "sync" where type != 1013: return ("DF005", 1)
    case "satcount": return ("DF035", 1)
    case "smoothing": return (isGLONASS ? "DF036" : "DF007", 1)
    case "interval" where type != 1013: return (isGLONASS ? "DF037" : "DF008", 1)
    default: return Self.plainFields[key]
    }
  }

  private static let plainFields: [String: (label: String, step: Double)] = [
    "station_id": ("DF003", 1), "refstation": ("DF141", 1), "sro": ("DF142", 1),
    "x": ("DF025", 1e-4), "y": ("DF026", 1e-4), "z": ("DF027", 1e-4), "h": ("DF028", 1e-4),
    "desc": ("DF030", 1), "setup_id": ("DF031", 1), "serial": ("DF033", 1),
    "receiver": ("DF228", 1), "firmware": ("DF230", 1),
    "mjd": ("DF051", 1), "sec": ("DF052", 1), "leapsecs": ("DF054", 1), "id": ("DF055", 1),
    "sync": ("DF056", 1), "interval": ("DF057", 1),
    "netid": ("DF059", 1), "subnetid": ("DF072", 1), "statcount": ("DF058", 1),
    "master": ("DF060", 1), "aux": ("DF061", 1), "lat": ("DF062", 25e-6), "lon": ("DF063", 25e-6),
    "len": ("DF138", 1), "units": ("DF139", 1), "msg": ("DF140", 1),
    "ind": ("DF421", 1),
  ]

  private func satelliteField(_ key: String, isL2: Bool) -> (label: String, step: Double)? {
    guard type <= 1012 else { return nil }
    let keys =
      isL2
      ? ["ind", "prange", "delta", "lockt", "CNR"]
      : isGLONASS
        ? ["ident", "ind", "channel", "prange", "delta", "lockt", "amb", "CNR"]
        : ["ident", "ind", "prange", "delta", "lockt", "amb", "CNR"]
    guard let index = keys.firstIndex(of: key) else { return nil }
    let number = index + (isGLONASS ? (isL2 ? 46 : 38) : (isL2 ? 16 : 9))
    let steps: [String: Double] = ["prange": 0.02, "delta": 0.0005, "CNR": 0.25]
    return (number < 10 ? "DF00\(number)" : "DF0\(number)", steps[key] ?? 1)
  }

  /// Converts a JSON value to a number, whatever its notation.
  private func number(_ value: Any) -> Double? {
    switch value {
    case "true" as String: 1
    case "false" as String: 0
    case let text as String: Double(text)
    default: (value as? NSNumber)?.doubleValue
    }
  }

  /// Returns the bytes of a text, which gpsdecode escapes one by one.
  private func unescaped(_ value: Any) -> [UInt8] {
    (value as? String ?? "").unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }
}
