internal import Platform
internal import RINEX
internal import RTCMParser
internal import RTCMStreams

/// A conversion of a stream to an observation and a navigation file for each period, while it goes on.
///
/// The epochs of the period under way wait in a ``PeriodJournal``; an epoch of the next period lets the files
/// be made. A stream that can be read again is dated in a first pass. Of one that can be read only once, the
/// frames before the first date are kept in memory, and the date is compared at the end of each period.
final class RINEXPeriodOutput: ConversionOutput {
  private let folder: String
  private let arguments: RINEXArguments
  private let name: LongNameArgument
  private let length: PeriodArgument
  private let appends: Bool
  /// Whether the journal stays after an error: there may be no second chance to read the stream.
  private let keepsJournal: Bool
  private let channels: [UInt8: Int]
  private let maker: PeriodFiles
  private let onFile: (PeriodFile) throws -> Void

  private var scanner = FrameScanner()
  private var date: StreamDate
  /// Whether the pass only determines the date.
  private var isDating: Bool
  /// The date by which epochs are dated.
  private var dated: GPSTime?
  /// The frames' payloads read before a date is known, and their length.
  private var (waiting, waitingCount) = ([[UInt8]](), 0)
  private var assembler: EpochAssembler?
  private var times = ImpossibleTimeTally()

  private var journal: PeriodJournal?
  private var continuity = StreamContinuity()
  /// The last epoch of the journal, or of the period before it.
  private var last: ObservationEpoch?
  /// The payloads of messages since the last epoch, which belong to the period of the next one.
  private var messages: [[UInt8]] = []
  /// Whether the stream repeats what an earlier run has had.
  private var isBehind = false
  /// An epoch much later than the last one, whose time is wrong unless the next epoch is later still.
  private var held: ObservationEpoch?

  private(set) var needsAnotherPass = false
  private(set) var byteCount = 0
  private var (epochs, ephemerides, disorders) = (0, 0, 0)
  private var files: [String] = []
  private var omissions = OmissionRecord()

  /// The greatest length of the frames that wait for a date, bytes: an hour of four systems at 1 Hz.
  private static let longestWait = 1 << 22
  /// The greatest number of messages that wait for an epoch.
  private static let mostMessages = 10_000
  /// An epoch that is later than the last one by more is held until the next one, nanoseconds.
  private static let longestStep: Int64 = 60_000_000_000

  /// Creates the output, and opens the journal that an earlier run has left.
  ///
  /// - Parameters:
  ///   - folder: The folder of the files.
  ///   - arguments: The options of RINEX.
  ///   - name: The site and the origin of the data.
  ///   - periods: The options of periods.
  ///   - length: The length of the periods.
  ///   - glonassChannels: The given frequency channels of GLONASS satellites, by slot.
  ///   - comesOnce: Whether the stream cannot be read again.
  ///   - isLive: Whether the stream is endless.
  ///   - onFile: A closure that receives each file.
  /// - Throws: ``Failure`` when a journal is there that must not be gone on with, or cannot be.
  init(
    _ folder: String, _ arguments: RINEXArguments, _ name: LongNameArgument,
    _ periods: PeriodArguments, length: PeriodArgument, glonassChannels: [UInt8: Int],
    comesOnce: Bool, isLive: Bool, onFile: @escaping (PeriodFile) throws -> Void
  ) throws {
    (self.folder, self.arguments, self.name, self.length) = (folder, arguments, name, length)
    (appends, channels, self.onFile) = (periods.appends, glonassChannels, onFile)
    keepsJournal = periods.appends || isLive
    maker = PeriodFiles(arguments, in: folder, glonassChannels: glonassChannels)
    date = StreamDate(given: arguments.date?.time)
    isDating = !comesOnce
    try resume()
    if comesOnce, let date = arguments.date { begin(near: date.time) }
  }

  deinit {
    if !keepsJournal { journal?.remove() }
  }

  var rinex: RINEXTotals? {
    RINEXTotals(
      epochs: epochs, ephemerides: ephemerides, files: files, disorders: disorders)
  }

  var dateOutliers: [DateClaim] { date.outliers }

  var losses: ConversionLosses? {
    ConversionLosses(
      omissions: omissions.all, impossibleTimes: times.all,
      contradictedChannels: assembler?.contradictedChannels.filter { channels[$0] != nil } ?? [],
      isEmpty: epochs + ephemerides == 0, verb: "left out")
  }

