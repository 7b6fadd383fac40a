internal import GNSSBasics
internal import RTCMParser
internal import RTCMStreams
internal import UBloxRaw

/// A reader of a u-blox receiver's log for a conversion.
///
/// RTCM 3 frames in the log that describe the station are passed on too.
struct RawLogInput {
  /// Whether epochs are passed on as they are; otherwise they become MSM7, which rounds.
  private let keepsEpochs: Bool
  private var reader = RawLogReader(greatestPhaseDeviation: greatestPhaseDeviation)
  private(set) var counts = Counts()
  /// The scanner for frames about the station.
  private var scanner = FrameScanner()
  /// The station's ID in the log's frames; 0 before the first.
  private var stationID: UInt16 = 0

  /// The counts of a log.
  struct Counts {
    /// The number of bytes of the log.
    var bytes = 0
    /// The number of epochs, UBX-RXM-RAWX.
    var epochs = 0
    /// The number of ephemerides from UBX-RXM-SFRBX.
    var ephemerides = 0
    /// The number of damaged or malformed RXM-RAWX and RXM-SFRBX messages, and of epochs without a time.
    var unreadable = 0
    /// The number of incomplete measurements, and of measurements of unknown signals.
    var incomplete = 0
  }

  /// The greatest deviation of a usable phase, cycles; RTKLIB ignores phases above it too.
  static var greatestPhaseDeviation: Double { 0.02 }

  /// Creates a reader at the beginning of a log.
  ///
  /// - Parameters:
  ///   - keepsEpochs: Whether epochs are passed on as they are.
  ///   - converter: The conversion.
  ///   - chunk: The output, which receives the station's position when the rules give it and no observation
  ///     message will contain it.
  init(
    keepsEpochs: Bool, _ converter: inout StreamConverter, into chunk: inout ConvertedChunk
  ) {
    self.keepsEpochs = keepsEpochs
    // A position on Earth fits its fields.
    guard keepsEpochs, let position = converter.rules.stationPosition,
      let frame = try? AntennaReferencePoint(stationID: 0, position: position).frame()
    else { return }
    converter.consume(frame.span, into: &chunk.bytes)
  }

  /// The number of frames of any kind with a wrong checksum.
  var badChecksums: Int { reader.counts.badChecksums }

  /// Takes bytes, and appends their conversion.
  mutating func consume(
    _ bytes: Span<UInt8>, by converter: inout StreamConverter, into chunk: inout ConvertedChunk
  ) {
    counts.bytes += bytes.count
    passStation(in: bytes, by: &converter, into: &chunk)
    var counts = counts
    let (keepsEpochs, stationID) = (keepsEpochs, stationID)
    reader.consume(bytes) { event in
      switch event {
      case .epoch(var epoch):
        counts.epochs += 1
        epoch.stationID = stationID
        if keepsEpochs {
          if let left = converter.convert(epoch) { chunk.append(left) }
        } else {
          converter.consume(epoch.msm7.span, into: &chunk.bytes)
        }
      case .ephemeris(let ephemeris):
        counts.ephemerides += 1
        // The message was decoded from its fields, so it can be encoded.
        guard let frame = try? ephemeris.message.frame() else { return }
        converter.consume(frame.span, into: &chunk.bytes)
      case .finding: counts.incomplete += 1
      case .unreadable, .undated: counts.unreadable += 1
      case .words: break
      }
    }
    self.counts = counts
  }

  private mutating func passStation(
    in bytes: Span<UInt8>, by converter: inout StreamConverter, into chunk: inout ConvertedChunk
  ) {
    var stationID = stationID
    scanner.consume(bytes) { frame in
      guard let type = frame.messageType, Self.stationTypes.contains(type) else { return }
      stationID = RTCMFrame.stationID(ofPayload: frame.payload) ?? stationID
      converter.consume(frame.bytes, into: &chunk.bytes)
    }
    self.stationID = stationID
  }

  /// The messages about the station: position, antenna, receiver and the biases of its GLONASS phases.
  private static var stationTypes: [UInt16] { [1005, 1006, 1007, 1008, 1033, 1230] }

  /// Fails when the log, read to its end, holds nothing to convert.
  func checkEvents(of file: String) throws(Failure) {
    guard counts.epochs == 0, counts.ephemerides == 0, !Interruption.isRequested else { return }
    let found =
      counts.unreadable > 0
      ? "\(counts.unreadable) messages of these that cannot be read"
      : "\(reader.counts.frames) UBX messages of other kinds, \(badChecksums) with a wrong checksum"
    throw Failure(
      message:
        "'\(StreamInput.title(of: file))' holds neither UBX-RXM-RAWX nor ephemerides in UBX-RXM-SFRBX in its "
        + "\(counts.bytes) bytes, but \(found); let the receiver send them")
  }
}

extension RawLogInput {
  /// The counts as lines of text.
  var lines: [String] {
    var lines = [
      "UBX:    \(counts.epochs) epochs of RXM-RAWX, \(counts.ephemerides) ephemerides of RXM-SFRBX"
    ]
    if badChecksums > 0 { lines.append("\(badChecksums) UBX messages have a wrong checksum") }
    if counts.unreadable > 0 {
      lines.append("\(counts.unreadable) messages of RXM-RAWX or RXM-SFRBX could not be read")
    }
    if counts.incomplete > 0 {
      lines.append("\(counts.incomplete) measurements were left out, or a value of theirs")
    }
    return lines
  }
}

extension ObservationEpoch {
  /// The epoch as MSM7 frames, without observations that MSM7 cannot hold.
  fileprivate var msm7: [UInt8] {
    let epoch = atWholeMilliseconds
    func frames(of epoch: ObservationEpoch) -> [UInt8]? {
      try? epoch.messages(msm: 7, stationID: stationID).flatMap { try $0.frame() }
    }
    if let whole = frames(of: epoch) { return whole }
    // A single value out of range spoils the message.
    var sound = epoch
    sound.observations.removeAll { observation in
      frames(of: ObservationEpoch(time: epoch.time, stationID: 0, observations: [observation]))
        == nil
    }
    return frames(of: sound) ?? []
  }

  /// The epoch with its time moved to a whole millisecond, the resolution of messages; ranges change
  /// accordingly.
  private var atWholeMilliseconds: ObservationEpoch {
    let step: Int64 = 1_000_000
    let part = time.nanoseconds % step
    guard part != 0 else { return self }
    let rest = part < step / 2 ? part : part - step
    let range = Double(rest) * 1e-9 * WGS84.speedOfLight
    var moved = self
    moved.time = time.advanced(byNanoseconds: -rest)
    for index in moved.observations.indices {
      moved.observations[index].pseudorange? -= range
      moved.observations[index].phaserange? -= range
    }
    return moved
  }
}
