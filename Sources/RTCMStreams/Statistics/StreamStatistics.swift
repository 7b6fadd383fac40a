/// The statistics of a stream: frames by type, their regularity, and the bytes between them.
///
/// Time is that of the observation epochs in the stream, whatever the speed at which it is read; without
/// observations that of corrections in state space.
public struct StreamStatistics: Sendable {
  private var scanner = FrameScanner()
  private var tally = StreamTally()

  /// Creates the statistics of an empty stream.
  public init() {}

  /// The counts of frames and skipped bytes so far.
  public var counts: ScanCounts { scanner.counts }

  /// The number of last bytes that may be the beginning of a frame that is not complete yet.
  public var unfinishedByteCount: Int { scanner.unfinishedByteCount }

  /// Valid frames by message type.
  public var frames: FrameCounts {
    var counts = FrameCounts()
    for type in tally.types { counts.count(type.type, times: type.frames) }
    counts.count(nil, times: scanner.counts.frames - counts.total)
    return counts
  }

  /// Takes the next bytes of the stream.
  public mutating func consume(_ bytes: Span<UInt8>) {
    scanner.consume(bytes) { frame in
      if let type = frame.messageType { tally.count(frame, type: type) }
    }
  }

  /// Throws away the beginning of a frame of which no more comes, and goes on with other bytes.
  public mutating func abandonFrame() { scanner.abandonFrame() }

  /// Ends the stream.
  public mutating func finish() {
    scanner.finish { frame in
      if let type = frame.messageType { tally.count(frame, type: type) }
    }
  }
}

// MARK: Time

extension StreamStatistics {
  /// Each type of the stream, ascending.
  public var types: [TypeStatistics] {
    tally.types.sorted { $0.type < $1.type }.map { type in
      var type = type
      type.end(at: type.stamp.isOfCorrections ? tally.corrections.clock.now : tally.clock.now)
      return type
    }
  }

  /// The stream's corrections in state space.
  var corrections: CorrectionTally { tally.corrections }

  /// Messages that contradict the date that most of the stream tells.
  public var dateOutliers: [DateClaim] { tally.date.outliers }

  /// Messages that tell a time which is none, by type: whoever converts the stream leaves them out.
  public var impossibleTimes: [ImpossibleTimes] { tally.impossibleTimes.all }

  /// The beginning of the stream by what most of its messages tell; `nil` where none tells the week for sure.
  public var beginning: GPSTime? { try? tally.date.settled() }

  /// Observation epochs of any constellation; without any those of corrections in state space.
  public var epochs: Int { tally.clock.epochs }

  /// The interval between epochs seen most often, in milliseconds; `nil` with fewer than two.
  public var epochIntervalMilliseconds: Int? { tally.clock.intervals.mostCommon }

  /// Epochs that are missing, going by ``epochIntervalMilliseconds``.
  public var missingEpochs: Int { tally.clock.intervals.missing }

  /// The longest time between two epochs in milliseconds.
  public var longestIntervalMilliseconds: Int { tally.clock.intervals.longest }

  /// The number of times that time went back, or on by more than an hour: where captures were joined.
  public var timeJumps: Int { max(tally.clock.session - 1, 0) }

  /// The length of the stream in seconds, its last epoch included; `nil` with fewer than two epochs.
  public var seconds: Double? {
    epochIntervalMilliseconds.map { Double(tally.clock.now + $0) / 1000 }
  }

  /// The bytes of frames in a second, on average.
  public var frameBytesPerSecond: Double? { seconds.map { Double(counts.frameBytes) / $0 } }

  /// The bytes of frames in the second that held most; epochs more than a second apart come at once.
  public var busiestSecondBytes: Int { tally.busiestSecondBytes }
}
