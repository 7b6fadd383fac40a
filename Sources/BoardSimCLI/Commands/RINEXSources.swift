internal import RINEX
internal import RTCMParser
internal import RTCMStreams

/// The RINEX files of a command, told apart by their content, read as often as they are needed.
struct RINEXSources {
  /// The observation files, in the order in which they were named.
  private(set) var observations: [ObservationSource] = []
  /// The navigation files, in the order in which they were named.
  private(set) var navigation: [(path: String, file: RINEXNavigation)] = []

  /// Opens files, and reads the navigation files and the headers of the others.
  ///
  /// - Throws: ``Failure`` for a file that cannot be read or is neither.
  init(_ paths: [String], glonassChannels: [UInt8: Int]) throws {
    for path in paths {
      let source = try ObservationSource(path, glonassChannels: glonassChannels)
      if source.isObservations {
        observations.append(source)
      } else {
        navigation.append((path, try Self.navigation(path)))
      }
    }
  }

  private static func navigation(_ path: String) throws -> RINEXNavigation {
    var input = try InputStream(path)
    var bytes: [UInt8] = []
    while try input.read({ bytes.append(contentsOf: $0) }) {
      guard bytes.count <= longestNavigation else {
        throw Failure(
          message: "'\(path)' is longer than \(longestNavigation) bytes; name another file")
      }
    }
    do throws(RINEXReadingError) {
      return try RINEXNavigation(reading: bytes)
    } catch {
      throw Failure(message: "'\(path)' holds neither observations nor ephemerides: \(error)")
    }
  }

  /// The greatest length of a navigation file, bytes: a day of all systems has some ten million.
  static let longestNavigation = 1 << 28

  /// The first errors of each observation file that was read, with its path.
  var firstErrors: [String] {
    observations.flatMap { source in source.firstErrors.map { "'\(source.path)': \($0)" } }
  }

  /// The number of bytes of the observation files, expanded; those of unknown length count nothing.
  var length: Int { observations.reduce(0) { $0 + ($1.length ?? 0) } }

  /// Reads all observation files once, epoch by epoch in order of time.
  ///
  /// - Parameters:
  ///   - rules: The rules by which epochs are kept.
  ///   - progress: The progress, of which a pass is a part.
  ///   - pass: The fractions of the progress at which the pass begins and ends.
  ///   - onEpoch: Called with each epoch that is kept.
  /// - Returns: The counts of the pass.
  /// - Throws: ``Failure`` for a file that cannot be read, and the errors of `onEpoch`.
  func read(
    _ rules: ConversionRules, _ progress: inout Progress, pass: ClosedRange<Double>,
    onEpoch: (ObservationEpoch) throws -> Void
  ) throws -> RINEXEditCounts {
    var merge = ObservationMerge(sourceCount: observations.count)
    var converter = FrameConverter(rules)
    var counts = RINEXEditCounts()
    for source in observations { try source.rewind() }
    func give() throws {
      while let epoch = merge.next() {
        counts.epochsIn += 1
        guard let kept = converter.convert(epoch) else { continue }
        counts.epochsKept += 1
        try onEpoch(kept)
      }
    }
    while let index = merge.awaitedSource {
      try observations[index].read(into: &merge, as: index)
      try give()
      try Interruption.check()
      let done = Double(observations.reduce(0) { $0 + $1.byteCount }) / Double(max(length, 1))
      progress.update(pass.lowerBound + min(done, 1) * (pass.upperBound - pass.lowerBound))
    }
    try give()
    (counts.disorders, counts.doubles) = (merge.disorders, merge.doubles)
    for source in observations {
      counts.errors += source.errorCount
      counts.events += source.eventCount
    }
    return counts
  }
}

/// The counts of a pass through observation files.
struct RINEXEditCounts {
  /// The number of epochs, those of one time counted once.
  var epochsIn = 0
  var epochsKept = 0
  /// The number of epochs that are not later than the one before them.
  var disorders = 0
  /// The number of observations that several files have.
  var doubles = 0
  /// The number of records and epochs that cannot be read.
  var errors = 0
  /// The number of events between epochs, such as another station, which are not written.
  var events = 0
}

/// An observation file of a command.
final class ObservationSource {
  let path: String
  /// The header with which the file begins; `nil` for a file that holds no observations.
  let header: RINEXObservationHeader?
  private let glonassChannels: [UInt8: Int]
  private var input: InputStream
  private var reader: RINEXObservationReader
  private(set) var byteCount = 0
  private(set) var eventCount = 0

  /// Opens a file and reads its header.
  ///
  /// - Throws: ``Failure`` for a file that cannot be read, or whose header has no end.
  init(_ path: String, glonassChannels: [UInt8: Int]) throws {
    self.path = path
    self.glonassChannels = glonassChannels
    var input = try InputStream(path)
    var reader = Self.reader(glonassChannels: glonassChannels)
    var isOpen = true
    while isOpen, reader.header == nil, reader.failure == nil {
      isOpen = try input.read { bytes in reader.consume(bytes) { _ in } }
    }
    if !isOpen { reader.finish { _ in } }
    if let failure = reader.failure, failure.reason != .notObservations {
      throw Failure(message: "'\(path)': \(failure)")
    }
    header = reader.header
    self.reader = reader
    self.input = input
  }

  private static func reader(glonassChannels: [UInt8: Int]) -> RINEXObservationReader {
    RINEXObservationReader(glonassChannels: glonassChannels, isForRewriting: true)
  }

  var isObservations: Bool { header != nil }
  var length: Int? { input.length }
  var errorCount: Int { reader.errorCount }
  var firstErrors: [RINEXReadingError] { reader.firstErrors }

  /// Begins again at the start of the file.
  func rewind() throws {
    input = try InputStream(path)
    reader = Self.reader(glonassChannels: glonassChannels)
    (byteCount, eventCount) = (0, 0)
  }

  /// Reads the next bytes, and adds their epochs to a merge.
  func read(into merge: inout ObservationMerge, as index: Int) throws {
    var (epochs, events) = ([ObservationEpoch](), 0)
    func take(_ event: RINEXObservationReader.Event) {
      switch event {
      case .header: break
      case .epoch(let epoch, _): epochs.append(epoch)
      case .change: events += 1
      }
    }
    let isOpen = try input.read { bytes in
      byteCount += bytes.count
      reader.consume(bytes) { take($0) }
    }
    if !isOpen { reader.finish { take($0) } }
    eventCount += events
    for epoch in epochs { merge.add(epoch, from: index) }
    if !isOpen { merge.finish(source: index) }
  }
}
