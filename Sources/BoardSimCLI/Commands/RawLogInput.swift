internal import GNSSBasics
internal import RTCMParser
internal import RTCMStreams
internal import UBloxRaw

/// Reads a u-blox receiver's log for a conversion.
///
/// Of frames of RTCM 3 in it, what they say of the station goes on as well.
struct RawLogInput {
  /// Whether epochs go on as they are; otherwise they become MSM7, which rounds.
  private let keepsEpochs: Bool
  private var reader = RawLogReader(greatestPhaseDeviation: greatestPhaseDeviation)
  private(set) var counts = Counts()
  /// Finds what the log says of the station.
  private var scanner = FrameScanner()
  /// Whose the log is, by that.
  private var stationID: UInt16 = 0

  /// The counts of a log.
  struct Counts {
    /// Bytes of the log.
    var bytes = 0
    /// UBX-RXM-RAWX.
    var epochs = 0
    /// Ephemerides of UBX-RXM-SFRBX.
    var ephemerides = 0
    /// Frames of these that are damaged or not as described, and epochs without a time.
    var unreadable = 0
    /// Measurements that are not whole, or of signals that are not known.
    var incomplete = 0
  }

  /// In cycles; RTKLIB passes over phases above it too.
  private static var greatestPhaseDeviation: Double { 0.02 }

  /// Begins a log.
  ///
  /// - Parameters:
  ///   - keepsEpochs: Whether epochs go on as they are.
  ///   - converter: What is done to all that comes of it.
  ///   - chunk: Gets the station's place, where the rules tell it and no observation message will ask for it.
  init(
    keepsEpochs: Bool, _ converter: inout StreamConverter, into chunk: inout ConvertedChunk
  ) {
    self.keepsEpochs = keepsEpochs
    guard keepsEpochs, let position = converter.rules.stationPosition,
      let frame = try? AntennaReferencePoint(stationID: 0, position: position).frame()
    else { return }
    converter.consume(frame.span, into: &chunk.bytes)
  }

  /// The number of frames of any kind with a wrong checksum.
  var badChecksums: Int { reader.counts.badChecksums }

  /// Takes what has been read and appends what comes of it.
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

  /// Position, antenna, receiver and the biases of its GLONASS phases.
  private static var stationTypes: [UInt16] { [1005, 1006, 1007, 1008, 1033, 1230] }

  /// Ends with a failure when the log, read to its end, holds nothing to convert.
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
  /// The counts, for people.
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
  /// The epoch as MSM7, without what has no place in them.
  fileprivate var msm7: [UInt8] {
    let epoch = atWholeMilliseconds
    func frames(of epoch: ObservationEpoch) -> [UInt8]? {
      try? epoch.messages(msm: 7, stationID: stationID).flatMap { try $0.frame() }
    }
    if let whole = frames(of: epoch) { return whole }
    // One value too many spoils the message.
    var sound = epoch
    sound.observations.removeAll { observation in
      frames(of: ObservationEpoch(time: epoch.time, stationID: 0, observations: [observation]))
        == nil
    }
    return frames(of: sound) ?? []
  }

  /// The epoch by a receiver clock that is right to the millisecond, which is what messages have room for: time and
  /// ranges change by the same.
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
