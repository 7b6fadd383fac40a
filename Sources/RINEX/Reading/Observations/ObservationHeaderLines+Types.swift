internal import Bytes
internal import GNSSBasics
import RTCMParser

// Lists of types, and values that belong to signals or satellites.
extension ObservationHeaderLines {
  mutating func takeTypes(_ line: RINEXLine) throws(RINEXReadingError) {
    if let system = try line.system(in: 0..<1) {
      typesSystem = system
      header.typesBySystem[system] = []
    }
    guard let system = typesSystem else { return }
    let types = line.types(from: 6, width: 4, most: 13)
    let room = Self.mostTypes - (header.typesBySystem[system]?.count ?? 0)
    header.typesBySystem[system, default: []] += types.prefix(Swift.max(room, 0))
  }

  mutating func takeVersion2Types(_ line: RINEXLine) {
    // A number begins a list, blanks go on with it.
    if !line[0..<6].isEmpty { header.commonTypes = [] }
    let room = Self.mostTypes - header.commonTypes.count
    header.commonTypes += line.types(from: 6, width: 6, most: 9).prefix(Swift.max(room, 0))
  }

  /// Reads a factor, for the types that follow it or for all of the system.
  mutating func takeScaleFactor(_ line: RINEXLine) throws(RINEXReadingError) {
    if let system = try line.system(in: 0..<1) {
      let factor = try line.wholeNumber(in: 2..<6)
      guard [1, 10, 100, 1000].contains(factor) else {
        throw RINEXReadingError(.notAValue(columns: 3...6), line: line.number)
      }
      scale = (system, Double(factor))
    }
    guard let (system, factor) = scale else { return }
    var types = line.types(from: 10, width: 4, most: 12)
    if types.isEmpty { types = header.typesBySystem[system] ?? [] }
    for type in types { header.scaleFactors[system, default: [:]][type] = factor }
  }

  mutating func takePhaseShift(_ line: RINEXLine) throws(RINEXReadingError) {
    if let system = try line.system(in: 0..<1) {
      shift = nil
      guard let type = ObservationType(line[2..<5]),
        let code = type.code(of: system, version: header.version)
      else { return }
      shift = (system, code, try line.value(in: 6..<14))
    }
    guard let shift, header.phaseShifts.count < Self.mostLines else { return }
    header.phaseShifts.append(
      .init(
        constellation: shift.system, code: shift.code, cycles: shift.cycles,
        satellites: line.types(from: 18, width: 4, most: 10).compactMap {
          SatelliteID(rinexName: $0.text)
        }))
  }

  mutating func takeChannels(_ line: RINEXLine) throws(RINEXReadingError) {
    for place in stride(from: 4, to: 60, by: 7) {
      guard let satellite = SatelliteID(rinexName: line[place..<place + 3].text),
        satellite.constellation == .glonass
      else { continue }
      let channel = try line.wholeNumber(in: place + 3..<place + 6)
      if GLONASSChannels.range.contains(channel) {
        header.glonassChannels[UInt8(satellite.number)] = channel
      }
    }
  }

  mutating func takeBiases(_ line: RINEXLine) throws(RINEXReadingError) {
    for place in stride(from: 1, to: 53, by: 13) where !line[place + 3..<place + 12].isEmpty {
      guard let type = ObservationType(line[place..<place + 3]),
        let code = type.code(of: .glonass, version: header.version)
      else { continue }
      header.glonassBiases[code] = try line.value(in: place + 3..<place + 12)
    }
  }

  /// Reads the default wavelength factors; those of single satellites are not read.
  mutating func takeWavelengths(_ line: RINEXLine) throws(RINEXReadingError) {
    guard try line.wholeNumber(in: 12..<18) == 0 else { return }
    let l1 = try line.wholeNumber(in: 0..<6) == 2
    let l2 = try line.wholeNumber(in: 6..<12) == 2
    header.halfWavelengthBands = (l1 ? 1 : 0) | (l2 ? 2 : 0)
  }
}

extension SatelliteID {
  /// Creates the satellite of a name such as `G05`; `nil` for any other text.
  fileprivate init?(rinexName name: String) {
    guard let letter = name.first, let system = Constellation(rinexLetter: letter),
      let number = Int(name.dropFirst()), (1...99).contains(number)
    else { return nil }
    self.init(system, number)
  }
}
