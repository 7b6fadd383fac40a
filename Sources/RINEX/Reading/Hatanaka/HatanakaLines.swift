internal import Bytes

/// An expander of the lines of a compact file into lines of RINEX.
///
/// Source: Hatanaka (2008), Bulletin of the Geospatial Information Authority of Japan 55, 21–30; the form of
/// numbers is that of CRX2RNX 4.1.
struct HatanakaLines: Sendable {
  private enum State {
    /// Before the second line of the compact format.
    case program
    case header
    /// Before the first line of an epoch or an event.
    case epoch
    /// Before the line of the receiver's clock.
    case clock
    /// Before the record of a satellite of the epoch.
    case record(Int)
    /// Within the lines of an event.
    case event(left: Int)
    /// After a line that cannot be expanded, up to the next line that begins anew.
    case lost
  }

  private var state: State?
  private var types = HatanakaTypes()
  /// The whole text of the last epoch line, with all satellites in it.
  private var epochLine: [UInt8] = []
  private var clock = HatanakaArc()
  private var satellites: [HatanakaName: HatanakaSatellite] = [:]
  private var lastSatellites: [HatanakaName: HatanakaSatellite] = [:]
  private var names: [HatanakaName] = []

  private(set) var errors = ErrorList()
  private(set) var failure: RINEXReadingError?
  /// The number of the last line.
  private(set) var lineCount = 0

  /// Whether a line is the first of a compact file.
  static func isBeginning(_ line: RINEXLine) -> Bool {
    line[60..<80].begins(with: "CRINEX VERS   / TYPE")
  }

  /// Reads a line, and appends the lines that it completes.
  mutating func take(_ line: RINEXLine, into text: inout [UInt8]) {
    guard failure == nil else { return }
    lineCount = line.number
    // A last number may have lost digits where the file was cut.
    guard line.isEnded else {
      return errors.note(RINEXReadingError(.notExpandable, line: line.number))
    }
    switch state {
    case nil: takeFirst(line)
    case .program: state = .header
    case .header: takeHeader(line, into: &text)
    case .epoch, .lost: takeEpoch(line, into: &text)
    case .clock: takeClock(line, into: &text)
    case .record(let index): takeRecord(line, index, into: &text)
    case .event(let left): takeEvent(line, left, into: &text)
    }
  }

  /// Ends the file.
  mutating func finish(into text: inout [UInt8]) {
    if case .header? = state {
      failure = failure ?? RINEXReadingError(.headerWithoutEnd, line: lineCount)
    }
    if state == nil || lineCount < 2 {
      failure = failure ?? RINEXReadingError(.notObservations, line: 1)
    }
  }

  // MARK: - The header

  private mutating func takeFirst(_ line: RINEXLine) {
    switch line[0..<9].decimalNumber {
    case let version? where Self.isBeginning(line) && (1..<2).contains(version):
      types.isVersion3 = false
    case let version? where Self.isBeginning(line) && (3..<4).contains(version):
      types.isVersion3 = true
    default: return failure = RINEXReadingError(.notObservations, line: line.number)
    }
    state = .program
  }

  private mutating func takeHeader(_ line: RINEXLine, into text: inout [UInt8]) {
    text.appendLine(line.bytes)
    types.take(line)
    if line[60..<80].begins(with: "END OF HEADER") { state = .epoch }
  }

  // MARK: - Epochs and events

  private var isVersion3: Bool { types.isVersion3 }
  /// The place of the first satellite in an epoch line.
  private var firstName: Int { isVersion3 ? 41 : 32 }
  /// The first character of an epoch line that does not go on from the last one.
  private var mark: UInt8 { UInt8(ascii: isVersion3 ? ">" : "&") }
  /// The most characters of an epoch line, with 999 satellites.
  private static let longestEpochLine = 41 + 3 * 999

