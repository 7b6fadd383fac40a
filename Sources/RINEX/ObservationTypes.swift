import RTCMStreams
import TextOutput

/// A kind of value of a signal; each kind has a column of its own.
enum ObservationKind: Int, CaseIterable {
  // The order of the cases is the order of the columns.
  case pseudorange, phase, doppler, signalStrength

  /// The letter that stands before the signal's code.
  var letter: UInt8 {
    switch self {
    case .pseudorange: UInt8(ascii: "C")
    case .phase: UInt8(ascii: "L")
    case .doppler: UInt8(ascii: "D")
    case .signalStrength: UInt8(ascii: "S")
    }
  }

  /// Returns the observation's value in RINEX's unit: metres, cycles, hertz or dB-Hz.
  func value(of observation: SignalObservation) -> Double? {
    switch self {
    case .pseudorange: observation.pseudorange
    case .phase: observation.phase
    case .doppler: observation.doppler
    case .signalStrength: observation.cnr
    }
  }
}

/// A set of kinds of values.
struct ObservationKinds: OptionSet, Sendable {
  let rawValue: UInt8

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ kind: ObservationKind) { rawValue = 1 << kind.rawValue }

  /// Creates the kinds that an observation has.
  ///
  /// Phase and Doppler count even where the wavelength is unknown, so that they are known in metres only.
  init(in observation: SignalObservation) {
    rawValue =
      (observation.pseudorange == nil ? 0 : 1) | (observation.phaserange == nil ? 0 : 2)
      | (observation.phaserangeRate == nil ? 0 : 4) | (observation.cnr == nil ? 0 : 8)
  }

  /// The kinds in the set, in the order of the columns.
  var each: [ObservationKind] { ObservationKind.allCases.filter { contains(Self($0)) } }
}

extension SignalObservation {
  /// The largest satellite number that RINEX can name: two digits.
  static let largestRINEXNumber = 99

  /// Whether the observation has a value that RINEX can hold.
  var hasRINEXValue: Bool {
    pseudorange != nil || cnr != nil
      || carrierFrequency != nil && (phaserange != nil || phaserangeRate != nil)
  }

  /// Returns the signal's code, or `nil` where a version of RINEX has no code for the signal.
  ///
  /// Messages 1003 and 1004 have room for an L2 of SBAS satellites, which send no L2. A GLONASS satellite
  /// whose slot is unknown has the number 0.
  func rinexCode(in version: RINEXFormat) -> RINEXSignalCode? {
    guard constellation.satelliteNumbers.contains(satelliteNumber), let code else { return nil }
    if constellation == .sbas, constellation.signalID(of: code) == nil { return nil }
    return code.exists(in: version, of: constellation) ? code : nil
  }
}

extension RINEXSignalCode {
  /// Whether a version of RINEX has the code for a system's signal.
  ///
  /// Source: the tables of observation codes in RINEX 3.03 to 4.02.
  func exists(in version: RINEXFormat, of constellation: Constellation) -> Bool {
    if version == .v2_11 { return version2(of: constellation) != nil }
    return firstVersion(of: constellation) <= version
  }

  /// Returns the version after 2.11 that brought the code of a system's signal.
  private func firstVersion(of constellation: Constellation) -> RINEXFormat {
    switch (constellation, band, Unicode.Scalar(attribute)) {
    case (.navic, 1, _): .v4_01
    case (.qzss, 1, "B"), (.qzss, 1, "E"), (.beidou, 1, "L"), (.beidou, 1, "S"), (.beidou, 1, "Z"),
      (.beidou, 6, "D"), (.beidou, 6, "P"), (.beidou, 6, "Z"):
      .v3_05
    case (.glonass, 4, _), (.glonass, 6, _), (.qzss, 5, "D"), (.qzss, 5, "P"), (.qzss, 5, "Z"),
      (.qzss, 6, "E"), (.qzss, 6, "Z"), (.beidou, 1, _), (.beidou, 5, _), (.beidou, 6, "A"),
      (.beidou, 7, "D"), (.beidou, 7, "P"), (.beidou, 7, "Z"), (.beidou, 8, _):
      .v3_04
    default: .v3_03
    }
  }
}

