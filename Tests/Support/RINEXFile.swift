/// A RINEX 3 file taken apart by its columns, by ours or by another's hand.
package struct RINEXFile {
  /// One satellite's orbit and clock.
  package struct Navigation {
    /// `G01`.
    package var satellite: String
    /// As it is printed, `2018 07 15 00 00 00`.
    package var time: String
    /// Three numbers, then four a line.
    package var values: [Double]
  }

  /// One value of a record of observations.
  package struct Observation: Equatable {
    package var value: Double
    /// The loss of lock indicator, 0 where it is blank.
    package var lossOfLock: Int
  }

  /// The observations of one time.
  package struct Epoch {
    /// As it is printed, `2019 04 06 23 50 09.0000000`.
    package var time: String
    /// By satellite and type, such as `G01 L1C`; what is blank or zero is left out.
    package var observations: [String: Observation] = [:]
    /// In the order of the file.
    package var satellites: [String] = []
  }

  /// Lines of the header, label and content.
  package var header: [(label: String, content: String)] = []
  package var navigation: [Navigation] = []
  package var epochs: [Epoch] = []
  /// How many epoch lines have another flag than 0.
  package private(set) var events = 0
  private var eventLines = 0
  /// Types of observations by the system's letter.
  package var types: [String: [String]] = [:]

  package init(_ text: [UInt8]) {
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard let end = lines.firstIndex(where: { Self.text($0, 60..<80) == "END OF HEADER" }) else {
      return
    }
    header = lines[..<end].map { (Self.text($0, 60..<80), Self.text($0, 0..<60)) }
    readTypes()
    let body = lines[(end + 1)...].filter { !$0.isEmpty }
    if lines[0].count > 20, Self.text(lines[0], 20..<21) == "N" {
      for line in body { readNavigation(line) }
    } else {
      for line in body { readObservations(line) }
    }
  }

  /// What the lines of a label hold.
  package func lines(_ label: String) -> [String] {
    header.filter { $0.label == label }.map(\.content)
  }

  // MARK: -

  private mutating func readTypes() {
    var system = ""
    for line in lines("SYS / # / OBS TYPES") {
      if line.first != " " { system = String(line.prefix(1)) }
      types[system, default: []] += line.dropFirst(6).split(separator: " ").map(String.init)
    }
  }

  private mutating func readNavigation(_ line: ArraySlice<UInt8>) {
    let isFirst = line.first != UInt8(ascii: " ")
    if isFirst {
      navigation.append(
        Navigation(
          satellite: Self.text(line, 0..<3), time: Self.text(line, 4..<23), values: []))
    }
    for column in isFirst ? 1..<4 : 0..<4 {
      let start = 4 + 19 * column
      guard line.count > start, !navigation.isEmpty else { continue }
      let number = Self.text(line, start..<start + 19).replacing("D", with: "E")
      navigation[navigation.count - 1].values.append(Double(number) ?? 0)
    }
  }

  private mutating func readObservations(_ line: ArraySlice<UInt8>) {
    if eventLines > 0 {
      eventLines -= 1
      return
    }
    if line.first == UInt8(ascii: ">") {
      if Self.text(line, 31..<32) == "0" {
        epochs.append(Epoch(time: Self.text(line, 2..<29)))
      } else {
        eventLines = Int(Self.text(line, 32..<35)) ?? 0
        events += 1
      }
      return
    }
    guard !epochs.isEmpty else { return }
    let satellite = Self.text(line, 0..<3)
    var epoch = epochs.removeLast()
    epoch.satellites.append(satellite)
    for (index, type) in (types[String(satellite.prefix(1))] ?? []).enumerated() {
      let start = 3 + 16 * index
      guard let value = Double(Self.text(line, start..<start + 14)), value != 0 else { continue }
      epoch.observations["\(satellite) \(type)"] = Observation(
        value: value, lossOfLock: Int(Self.text(line, start + 14..<start + 15)) ?? 0)
    }
    epochs.append(epoch)
  }

  /// The text in some columns, which count from 0, without blanks around it unless it is a header's.
  private static func text(_ line: ArraySlice<UInt8>, _ columns: Range<Int>) -> String {
    let text = String(
      decoding: line.dropFirst(columns.lowerBound).prefix(columns.count), as: UTF8.self)
    if columns == 0..<60 { return text }
    return text.trimmingPrefix { $0 == " " }.reversed().trimmingPrefix { $0 == " " }.reversed()
      .map(String.init).joined()
  }
}
