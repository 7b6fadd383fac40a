internal import Platform
internal import RINEX
internal import RTCMParser
internal import RTCMStreams

/// The file in which a period's part of a stream waits until the period's files are made of it.
///
/// The header of an observation file tells all that follows, so that the files are made at the period's end.
/// Whatever ends the process, the journal has all that was flushed, and the next run goes on with it. An
/// entry that was cut off, the last one, is left out.
///
/// While a journal is open no other process can open it.
final class PeriodJournal {
  /// The journal's path: `.MILA00ITA_R_20261521200_01H.partial` in the folder of the files.
  let path: String
  /// The period.
  let period: FilePeriod
  private let file: BlockFile
  /// The length of the entries written.
  private var byteCount: Int
  private var buffer: [UInt8] = []

  /// The number of bytes that are written at once.
  private static let block = 1 << 16

  private init(_ path: String, _ period: FilePeriod, _ file: consuming BlockFile, byteCount: Int) {
    (self.path, self.period, self.byteCount) = (path, period, byteCount)
    self.file = file
  }

  /// Creates a journal, which is there at once with its first entries.
  ///
  /// - Parameters:
  ///   - path: The journal's path.
  ///   - period: The period.
  ///   - records: The entries with which it begins.
  /// - Throws: ``Failure`` when the file cannot be written.
  convenience init(
    making path: String, of period: FilePeriod, beginning records: [JournalRecord]
  ) throws(Failure) {
    let place = path + "~"
    var stream = try OutputStream(place, name: path)
    try stream.close()
    self.init(path, period, try Self.open(place), byteCount: 0)
    for record in [.period(period)] + records { try append(record) }
    try flush()
    do throws(SystemError) { try BlockFile.move(place, to: path) } catch {
      throw .system("write", path, code: error.code)
    }
  }

  /// Opens the journal that an earlier run has left, and cuts off an entry that is not whole.
  ///
  /// - Parameters:
  ///   - path: The journal's path.
  ///   - onRecord: A closure that receives each entry.
  /// - Returns: The journal; `nil` for one that ended before its first entry was whole.
  /// - Throws: ``Failure`` when the file is no journal, or another process has it open.
  static func resume(
    _ path: String, onRecord: (JournalRecord) throws -> Void
  ) throws -> PeriodJournal? {
    let file = try Self.open(path)
    var period: FilePeriod?
    var end = 0
    try read(file, path) { record, position in
      if case .period(let found) = record { period = found }
      guard period != nil else { return }
      end = position
      try onRecord(record)
    }
    guard let period else {
      guard file.byteCount < longestStump else {
        throw Failure(
          message: "'\(path)' is no journal of 'rtcm convert --period'; move it away")
      }
      BlockFile.remove(path)
      return nil
    }
    do throws(SystemError) { try file.cut(at: end) } catch {
      throw Failure.system("write", path, code: error.code)
    }
    return PeriodJournal(path, period, file, byteCount: end)
  }

  /// A file without an entry that is shorter is what a journal's first write left.
  private static let longestStump = 64

  /// Adds an entry; it may stay in the buffer until ``flush()``.
  func append(_ record: JournalRecord) throws(Failure) {
    buffer += record.bytes
    if buffer.count >= Self.block { try flush() }
  }

  /// Writes the entries in the buffer.
  func flush() throws(Failure) {
    guard !buffer.isEmpty else { return }
    do throws(SystemError) {
      try file.write(buffer.span, at: byteCount)
    } catch {
      throw .system("write", path, code: error.code)
    }
    byteCount += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads all entries; epochs of one time that follow each other are one.
  func read(onRecord: (JournalRecord) throws -> Void) throws {
    try flush()
    var joining: ObservationEpoch?
    try Self.read(file, path) { record, _ in
      guard case .epoch(let epoch) = record else { return try onRecord(record) }
      if var last = joining, epoch.time.isSameEpoch(as: last.time) {
        _ = last.add(epoch.observations)
        last.isComplete = last.isComplete || epoch.isComplete
        joining = last
      } else {
        if let last = joining { try onRecord(.epoch(last)) }
        joining = epoch
      }
    }
    if let joining { try onRecord(.epoch(joining)) }
  }

  /// Removes the journal.
  func remove() { BlockFile.remove(path) }

  // MARK: -

  private static func open(_ path: String) throws(Failure) -> BlockFile {
    do throws(SystemError) {
      return try BlockFile(path: path, for: .writing)
    } catch {
      guard error.isBusy else { throw .system("write", path, code: error.code) }
      throw Failure(
        message: "another process writes '\(path)'; end it first, or name another folder or site")
    }
  }

  /// Reads the whole entries of a file, each with the position of its end.
  private static func read(
    _ file: borrowing BlockFile, _ path: String,
    onRecord: (JournalRecord, Int) throws -> Void
  ) throws {
    var (bytes, start, offset) = ([UInt8](), 0, 0)
    var piece = [UInt8](repeating: 0, count: 4 * block)
    while true {
      var mutable = piece.mutableSpan
      let count: Int
      do throws(SystemError) { count = try file.read(at: offset, into: &mutable) } catch {
        throw Failure.system("read", path, code: error.code)
      }
      if count == 0 { return }
      offset += count
      bytes.removeFirst(start)
      start = 0
      bytes += piece[..<count]
      var isWhole = true
      while isWhole {
        switch JournalRecord.read(bytes.span.extracting(start...)) {
        case .record(let record, let length):
          start += length
          try onRecord(record, offset - bytes.count + start)
        case .incomplete: isWhole = false
        case .damaged: return
        }
      }
    }
  }
}

extension GPSTime {
  /// Whether two times are those of one epoch.
  func isSameEpoch(as other: GPSTime) -> Bool {
    (nanoseconds - other.nanoseconds).magnitude <= UInt64(ObservationMerge.tolerance)
  }
}
