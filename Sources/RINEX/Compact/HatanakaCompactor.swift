internal import Bytes
internal import GNSSBasics
internal import TextOutput

/// A maker of the lines of a compact file.
struct HatanakaCompactor: Sendable {
  private enum State {
    case first
    case header
    /// Before the first line of an epoch or an event.
    case epoch
    /// Before a line with more satellites of the epoch, in version 2.
    case names(left: Int)
    /// Before a line of the record of a satellite.
    case record(Int, row: Int)
    /// Within the lines of an event.
    case event(left: Int)
  }

  /// The record of a satellite, up to the next epoch.
  fileprivate struct Satellite {
    var arcs: [HatanakaDifferences]
    var indicators: [UInt8] = []
  }

  private let program: String
  private let date: UnixTime?
  private var state = State.first
  private var types = HatanakaTypes()
  /// The last epoch line as it was written, with all satellites; empty where the next one begins anew.
  private var lastEpochLine: [UInt8] = []
  private var epochLine: [UInt8] = []
  private var clockValue: Int64?
  private var clock = HatanakaDifferences()
  /// The number of satellites that the epoch line announces.
  private var recordCount = 0
  private var names: [HatanakaName] = []
  /// The values and indicators of the epoch's satellites, one after the other.
  private var values: [Int64?] = []
  private var indicators: [[UInt8]] = []
  private var satellites: [HatanakaName: Satellite] = [:]
  private var lineCount = 0

  private(set) var failure: RINEXReadingError?

  init(program: String, date: UnixTime?) { (self.program, self.date) = (program, date) }

  /// Reads a line of RINEX, and appends what it completes.
  mutating func take(_ line: RINEXLine, into text: inout [UInt8]) {
    guard failure == nil else { return }
    lineCount = line.number
    do throws(RINEXReadingError) {
      switch state {
      case .first: try takeFirst(line, into: &text)
      case .header: takeHeader(line, into: &text)
      case .epoch: try takeEpoch(line, into: &text)
      case .names(let left): takeNames(line, left, into: &text)
      case .record(let index, let row): try takeRecord(line, index, row, into: &text)
      case .event(let left):
        append(line, to: &text)
        types.take(line)
        state = left == 1 ? .epoch : .event(left: left - 1)
      }
    } catch {
      failure = error
    }
  }

  /// Ends the file.
  mutating func finish() {
    guard failure == nil else { return }
    let reason: RINEXReadingError.Reason? =
      switch state {
      case .epoch: nil
      case .first: .notObservations
      case .header: .headerWithoutEnd
      case .names(let left): .cutEpoch(records: 0, announced: names.count + left)
      case .record(let index, _): .cutEpoch(records: index, announced: recordCount)
      case .event(let left): .incomplete(lines: 1, needed: 1 + left)
      }
    failure = reason.map { RINEXReadingError($0, line: max(lineCount, 1)) }
  }

  /// Appends a line as it is, without blanks at its end.
  private func append(_ line: RINEXLine, to text: inout [UInt8]) {
    text.append(contentsOf: line.bytes)
    text.endLine()
  }

  // MARK: - The header

  private var isVersion3: Bool { types.isVersion3 }

  private mutating func takeFirst(
    _ line: RINEXLine, into text: inout [UInt8]
  ) throws(RINEXReadingError) {
    let isObservations =
      line[60..<80].begins(with: "RINEX VERSION / TYPE") && line[20..<21].begins(with: "O")
    guard isObservations, let version = line[0..<9].decimalNumber, (2..<5).contains(version) else {
      throw RINEXReadingError(.notObservations, line: line.number)
    }
    types.isVersion3 = version >= 3
    text.appendHeaderLine("CRINEX VERS   / TYPE") { content in
      content += (isVersion3 ? "3.0" : "1.0").utf8
      content.appendBlanks(17)
      content += "COMPACT RINEX FORMAT".utf8
    }
    text.appendHeaderLine("CRINEX PROG / DATE") { content in
      content += program.utf8.prefix(20)
      content.appendBlanks(40 - min(program.utf8.count, 20))
      if let date { CivilTime(date).appendForCompactFile(to: &content) }
    }
    append(line, to: &text)
    state = .header
  }