  private mutating func takeEpoch(_ line: RINEXLine, into text: inout [UInt8]) {
    let bytes = line.bytes.span
    if bytes.count > 0, bytes[0] == mark {
      epochLine.removeAll(keepingCapacity: true)
    } else if epochLine.isEmpty {
      return lose(line)
    }
    epochLine.applyHatanakaDifferences(bytes, from: 0, limit: Self.longestEpochLine)
    let place = isVersion3 ? 31 : 28
    guard let flag = epochLine.span.digit(at: place), flag <= 6, place < epochLine.count,
      let count = epochLine.span.number(in: place + 1..<place + 4).integer,
      (0...999).contains(count)
    else { return lose(line) }
    if flag >= 2 {
      text.appendLine(epochLine[...])
      // The line after an event begins anew.
      epochLine.removeAll(keepingCapacity: true)
      state = count == 0 ? .epoch : .event(left: count)
      return
    }
    beginRecords(count)
  }

  private mutating func beginRecords(_ count: Int) {
    names.removeAll(keepingCapacity: true)
    for index in 0..<count { names.append(HatanakaName(epochLine.span, at: firstName + 3 * index)) }
    swap(&satellites, &lastSatellites)
    satellites.removeAll(keepingCapacity: true)
    state = .clock
  }

  private mutating func lose(_ line: RINEXLine) {
    if case .lost? = state { return }
    errors.note(RINEXReadingError(.notExpandable, line: line.number))
    epochLine.removeAll(keepingCapacity: true)
    state = .lost
  }

  private mutating func takeEvent(_ line: RINEXLine, _ left: Int, into text: inout [UInt8]) {
    text.appendLine(line.bytes)
    types.take(line)
    state = left == 1 ? .epoch : .event(left: left - 1)
  }

  private mutating func takeClock(_ line: RINEXLine, into text: inout [UInt8]) {
    if line.bytes.first == mark { return restart(line, into: &text) }
    let isBlank = line.isBlank
    if isBlank { clock.end() }
    if !isBlank, !clock.take(line.bytes.trimmed.span) {
      clock.end()
      errors.note(RINEXReadingError(.notExpandable, line: line.number))
    }
    appendEpochLines(to: &text)
    state = names.isEmpty ? .epoch : .record(0)
  }

  /// Begins an epoch where a line of the epoch before is missing.
  private mutating func restart(_ line: RINEXLine, into text: inout [UInt8]) {
    errors.note(RINEXReadingError(.notExpandable, line: line.number))
    state = .epoch
    takeEpoch(line, into: &text)
  }

  private func appendEpochLines(to text: inout [UInt8]) {
    let (head, perLine) = isVersion3 ? (35, 0) : (32, EpochLine.satellitesPerLine)
    let start = text.count
    text.append(contentsOf: epochLine.prefix(head))
    if !isVersion3 {
      if text.first(from: start) == mark { text[start] = UInt8(ascii: " ") }
      for name in names.prefix(perLine) { name.append(to: &text) }
    }
    if let value = clock.value {
      let (column, decimals, width) = isVersion3 ? (41, 12, 15) : (68, 9, 12)
      text.appendBlanks(start + column - text.count)
      text.append(fixedPoint: value, decimals: decimals, columns: width)
    }
    text.endLine()
    guard !isVersion3 else { return }
    var rest = names.dropFirst(perLine)
    while !rest.isEmpty {
      text.appendBlanks(head)
      for name in rest.prefix(perLine) { name.append(to: &text) }
      text.endLine()
      rest = rest.dropFirst(perLine)
    }
  }

  // MARK: - Records

  private mutating func takeRecord(_ line: RINEXLine, _ index: Int, into text: inout [UInt8]) {
    if line.bytes.first == mark { return restart(line, into: &text) }
    let name = names[index]
    let count = types.count(of: name)
    var satellite = lastSatellites.removeValue(forKey: name) ?? HatanakaSatellite(columns: count)
    if satellite.columns != count { satellite = HatanakaSatellite(columns: count) }
    if !satellite.take(line.bytes.span) {
      errors.note(RINEXReadingError(.notExpandable, line: line.number))
      satellite = HatanakaSatellite(columns: count)
    }
    if isVersion3 {
      name.append(to: &text)
    } else {
      satellite.blankIndicatorsOfMissingValues()
    }
    satellite.append(to: &text, perLine: isVersion3 ? .max : BandTypes.valuesPerLine)
    satellites[name] = satellite
    state = index + 1 < names.count ? .record(index + 1) : .epoch
  }
}

extension [UInt8] {
  /// Returns the byte at a place; `nil` beyond the end.
  fileprivate func first(from place: Int) -> UInt8? { place < count ? self[place] : nil }
}
