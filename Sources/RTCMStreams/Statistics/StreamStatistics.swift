/// The statistics of a stream: frames by type, their intervals, and the bytes between them.
///
/// Time is the time of the observation epochs in the stream, whatever the speed of reading. Without
/// observations it is the time of the state-space corrections.
public struct StreamStatistics: Sendable {
  private var scanner = FrameScanner()
  private var tally = StreamTally()

  /// Creates the statistics of an empty stream.
  public init() {}

  /// The counts of frames and skipped bytes so far.
  public var counts: ScanCounts { scanner.counts }

  /// The number of bytes at the end that may begin an incomplete frame.
  public var unfinishedByteCount: Int { scanner.unfinishedByteCount }

  /// The number of valid frames of each message type.
  public var frames: FrameCounts {
    var counts = FrameCounts()
    for type in tally.types { counts.count(type.type, times: type.frames) }
    counts.count(nil, times: scanner.counts.frames - counts.total)
    return counts
  }

  /// The number of frames with a type of each length in bytes, by index, up to the longest.
  var frameLengths: [Int] { tally.frameLengths }

  /// The length of the longest frame in bytes, header and CRC included; `nil` without frames.
  public var longestFrame: Int? { frameLengths.isEmpty ? nil : frameLengths.count - 1 }

  /// Scans the next bytes of the stream.
  public mutating func consume(_ bytes: Span<UInt8>) { consume(bytes) { _ in } }

  /// Scans the next bytes of the stream, and passes each valid frame to `onFrame`.
  package mutating func consume(_ bytes: Span<UInt8>, onFrame: (borrowing FrameView) -> Void) {
    scanner.consume(bytes) { frame in
      if let type = frame.messageType { tally.count(frame, type: type) }
      onFrame(frame)
    }
  }

  /// Discards the beginning of an unfinished frame, and continues with other bytes.
  public mutating func abandonFrame() { scanner.abandonFrame() }

  /// Ends the stream, and counts the frames in its unfinished rest.
  public mutating func finish() { finish { _ in } }

  /// Ends the stream, and passes each valid frame in its unfinished rest to `onFrame`.
  package mutating func finish(onFrame: (borrowing FrameView) -> Void) {
    scanner.finish { frame in
      if let type = frame.messageType { tally.count(frame, type: type) }
      onFrame(frame)
    }
  }
}

// MARK: Time

extension StreamStatistics {
  /// The statistics of each message type, ascending by type.
  public var types: [TypeStatistics] {
    tally.types.sorted { $0.type < $1.type }.map { type in
      var type = type
      type.end(at: type.stamp.isOfCorrections ? tally.corrections.clock.now : tally.clock.now)
      return type
    }
  }

  /// The tally of the stream's state-space corrections.
  var corrections: CorrectionTally { tally.corrections }

  /// The messages that contradict the date of the stream's majority.
  public var dateOutliers: [DateClaim] { tally.date.outliers }

  /// The messages with impossible times, by type; conversions leave these messages out.
  public var impossibleTimes: [ImpossibleTimes] { tally.impossibleTimes.all }

  /// The time of the stream's beginning by majority of its messages; `nil` where the week is not certain.
  public var beginning: GPSTime? { try? tally.date.settled() }

  /// The present time of the stream by majority of its messages; `nil` where none gives a week.
  package var date: GPSTime? {
    guard tally.date.isWitnessed else { return nil }
    return tally.date.guess.advanced(byNanoseconds: tally.clock.now * 1_000_000)
  }

  /// The number of observation epochs of any constellation; without observations, of state-space
  /// corrections.
  public var epochs: Int { tally.clock.epochs }

  /// The most common interval between epochs, milliseconds; `nil` with fewer than two epochs.
  public var epochIntervalMilliseconds: Int? { tally.clock.intervals.mostCommon }

  /// The number of missing epochs, assuming ``epochIntervalMilliseconds`` between epochs.
  public var missingEpochs: Int { tally.clock.intervals.missing }

  /// The longest interval between two epochs, milliseconds.
  public var longestIntervalMilliseconds: Int { tally.clock.intervals.longest }

  /// The number of times that the stream's time went back, or ahead by more than an hour, as where captures
  /// were joined.
  public var timeJumps: Int { max(tally.clock.session - 1, 0) }

  /// The length of the stream in seconds, its last epoch included; `nil` with fewer than two epochs.
  public var seconds: Double? {
    epochIntervalMilliseconds.map { Double(tally.clock.now + Int64($0)) / 1000 }
  }

  /// The mean number of frame bytes per second; `nil` with fewer than two epochs.
  public var frameBytesPerSecond: Double? { seconds.map { Double(counts.frameBytes) / $0 } }

  /// The number of frame bytes in the busiest second; epochs more than a second apart arrive at once.
  public var busiestSecondBytes: Int { tally.busiestSecondBytes }
}