  private mutating func takeHeader(_ line: RINEXLine, into text: inout [UInt8]) {
    append(line, to: &text)
    types.take(line)
    if line[60..<80].begins(with: "END OF HEADER") { state = .epoch }
  }

  // MARK: - Epochs and events

  /// The places of an epoch line's parts; columns count from 0.
  private struct Columns {
    /// The flag, before three columns with the number of satellites or lines.
    var flag: Int
    /// The end of the number of satellites.
    var head: Int
    /// The first satellite in the compact line, and in version 2 in the line of RINEX.
    var firstName: Int
    /// The clock's offset.
    var clock: Range<Int>
    /// The number of decimals of the clock's offset.
    var clockDecimals: Int

    static let version2 = Self(flag: 28, head: 32, firstName: 32, clock: 68..<80, clockDecimals: 9)
    static let version3 = Self(flag: 31, head: 35, firstName: 41, clock: 41..<56, clockDecimals: 12)
  }

  private var columns: Columns { isVersion3 ? .version3 : .version2 }

  private mutating func takeEpoch(
    _ line: RINEXLine, into text: inout [UInt8]
  ) throws(RINEXReadingError) {
    let bytes = line.bytes.span
    let isMarked = !isVersion3 || bytes.count > 0 && bytes[0] == UInt8(ascii: ">")
    guard isMarked, columns.flag < bytes.count, let flag = bytes.digit(at: columns.flag), flag <= 6,
      let count = bytes.number(in: columns.flag + 1..<columns.flag + 4).integer,
      (0...999).contains(count)
    else { throw RINEXReadingError(.notAnEpoch, line: line.number) }
    guard flag < 2 else { return takeEvent(line, count, into: &text) }
    clockValue = try value(of: line, in: columns.clock, decimals: columns.clockDecimals)
    epochLine.removeAll(keepingCapacity: true)
    epochLine += line.bytes.prefix(columns.head)
    epochLine.appendBlanks(columns.firstName - epochLine.count)
    names.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    indicators.removeAll(keepingCapacity: true)
    recordCount = count
    if isVersion3 {
      beginRecords(into: &text)
    } else {
      takeNames(line, count, into: &text)
    }
  }

  /// Takes the first line of an event as it is; the epoch after the event begins anew.
  private mutating func takeEvent(_ line: RINEXLine, _ count: Int, into text: inout [UInt8]) {
    let start = text.count
    append(line, to: &text)
    if !isVersion3 { text[start] = UInt8(ascii: "&") }
    lastEpochLine.removeAll(keepingCapacity: true)
    satellites.removeAll(keepingCapacity: true)
    clock.end()
    state = count == 0 ? .epoch : .event(left: count)
  }

  /// Takes the satellites that a line of version 2 names, of `left` that are left.
  private mutating func takeNames(_ line: RINEXLine, _ left: Int, into text: inout [UInt8]) {
    let count = min(left, EpochLine.satellitesPerLine)
    let bytes = line.bytes.span
    for index in 0..<count {
      names.append(HatanakaName(bytes, at: columns.firstName + 3 * index))
    }
    guard left == count else { return state = .names(left: left - count) }
    beginRecords(into: &text)
  }

  private mutating func beginRecords(into text: inout [UInt8]) {
    state = .record(0, row: 0)
    if recordCount == 0 { endEpoch(into: &text) }
  }

  // MARK: - Records