  func write(_ stream: [UInt8]) throws {
    try scanner.consume(stream.span) { frame in try take(frame) }
  }

  func write(_ epoch: ObservationEpoch) throws {
    if !needsAnotherPass { date.learn(from: epoch.time) }
    if isDating { return }
    if assembler == nil { try beginWithWaiting(near: epoch.time) }
    try take(epoch)
  }

  func flush() throws { try journal?.flush() }

  func finish() throws {
    try scanner.finish { frame in try take(frame) }
    let settled: GPSTime
    do { settled = try date.settled() } catch { throw UsageError(error, given: arguments.date) }
    if isDating {
      begin(near: settled)
      (isDating, needsAnotherPass) = (false, true)
      return
    }
    needsAnotherPass = false
    if let epoch = assembler?.lastEpoch() { try take(epoch) }
    if let epoch = held { try accept(epoch) }
    held = nil
    guard let journal else {
      throw Failure(message: "there is no observation by whose time files could have long names")
    }
    try checkDate()
    if !isBehind { for payload in messages { try journal.append(.message(payload)) } }
    messages = []
    try makeFiles(of: journal, isComplete: false)
    if !appends { journal.remove() }
    self.journal = nil
  }

  // MARK: Reading

  private func take(_ frame: borrowing FrameView) throws {
    if !needsAnotherPass { date.learn(from: frame.payload) }
    if isDating { return }
    let payload = [UInt8](frame.payload)
    guard assembler == nil else { return try take(payload) }
    waiting.append(payload)
    waitingCount += payload.count
    if date.isTold {
      try beginWithWaiting(near: date.guess)
    } else if waitingCount > Self.longestWait {
      throw UsageError(.unknown, given: nil)
    }
  }

  private func take(_ payload: [UInt8]) throws {
    guard let type = RTCMFrame.messageType(ofPayload: payload.span) else { return }
    guard let message = try? RTCMMessage(decoding: payload.span) else { return keep(payload) }
    if message.isWrittenToRINEX { times.count(message) }
    for epoch in assembler?.epochs(endedBy: message) ?? [] { try take(epoch) }
    if StreamContinuity.stationTypes.contains(type) || message.ephemerisSatellite != nil {
      keep(payload)
    }
  }

  private func keep(_ payload: [UInt8]) {
    if messages.count == Self.mostMessages { messages.removeFirst(Self.mostMessages / 2) }
    messages.append(payload)
  }

  private func begin(near time: GPSTime) {
    dated = time
    var assembler = EpochAssembler(
      near: time, glonassChannels: channels.merging(continuity.channels) { $1 })
    assembler.continue(from: continuity.phases)
    self.assembler = assembler
  }

  private func beginWithWaiting(near time: GPSTime) throws {
    begin(near: time)
    let payloads = waiting
    (waiting, waitingCount) = ([], 0)
    for payload in payloads { try take(payload) }
  }

  /// Fails when epochs were dated before later messages gave another date.
  private func checkDate() throws(Failure) {
    try date.check(dated, against: date.guess, times: "the times of this stream")
  }

  // MARK: Periods

  /// Takes an epoch of the stream.
  private func take(_ epoch: ObservationEpoch) throws {
    if let held {
      self.held = nil
      if epoch.time.nanoseconds >= held.time.nanoseconds {
        try accept(held)
      } else {
        disorders += 1
      }
    }
    if let last, epoch.time.nanoseconds - last.time.nanoseconds <= Self.longestStep {
      try accept(epoch)
    } else {
      held = epoch
    }
  }

  /// Adds an epoch and the messages before it to its period; leaves them out unless the epoch is later than the
  /// last one, or the rest of it.
  private func accept(_ epoch: ObservationEpoch) throws {
    let period = FilePeriod(of: epoch.time, nanoseconds: length.nanoseconds)
    guard isNew(epoch), period.number >= journal?.period.number ?? period.number else {
      disorders += 1
      (messages, isBehind) = ([], true)
      return
    }
    if journal?.period != period { try turn(to: period) }
    for payload in messages { try journal?.append(.message(payload)) }
    (messages, isBehind) = ([], false)
    try journal?.append(.epoch(epoch))
    last = epoch
  }

