internal import Bytes
internal import GNSSBasics
import RTCMParser

/// A reader of the lines of an observation file.
struct ObservationLines: Sendable {
  private enum State {
    /// Before the first line.
    case start
    case header
    /// Before the first line of an epoch; astray after a line that was none.
    case betweenEpochs(isAstray: Bool)
    case epoch
    /// Within the lines of an event, of which some are left.
    case event(RINEXEvent, GPSTime?, left: Int)
    case failed
  }

  private var state = State.start
  private var headerLines: ObservationHeaderLines?
  private var records: ObservationRecords
  private var events: [RINEXObservationReader.Event] = []
  private var lineNumber = 0

  private(set) var errors = ErrorList()
  private(set) var failure: RINEXReadingError?

  init(glonassChannels: [UInt8: Int], isForRewriting: Bool) {
    records = ObservationRecords(
      glonassChannels: glonassChannels, isForRewriting: isForRewriting)
  }

  /// The header; `nil` before its end.
  var header: RINEXObservationHeader? {
    switch state {
    case .start, .header, .failed: nil
    default: headerLines?.header
    }
  }

  private var isVersion3: Bool { headerLines.map { $0.header.version >= 3 } ?? true }

  /// Removes and returns the first event that has not been passed on.
  mutating func nextEvent() -> RINEXObservationReader.Event? {
    events.isEmpty ? nil : events.removeFirst()
  }

  /// Reads the next line.
  mutating func take(_ line: RINEXLine) {
    lineNumber = line.number
    switch state {
    case .failed: break
    case .start: takeFirst(line)
    case .header: takeHeader(line)
    case .betweenEpochs(let isAstray): takeEpochLine(line, isAstray: isAstray)
    case .epoch: takeRecord(line)
    case .event(let event, let time, let left): takeEventLine(line, of: event, time, left)
    }
  }

  /// Ends the file.
  mutating func finish() {
    switch state {
    case .start: fail(RINEXReadingError(.notObservations, line: 1))
    case .header: fail(RINEXReadingError(.headerWithoutEnd, line: lineNumber))
    case .epoch: endEpoch()
    case .event(let event, let time, let left): endEvent(event, time, missing: left)
    case .betweenEpochs, .failed: break
    }
  }

  private mutating func fail(_ error: RINEXReadingError) { (failure, state) = (error, .failed) }

  // MARK: - The header

  private mutating func takeFirst(_ line: RINEXLine) {
    headerLines = ObservationHeaderLines(firstLine: line)
    state = .header
    if headerLines == nil { fail(RINEXReadingError(.notObservations, line: line.number)) }
  }

  private mutating func takeHeader(_ line: RINEXLine) {
    guard line[60..<80].begins(with: "END OF HEADER") else { return takeHeaderLine(line) }
    state = .betweenEpochs(isAstray: false)
    guard let header = headerLines?.header else { return }
    records.follow(header)
    events.append(.header(header))
  }

  private mutating func takeHeaderLine(_ line: RINEXLine) {
    do throws(RINEXReadingError) {
      try headerLines?.take(line)
    } catch {
      errors.note(error)
    }
  }

  // MARK: - Epochs

  private mutating func takeEpochLine(_ line: RINEXLine, isAstray: Bool) {
    let scale = headerLines?.header.timeScale ?? .gps
    guard let epoch = EpochLine(line, isVersion3: isVersion3, in: scale) else {
      return takeStray(line, isAstray: isAstray)
    }
    switch RINEXEvent(rawValue: UInt8(epoch.flag)) {
    case nil, .cycleSlips:
      state = .epoch
      records.begin(epoch, line)
      takeNames(line)
    case let event?:
      headerLines?.beginEvent()
      state = .event(event, epoch.time, left: epoch.count)
      if epoch.count == 0 { endEvent(event, epoch.time, missing: 0) }
    }
  }

  /// Notes a line that should begin an epoch; one error stands for all lines up to the next epoch.
  private mutating func takeStray(_ line: RINEXLine, isAstray: Bool) {
    if line.isBlank || line[60..<80].begins(with: "COMMENT") { return }
    let isNew = !isAstray || EpochLine.isOne(line, isVersion3: isVersion3)
    if isNew { errors.note(RINEXReadingError(.notAnEpoch, line: line.number)) }
    state = .betweenEpochs(isAstray: true)
  }

  private mutating func takeRecord(_ line: RINEXLine) {
    if EpochLine.isOne(line, isVersion3: isVersion3) {
      endEpoch()
      return takeEpochLine(line, isAstray: false)
    }
    if records.needsNames { return takeNames(line) }
    records.take(line, &errors)
    if records.isWhole { endEpoch() }
  }

  /// Reads the names of version 2 in an epoch line.
  private mutating func takeNames(_ line: RINEXLine) {
    if !isVersion3 { records.takeNames(line, &errors) }
    if records.isWhole { endEpoch() }
  }

  private mutating func endEpoch() {
    state = .betweenEpochs(isAstray: false)
    guard let end = records.end(&errors) else { return }
    switch end {
    case .epoch(let epoch, let clockOffset):
      events.append(.epoch(epoch, clockOffset: clockOffset))
    case .slips(let time):
      if let header { events.append(.change(.cycleSlips, time, header)) }
    }
  }

  // MARK: - Events

  private mutating func takeEventLine(
    _ line: RINEXLine, of event: RINEXEvent, _ time: GPSTime?, _ left: Int
  ) {
    // A line of the header may begin with any character, so that its label tells it from an epoch.
    if line[60..<80].isEmpty, EpochLine.isOne(line, isVersion3: isVersion3) {
      endEvent(event, time, missing: left)
      return takeEpochLine(line, isAstray: false)
    }
    takeHeaderLine(line)
    state = .event(event, time, left: left - 1)
    if left == 1 { endEvent(event, time, missing: 0) }
  }

  private mutating func endEvent(_ event: RINEXEvent, _ time: GPSTime?, missing: Int) {
    state = .betweenEpochs(isAstray: false)
    if missing > 0 {
      errors.note(RINEXReadingError(.cutEpoch(records: 0, announced: missing), line: lineNumber))
    }
    guard let header else { return }
    records.follow(header)
    if event == .newStation { records.breakLocks() }
    events.append(.change(event, time, header))
  }
}