  private mutating func takeRecord(
    _ line: RINEXLine, _ index: Int, _ row: Int, into text: inout [UInt8]
  ) throws(RINEXReadingError) {
    let bytes = line.bytes.span
    if isVersion3 { names.append(HatanakaName(bytes, at: 0)) }
    let count = types.count(of: names[index])
    guard count > 0 || !isVersion3 else {
      throw RINEXReadingError(.notASatellite, line: line.number)
    }
    let perLine = isVersion3 ? count : BandTypes.valuesPerLine
    let start = isVersion3 ? 3 : 0
    if row == 0 { indicators.append([]) }
    for column in 0..<min(perLine, count - row * perLine) {
      let place = start + 16 * column
      let value = try value(of: line, in: place..<place + 14, decimals: 3)
      values.append(value)
      for at in place + 14..<place + 16 {
        let isKept = at < bytes.count && (isVersion3 || value != nil)
        indicators[index].append(isKept ? bytes[at] : UInt8(ascii: " "))
      }
    }
    let isWhole = isVersion3 || (row + 1) * perLine >= count
    state = isWhole ? .record(index + 1, row: 0) : .record(index, row: row + 1)
    if isWhole, index + 1 == recordCount { endEpoch(into: &text) }
  }

  /// Returns the number in some columns in units of its last decimal; `nil` for blank ones.
  private func value(
    of line: RINEXLine, in columns: Range<Int>, decimals: Int
  ) throws(RINEXReadingError) -> Int64? {
    switch line.bytes.span.number(in: columns) {
    case .blank: return nil
    case .number(let digits, let found) where found <= decimals:
      var value = digits
      for _ in found..<decimals { value &*= 10 }
      // Columns of 15 characters have no number that is too large with all decimals.
      return value
    case .number, .invalid:
      throw RINEXReadingError(
        .notAValue(columns: columns.lowerBound + 1...columns.upperBound), line: line.number)
    }
  }

  // MARK: - The compact lines

  private mutating func endEpoch(into text: inout [UInt8]) {
    for name in names { name.append(to: &epochLine) }
    if lastEpochLine.isEmpty {
      let start = text.count
      text += epochLine
      if !isVersion3 { text[start] = UInt8(ascii: "&") }
    } else {
      text.appendHatanakaDifferences(of: epochLine, to: lastEpochLine)
    }
    text.endLine()
    swap(&epochLine, &lastEpochLine)
    if let clockValue {
      clock.append(clockValue, mayRestart: false, to: &text)
    } else {
      clock.end()
    }
    text.endLine()
    var next: [HatanakaName: Satellite] = [:]
    var start = 0
    for (index, name) in names.enumerated() {
      let count = types.count(of: name)
      var satellite = satellites.removeValue(forKey: name) ?? newSatellite(count)
      if !isVersion3 { satellite.blankIndicators(ofMissing: values[start..<start + count]) }
      satellite.append(values[start..<start + count], indicators[index], to: &text)
      next[name] = satellite
      start += count
    }
    satellites = next
    state = .epoch
  }

  private func newSatellite(_ count: Int) -> Satellite {
    // As in RNX2CRX: what is blank at first is no news in version 2, and news in version 3.
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: isVersion3 ? 0 : 2 * count)
    return Satellite(
      arcs: [HatanakaDifferences](repeating: HatanakaDifferences(), count: count),
      indicators: blanks)
  }
}

extension HatanakaCompactor.Satellite {
  /// Blanks the indicators of missing values, which version 2 does not have: their differences go on from blanks.
  fileprivate mutating func blankIndicators(ofMissing values: ArraySlice<Int64?>) {
    for (column, value) in values.enumerated() where value == nil {
      indicators[2 * column] = UInt8(ascii: " ")
      indicators[2 * column + 1] = UInt8(ascii: " ")
    }
  }

  /// Appends the line of a record: each field with a blank after it, then the differences of the indicators.
  fileprivate mutating func append(
    _ values: ArraySlice<Int64?>, _ new: [UInt8], to text: inout [UInt8]
  ) {
    for (column, value) in values.enumerated() {
      if let value {
        arcs[column].append(value, mayRestart: true, to: &text)
      } else {
        arcs[column].end()
      }
      text.append(UInt8(ascii: " "))
    }
    text.appendHatanakaDifferences(of: new, to: indicators)
    indicators = new
    text.endLine()
  }
}
