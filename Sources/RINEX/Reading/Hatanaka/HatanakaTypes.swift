internal import Bytes

/// A satellite's name in a compact file: three characters.
struct HatanakaName: Hashable, Sendable {
  private let bytes: InlineName

  private struct InlineName: Hashable {
    var first, second, third: UInt8
  }

  /// Reads a name; beyond the line's end there are blanks.
  init(_ line: Span<UInt8>, at place: Int) {
    func byte(_ at: Int) -> UInt8 { at < line.count ? line[at] : UInt8(ascii: " ") }
    bytes = InlineName(first: byte(place), second: byte(place + 1), third: byte(place + 2))
  }

  /// The letter of the satellite's system.
  var letter: UInt8 { bytes.first }

  func append(to text: inout [UInt8]) {
    text.append(bytes.first)
    text.append(bytes.second)
    text.append(bytes.third)
  }
}

/// The numbers of types of observation that a compact file's header announces.
struct HatanakaTypes: Sendable {
  /// Whether the file is of CRINEX 3.0, for versions 3 and 4.
  var isVersion3 = true
  private var common = 0
  private var counts: [UInt8: Int] = [:]

  /// Learns from a line of the header, or of an event.
  mutating func take(_ line: RINEXLine) {
    if isVersion3, line[60..<80].begins(with: "SYS / # / OBS TYPES") {
      guard let letter = line[0..<1].first else { return }
      counts[letter] = min(line[3..<6].decimalInteger ?? 0, 999)
    } else if !isVersion3, line[60..<80].begins(with: "# / TYPES OF OBSERV") {
      common = line[0..<6].decimalInteger.map { min($0, 999) } ?? common
    }
  }

  /// Returns the number of values in a satellite's record.
  func count(of name: HatanakaName) -> Int { isVersion3 ? counts[name.letter] ?? 0 : common }
}
