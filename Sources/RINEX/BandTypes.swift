import RTCMStreams
import TextOutput

/// The columns of all records in version 2.
///
/// Each band has its pseudoranges, and one phase, Doppler and strength.
///
/// Source: RINEX 2.11, table A1, and §10.1.1 for Galileo and the new signals of GPS.
struct BandTypes: Sendable {
  /// A column: the letter of the kind of value and the band's digit, such as `P2`.
  struct Column: Hashable, Sendable {
    var band: UInt8
    /// The kind of value: one of `CPLDS`, which is also the order of a band's columns.
    var letter: UInt8
  }

  /// The text columns where a signal's values begin, counted from the start of the whole record.
  struct Signal: Sendable {
    var band: Int
    /// The rank of the signal in its band: a satellite with several signals is written with the lowest rank.
    var rank: Int
    var pseudorange: Int?
    var phase: Int?
    var doppler: Int?
    var signalStrength: Int?
  }

  private(set) var columns: [Column] = []
  /// The columns of each signal: first index the system, second index the signal in its observation types.
  private(set) var signals: [[Signal]] = []

  /// The number of values in a line.
  static let valuesPerLine = 5
  /// The digits of RINEX bands.
  static let bands = 1...8

  /// Finds the columns for the observation types of a stream, which are listed by system.
  init(of types: [ObservationTypes]) {
    columns = Self.columns(of: types)
    signals = zip(Constellation.allCases, types).map { constellation, types in
      types.signals.compactMap { signal in place(of: signal.code, of: constellation) }
    }
  }

  /// The number of lines in a satellite's record.
  var lines: Int { (columns.count + Self.valuesPerLine - 1) / Self.valuesPerLine }

  private static func columns(of types: [ObservationTypes]) -> [Column] {
    var columns: Set<Column> = []
    for (constellation, types) in zip(Constellation.allCases, types) {
      for (code, kinds) in types.signals {
        guard let name = code.version2(of: constellation) else { continue }
        for kind in kinds.each {
          let letter = kind == .pseudorange ? name.letter : kind.letter
          columns.insert(Column(band: code.band, letter: letter))
        }
      }
    }
    return columns.sorted { ($0.band, order($0)) < ($1.band, order($1)) }
  }

  private static func order(_ column: Column) -> Int {
    Array("CPLDS".utf8).firstIndex(of: column.letter) ?? 0
  }

  private func place(of code: RINEXSignalCode, of constellation: Constellation) -> Signal? {
    guard let name = code.version2(of: constellation) else { return nil }
    func place(_ letter: UInt8) -> Int? {
      columns.firstIndex(of: Column(band: code.band, letter: letter)).map {
        $0 * RecordSheet.valueWidth
      }
    }
    return Signal(
      band: Int(code.band), rank: name.rank, pseudorange: place(name.letter),
      phase: place(ObservationKind.phase.letter), doppler: place(ObservationKind.doppler.letter),
      signalStrength: place(ObservationKind.signalStrength.letter))
  }

  /// Appends the header lines that list the columns, nine columns a line.
  func appendHeaderLines(to text: inout [UInt8]) {
    var rest = columns[...]
    repeat {
      text.appendHeaderLine("# / TYPES OF OBSERV") { line in
        if rest.count == columns.count {
          line.append(integer: columns.count, columns: 6)
        } else {
          line.appendBlanks(6)
        }
        for column in rest.prefix(9) {
          line.appendBlanks(4)
          line += [column.letter, UInt8(ascii: "0") + column.band]
        }
      }
      rest = rest.dropFirst(9)
    } while !rest.isEmpty
  }
}

extension RINEXSignalCode {
  /// Returns the letter of the signal's pseudorange in version 2, and the signal's rank in its band.
  ///
  /// The result is `nil` where version 2 has no name for the signal. `P` marks values derived from the P
  /// code, by whatever means. QZSS, BeiDou, NavIC, L1C and G3 came after version 2.
  func version2(of constellation: Constellation) -> (letter: UInt8, rank: Int)? {
    // Attributes by rank; a small letter marks a signal of the P code.
    let attributes: StaticString
    switch (constellation, band) {
    case (.gps, 1): attributes = "Cpwy"
    case (.gps, 2): attributes = "pywdCLSX"
    case (.glonass, 1), (.glonass, 2): attributes = "Cp"
    case (.galileo, 1), (.galileo, 6): attributes = "CABXZ"
    case (.gps, 5), (.sbas, 5), (.galileo, 5), (.galileo, 7), (.galileo, 8): attributes = "IQX"
    case (.sbas, 1): attributes = "C"
    default: return nil
    }
    return attributes.withUTF8Buffer { characters in
      for rank in 0..<characters.count {
        // Sound: the rank is below the count.
        let character = unsafe characters[rank]
        if character == attribute { return (UInt8(ascii: "C"), rank) }
        if character == attribute | 0x20 { return (UInt8(ascii: "P"), rank) }
      }
      return nil
    }
  }
}
