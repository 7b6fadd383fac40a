internal import Bytes
internal import GNSSBasics
import RTCMParser

/// A reader of the records of an epoch.
struct ObservationRecords: Sendable {
  /// The result of an epoch's records.
  enum End {
    case epoch(ObservationEpoch, clockOffset: Double?)
    /// Cycle slips, which are noted in the lock times.
    case slips(GPSTime)
  }

  private let givenChannels: [UInt8: Int]
  private var header: RINEXObservationHeader?
  private var layouts: [ObservationLayout] = []
  private var builder: ObservationBuilder
  private var fields = ObservationFields()

  // The current epoch.
  private var line: (epoch: EpochLine, number: Int)?
  private var epoch = ObservationEpoch(time: GPSTime(nanoseconds: 0), stationID: 0)
  /// The satellites of version 2 in the order of their records; `nil` for a name that is none.
  private var names: [SatelliteID?] = []
  /// The number of records so far.
  private var count = 0
  /// The number of lines of the current record that have been read, in version 2.
  private var rows = 0
  /// The fault of the current record.
  private var fault: RINEXReadingError?
  /// The epoch in which each satellite was last seen.
  private var seen = [Int](repeating: 0, count: Constellation.allCases.count * 100)
  private var serial = 0

  init(glonassChannels: [UInt8: Int], isForRewriting: Bool) {
    givenChannels = glonassChannels
    builder = ObservationBuilder(isForRewriting: isForRewriting)
  }

  /// Takes over a header's types and channels.
  mutating func follow(_ header: RINEXObservationHeader) {
    self.header = header
    layouts = Constellation.allCases.map { ObservationLayout(of: $0, in: header) }
    builder.follow(header, givenChannels: givenChannels)
  }

  /// Lets all lock times begin anew.
  mutating func breakLocks() { builder.locks.breakAll() }

  private var isVersion3: Bool { header.map { $0.version >= 3 } ?? true }
  private var isOfSlips: Bool { line?.epoch.flag == 6 }

  /// Begins the records of an epoch or of cycle slips.
  mutating func begin(_ epochLine: EpochLine, _ text: RINEXLine) {
    let time = epochLine.time ?? GPSTime(nanoseconds: 0)
    line = (epochLine, text.number)
    epoch = ObservationEpoch(time: time, stationID: 0)
    epoch.observations.reserveCapacity(Swift.min(epochLine.count, 100) * 4)
    names.removeAll(keepingCapacity: true)
    (count, rows, fault) = (0, 0, nil)
    serial += 1
    guard !isOfSlips else { return }
    if epochLine.flag == 1 { builder.locks.breakAll() }
    builder.locks.begin(time)
  }

  /// Whether names of version 2 are still to come.
  var needsNames: Bool {
    guard let line, !isVersion3 else { return false }
    return names.count < line.epoch.count
  }

  /// Whether all records have come.
  var isWhole: Bool { line.map { count >= $0.epoch.count && !needsNames } ?? true }

  /// Reads the names in a line of version 2.
  mutating func takeNames(_ text: RINEXLine, _ errors: inout ErrorList) {
    let left = (line?.epoch.count ?? 0) - names.count
    let more = (0..<Swift.min(left, EpochLine.satellitesPerLine)).map {
      satellite(text.bytes.span, at: EpochLine.firstSatellite + 3 * $0)
    }
    names += more
    if more.contains(nil) { errors.note(RINEXReadingError(.notASatellite, line: text.number)) }
    // Without types a record has no lines.
    if !isVersion3, layouts.first?.count == 0 { count = names.count }
  }

  /// Reads a line of a record.
  mutating func take(_ text: RINEXLine, _ errors: inout ErrorList) {
    do throws(RINEXReadingError) {
      if isVersion3 { try takeVersion3(text) } else { try takeVersion2(text) }
    } catch {
      errors.note(error)
    }
  }

  /// Ends the epoch; an epoch without any record is left out if records were announced.
  mutating func end(_ errors: inout ErrorList) -> End? {
    guard let (line, number) = line else { return nil }
    self.line = nil
    if count < line.count {
      errors.note(RINEXReadingError(.cutEpoch(records: count, announced: line.count), line: number))
      if count == 0 { return nil }
    }
    if line.flag == 6 { return .slips(epoch.time) }
    epoch.isComplete = count >= line.count
    return .epoch(epoch, clockOffset: line.clockOffset)
  }

  // MARK: -

  private mutating func takeVersion3(_ text: RINEXLine) throws(RINEXReadingError) {
    count += 1
    guard let satellite = satellite(text.bytes.span, at: 0) else {
      throw RINEXReadingError(.notASatellite, line: text.number)
    }
    let layout = layouts[Int(satellite.constellation.rawValue)]
    guard layout.count > 0 else {
      throw RINEXReadingError(.noTypes(satellite.constellation), line: text.number)
    }
    fields.begin(layout.count)
    try fields.read(layout.count, from: 3, of: text, dividedBy: layout.divisors)
    try add(satellite, line: text.number)
  }

  private mutating func takeVersion2(_ text: RINEXLine) throws(RINEXReadingError) {
    let satellite = names[count]
    let layout = layouts[Int((satellite?.constellation ?? .gps).rawValue)]
    if rows == 0 { fields.begin(layout.count) }
    rows += 1
    let isLast = rows * BandTypes.valuesPerLine >= layout.count
    if fault == nil {
      do throws(RINEXReadingError) {
        try fields.read(BandTypes.valuesPerLine, from: 0, of: text, dividedBy: layout.divisors)
      } catch {
        fault = error
      }
    }
    guard isLast else { return }
    let fault = fault
    (rows, self.fault) = (0, nil)
    count += 1
    if let fault { throw fault }
    if let satellite { try add(satellite, line: text.number) }
  }

  /// Adds the observations of the current fields.
  private mutating func add(
    _ satellite: SatelliteID, line number: Int
  ) throws(RINEXReadingError) {
    let index = Int(satellite.constellation.rawValue) * 100 + satellite.number
    guard seen[index] != serial else {
      throw RINEXReadingError(.repeatedSatellite(satellite), line: number)
    }
    seen[index] = serial
    let layout = layouts[Int(satellite.constellation.rawValue)]
    if isOfSlips {
      builder.noteSlips(in: fields, layout, of: satellite)
    } else {
      builder.add(fields, layout, of: satellite, to: &epoch.observations)
    }
  }

  /// Reads a satellite's name; a blank letter is that of the file's system, a blank digit 0.
  private func satellite(_ bytes: Span<UInt8>, at place: Int) -> SatelliteID? {
    guard place + 2 < bytes.count, let tens = bytes.digit(at: place + 1),
      let ones = bytes.digit(at: place + 2), tens + ones > 0
    else { return nil }
    let number = Int(tens) * 10 + Int(ones)
    if bytes[place] == UInt8(ascii: " "), !isVersion3 {
      return SatelliteID(header?.constellation ?? .gps, number)
    }
    guard let system = Constellation(rinexByte: bytes[place]) else { return nil }
    return SatelliteID(system, number)
  }
}

extension Constellation {
  /// Creates the system of a letter's byte; `nil` for another byte.
  init?(rinexByte byte: UInt8) {
    switch byte {
    case UInt8(ascii: "G"): self = .gps
    case UInt8(ascii: "R"): self = .glonass
    case UInt8(ascii: "E"): self = .galileo
    case UInt8(ascii: "S"): self = .sbas
    case UInt8(ascii: "J"): self = .qzss
    case UInt8(ascii: "C"): self = .beidou
    case UInt8(ascii: "I"): self = .navic
    default: return nil
    }
  }
}