/// The columns in the records of one system: its signals, with the kinds of values of each signal.
struct ObservationTypes: Sendable {
  private(set) var signals: [(code: RINEXSignalCode, kinds: ObservationKinds)] = []

  var isEmpty: Bool { signals.isEmpty }

  /// The number of columns.
  var count: Int { signals.reduce(0) { $0 + $1.kinds.rawValue.nonzeroBitCount } }

  /// Adds the columns for an observation's kinds; codes and kinds stay in ascending order.
  mutating func add(_ kinds: ObservationKinds, of code: RINEXSignalCode) {
    let index = signals.firstIndex { !$0.code.isBefore(code) } ?? signals.endIndex
    if index == signals.endIndex || signals[index].code != code {
      signals.insert((code, kinds), at: index)
    } else {
      signals[index].kinds.formUnion(kinds)
    }
  }

  /// Removes the phases and Dopplers of GLONASS's L1 and L2, which need each satellite's own frequency.
  mutating func removePhasesOfFDMA() {
    for index in signals.indices where signals[index].code.band <= 2 {
      signals[index].kinds.subtract([ObservationKinds(.phase), ObservationKinds(.doppler)])
    }
    signals.removeAll { $0.kinds.isEmpty }
  }

  /// Appends the header lines that list the columns of a system, 13 columns a line.
  func appendHeaderLines(of constellation: Constellation, to text: inout [UInt8]) {
    var columns = signals.flatMap { signal in
      signal.kinds.each.map { kind in [kind.letter] + Array(signal.code.description.utf8) }
    }[...]
    var isFirst = true
    while !columns.isEmpty {
      text.appendHeaderLine("SYS / # / OBS TYPES") { line in
        line.append(text: isFirst ? constellation.rinexLetter.utf8.map { $0 } : [], columns: 1)
        if isFirst { line.append(integer: count, columns: 5) } else { line.appendBlanks(5) }
        for column in columns.prefix(13) {
          line.appendBlanks(1)
          line += column
        }
      }
      columns = columns.dropFirst(13)
      isFirst = false
    }
  }

  /// Appends the header lines with each phase's shift to the reference signal of its band.
  ///
  /// RTCM aligns phases as RINEX requires, so every shift is zero. Lines of reference signals have no value.
  func appendPhaseShifts(of constellation: Constellation, to text: inout [UInt8]) {
    for signal in signals where signal.kinds.contains(ObservationKinds(.phase)) {
      text.appendHeaderLine("SYS / PHASE SHIFT") { line in
        line += constellation.rinexLetter.utf8
        line += " L".utf8
        line += signal.code.description.utf8
        if !constellation.isPhaseReference(signal.code) {
          line.append(decimal: 0, decimals: 5, columns: 9)
        }
      }
    }
  }
}

extension RINEXSignalCode {
  func isBefore(_ other: RINEXSignalCode) -> Bool {
    (band, attribute) < (other.band, other.attribute)
  }
}

extension Constellation {
  /// Whether a code is a reference signal: the phases of the other signals in its band are aligned to it.
  ///
  /// Source: RINEX 3.04, table A23.
  fileprivate func isPhaseReference(_ code: RINEXSignalCode) -> Bool {
    let references: StaticString =
      switch self {
      case .gps: "1C2P5I"
      case .glonass: "1C4A2C6A3I"
      case .galileo: "1B5I7I8I6B"
      case .sbas: "1C5I"
      case .qzss: "1C2S5I5D6S"
      case .beidou: "2I1D5D7I7D8D6I"
      case .navic: "5A9A"
      }
    return references.withUTF8Buffer { characters in
      stride(from: 0, to: characters.count, by: 2).contains { at in
        // Sound: the table has two characters for each signal.
        unsafe characters[at] == code.band + 0x30 && characters[at + 1] == code.attribute
      }
    }
  }
}