  /// Whether an epoch is later than the last one, or the rest of an epoch that the run before has begun.
  private func isNew(_ epoch: ObservationEpoch) -> Bool {
    guard var last else { return true }
    guard epoch.time.isSameEpoch(as: last.time) else {
      return epoch.time.nanoseconds > last.time.nanoseconds
    }
    return last.add(epoch.observations) < epoch.observations.count
  }

  /// Makes the files of the period under way, and begins another one.
  ///
  /// The journal goes once the next one is there with all that the period leaves to it.
  private func turn(to period: FilePeriod) throws {
    let ended = journal
    if let ended {
      try checkDate()
      try makeFiles(of: ended, isComplete: true)
    }
    journal = try opened(period)
    ended?.remove()
  }

  private func makeFiles(of journal: PeriodJournal, isComplete: Bool) throws {
    let outcome = try maker.make(of: journal, isComplete: isComplete)
    continuity = outcome.continuity
    byteCount += outcome.byteCount
    for file in outcome.files {
      switch file.kind {
      case .observations: epochs += file.count
      case .navigation: ephemerides += file.count
      }
      files.append(file.path)
      try onFile(file)
    }
    for omission in outcome.omissions {
      omissions.note(
        omission.subject, omission.reason, at: omission.firstTime, count: omission.count)
    }
  }

  /// Creates the journal of a period.
  private func opened(_ period: FilePeriod) throws -> PeriodJournal {
    if appends, let path = try PeriodPlaces.observations(of: period, name, in: folder) {
      throw Failure(
        message:
          "'\(path)' is there, and no journal by which --append could go on with it; move it "
          + "away, or leave out --append to replace it")
    }
    return try PeriodJournal(
      making: PeriodPlaces.journal(of: period, name, in: folder), of: period,
      beginning: continuity.records)
  }

  /// Opens the journal that an earlier run has left; makes the files of all but the last of several.
  private func resume() throws {
    for path in try PeriodPlaces.journals(name, of: length, in: folder) {
      guard appends else {
        throw Failure(
          message:
            "'\(path)' is what an earlier run has left; go on with it by --append, or remove it")
      }
      // A run that was killed between the two has left both.
      if let journal {
        try makeFiles(of: journal, isComplete: true)
        journal.remove()
      }
      journal = try PeriodJournal.resume(path) { record in
        continuity.take(record)
        if case .epoch(let epoch) = record { last = epoch }
      }
      if let period = journal?.period, period.nanoseconds != length.nanoseconds {
        throw Failure(message: "'\(path)' is the journal of another period; move it away")
      }
    }
  }
}

/// The options of `rtcm convert` for files of an hour or a day.
struct PeriodArguments {
  var period: PeriodArgument?
  var appends = false

  static func parameters<C>(_ path: WritableKeyPath<C, PeriodArguments>) -> [Parameter<C>] {
    [
      .option(
        "period", path.appending(path: \.period), "N",
        help: """
          with --long-name, RINEX files for each 15M, 1H or 1D of GPS time,
          made as soon as the stream has gone past its end
          """),
      .flag(
        "append", path.appending(path: \.appends),
        help: """
          with --period, go on where the run before ended, also by a crash;
          the epochs of the period under way wait in a hidden file in -o
          """),
    ]
  }

  static func rules<C>(
    _ periods: KeyPath<C, PeriodArguments>, _ rinex: KeyPath<C, RINEXArguments>
  ) -> [CommandRule<C>] {
    [
      CommandRule.filesNeedNames {
        $0[keyPath: periods].period != nil && $0[keyPath: rinex].longName == nil
      },
      CommandRule(
        ["period", "nav"],
        says: "--nav is one file, and each period has one of its own: leave it out"
      ) { $0[keyPath: periods].period != nil && $0[keyPath: rinex].navigation != nil },
      CommandRule(
        ["append", "period"], says: "--append goes on with a period's files: give --period"
      ) { $0[keyPath: periods].appends && $0[keyPath: periods].period == nil },
    ]
  }
}

extension CommandRule {
  /// Returns the rule that the files of periods have long names.
  ///
  /// - Parameter isBroken: Returns whether the options ask for files of periods and give no name.
  /// - Returns: The rule.
  static func filesNeedNames(when isBroken: @escaping (Options) -> Bool) -> Self {
    Self(
      ["long-name"], says: "the files need names: give --long-name, such as MILA00ITA",
      when: isBroken)
  }
}
