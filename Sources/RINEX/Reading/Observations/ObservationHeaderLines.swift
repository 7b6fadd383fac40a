internal import Bytes
internal import GNSSBasics
import RTCMParser

/// A reader of the lines of a header, also of those between epochs.
struct ObservationHeaderLines: Sendable {
  var header: RINEXObservationHeader
  /// The system and type lists that the next line may go on with.
  var typesSystem: Constellation?
  var scale: (system: Constellation, factor: Double)?
  var shift: (system: Constellation, code: RINEXSignalCode, cycles: Double)?

  /// The most lines of one kind that are kept, comments and phase shifts.
  static let mostLines = 1000
  /// The most types of a system: three digits.
  static let mostTypes = 999

  /// Creates the state after a file's first line; `nil` for lines of other files.
  init?(firstLine line: RINEXLine) {
    guard line[60..<80].begins(with: "RINEX VERSION / TYPE"),
      let version = line[0..<9].decimalNumber,
      (2..<3.06).contains(version) || (4..<4.03).contains(version),
      line[20..<21].first == UInt8(ascii: "O")
    else { return nil }
    let letter = line[40..<41].first.map { Character(Unicode.Scalar($0)) } ?? "G"
    header = RINEXObservationHeader(
      version: version, constellation: Constellation(rinexLetter: letter))
  }

  /// Forgets lists under way, so that the next line of types begins a list.
  mutating func beginEvent() { (typesSystem, scale, shift) = (nil, nil, nil) }

  /// Reads a line; lines that are not used here are left out.
  mutating func take(_ line: RINEXLine) throws(RINEXReadingError) {
    let label = line[60..<80].text
    switch label {
    case "SYS / # / OBS TYPES": try takeTypes(line)
    case "# / TYPES OF OBSERV": takeVersion2Types(line)
    case "SYS / SCALE FACTOR": try takeScaleFactor(line)
    case "SYS / PHASE SHIFT", "SYS / PHASE SHIFTS": try takePhaseShift(line)
    case "GLONASS SLOT / FRQ #": try takeChannels(line)
    case "GLONASS COD/PHS/BIS", "GLONASS COD/PHS/BIS#": try takeBiases(line)
    case "WAVELENGTH FACT L1/2": try takeWavelengths(line)
    case "TIME OF FIRST OBS": header.firstTime = try takeTime(line)
    case "TIME OF LAST OBS": header.lastTime = try takeTime(line)
    case "INTERVAL": header.interval = try line.value(in: 0..<10)
    case "LEAP SECONDS": header.leapSeconds = try line.wholeNumber(in: 0..<6)
    case "RCV CLOCK OFFS APPL": header.isClockOffsetApplied = try line.wholeNumber(in: 0..<6) == 1
    case "SIGNAL STRENGTH UNIT": header.signalStrengthUnit = line[0..<20].text
    default: try takeStation(line, label)
    }
  }

  // MARK: - The station

  private mutating func takeStation(_ line: RINEXLine, _ label: String) throws(RINEXReadingError) {
    func set(_ field: RINEXHeader.Field, from start: Int) {
      let text = line[start..<Swift.min(start + field.columns, 60)].text
      header.station[field] = text.isEmpty ? nil : text
    }
    switch label {
    case "PGM / RUN BY / DATE":
      header.program = line[0..<20].text
      set(.runBy, from: 20)
    case "COMMENT":
      if header.station.comments.count < Self.mostLines {
        header.station.comments.append(line[0..<60].text)
      }
    case "MARKER NAME": set(.markerName, from: 0)
    case "MARKER NUMBER": set(.markerNumber, from: 0)
    case "MARKER TYPE": set(.markerType, from: 0)
    case "OBSERVER / AGENCY":
      set(.observer, from: 0)
      set(.agency, from: 20)
    case "REC # / TYPE / VERS":
      set(.receiverNumber, from: 0)
      set(.receiverType, from: 20)
      set(.receiverVersion, from: 40)
    case "ANT # / TYPE":
      set(.antennaNumber, from: 0)
      set(.antennaType, from: 20)
    case "APPROX POSITION XYZ":
      let (x, y, z) = try threeNumbers(line)
      header.station.position = x == 0 && y == 0 && z == 0 ? nil : ECEFPosition(x: x, y: y, z: z)
    case "ANTENNA: DELTA H/E/N":
      let (height, east, north) = try threeNumbers(line)
      header.station.antennaOffset = .init(height: height, east: east, north: north)
    default: break
    }
  }

  private func threeNumbers(
    _ line: RINEXLine
  ) throws(RINEXReadingError) -> (Double, Double, Double) {
    (try line.value(in: 0..<14), try line.value(in: 14..<28), try line.value(in: 28..<42))
  }

  /// Reads a time of the header, whose time scale is that of all epochs.
  private mutating func takeTime(_ line: RINEXLine) throws(RINEXReadingError) -> GPSTime {
    switch line[48..<51].text {
    case "GPS", "GAL", "QZS", "IRN", "SBA": header.timeScale = .gps
    case "GLO", "UTC": header.timeScale = .utc
    case "BDT", "BDS": header.timeScale = .beidou
    default: break
    }
    let columns = (0..<6).map { $0 < 5 ? 6 * $0..<6 * $0 + 6 : 30..<43 }
    guard let time = ObservationTime(line.bytes.span, columns, in: header.timeScale) else {
      throw RINEXReadingError(.notAnEpoch, line: line.number)
    }
    return time.gps
  }
}

extension RINEXLine {
  /// Reads a number in fixed notation; blank columns are 0.
  func value(in columns: Range<Int>) throws(RINEXReadingError) -> Double {
    guard let value = bytes.span.number(in: columns).value else { throw notAValue(columns) }
    return value
  }

  /// Reads an integer; blank columns are 0.
  func wholeNumber(in columns: Range<Int>) throws(RINEXReadingError) -> Int {
    guard let value = bytes.span.number(in: columns).integer else { throw notAValue(columns) }
    return value
  }

  private func notAValue(_ columns: Range<Int>) -> RINEXReadingError {
    RINEXReadingError(
      .notAValue(columns: columns.lowerBound + 1...columns.upperBound), line: number)
  }

  /// Reads a system's letter; `nil` for a blank, which goes on with the system of the line before.
  func system(in columns: Range<Int>) throws(RINEXReadingError) -> Constellation? {
    guard let letter = self[columns].first else { return nil }
    let character = Character(Unicode.Scalar(letter))
    guard let system = Constellation(rinexLetter: character) else {
      throw RINEXReadingError(.unknownSystem(character), line: number)
    }
    return system
  }

  /// Returns the types in columns of equal width up to column 60, each at the right of its columns.
  func types(from start: Int, width: Int, most: Int) -> [ObservationType] {
    (0..<most).compactMap { place in
      let at = start + place * width
      return ObservationType(self[at..<Swift.min(at + width, 60)])
    }
  }
}
