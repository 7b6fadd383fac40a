internal import GNSSBasics
internal import ObservationQuality
internal import RTCMParser
internal import RTCMStreams

/// The quality of a stream that is read once, as it comes: of all of it, and of each minute.
struct FollowedQuality {
  /// The quality of all that has come.
  private(set) var whole: QualityTally
  private var minute: QualityTally
  private var ended: [QualityTally] = []
  private var scanner = FrameScanner()
  private var assembler: EpochAssembler
  private var places = StationPlaces()
  private var date = StreamDate()
  private var last: GPSTime
  private let begin: GPSTime

  /// Creates the quality of a stream before its first byte.
  ///
  /// - Parameters:
  ///   - tally: A tally with the ephemerides that are known.
  ///   - time: A time within half a week of the first epoch.
  init(_ tally: QualityTally, at time: GPSTime) {
    (whole, minute, last, begin) = (tally, tally, time, time)
    assembler = EpochAssembler(near: time)
  }

  /// The counts of frames and skipped bytes.
  var counts: ScanCounts { scanner.counts }

  /// A sentence about a stream whose messages tell another date; `nil` for none.
  var note: String? {
    guard date.isWitnessed, date.guess.seconds(since: last).magnitude > 302_400 else { return nil }
    return "the messages are of \(date.guess.unixTime.iso8601), and were taken as of now; save the "
      + "stream as a file, or give --date"
  }

  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - now: The time of their arrival; `nil` where it means nothing.
  mutating func consume(_ bytes: Span<UInt8>, at now: GPSTime?) {
    var arrivals: [Arrival] = []
    scanner.consume(bytes) { arrivals.append(Arrival($0, at: now)) }
    for arrival in arrivals { take(arrival) }
  }

  /// Ends the stream.
  mutating func finish() {
    var arrivals: [Arrival] = []
    scanner.finish { arrivals.append(Arrival($0, at: nil)) }
    for arrival in arrivals { take(arrival) }
    if let epoch = assembler.lastEpoch() { add(epoch) }
    if minute.epochCount > 0 { ended.append(minute) }
  }

  /// Returns the minutes that have ended since the last call.
  mutating func takeMinutes() -> [QualityTally] {
    defer { ended = [] }
    return ended
  }

  private mutating func take(_ arrival: Arrival) {
    if let (type, latency) = arrival.latency {
      whole.takeLatency(of: type, latency)
      minute.takeLatency(of: type, latency)
    }
    guard let message = arrival.message else { return }
    date.learn(from: message)
    if let point = message.referencePoint {
      places.take(point.position, of: point.stationID, after: last)
    }
    whole.take(message, near: last)
    minute.take(message, near: last)
    for epoch in assembler.epochs(endedBy: message) { add(epoch) }
  }

  private mutating func add(_ epoch: ObservationEpoch) {
    if epoch.time.minute != last.minute, minute.epochCount > 0 {
      ended.append(minute)
      minute = QualityTally(whole.options, orbits: whole.orbits)
    }
    last = epoch.time
    whole.add(epoch, at: places[epoch.stationID])
    minute.add(epoch, at: places[epoch.stationID])
  }
}

/// A frame that has come.
private struct Arrival {
  /// The message; `nil` for a damaged one, which is as good as none.
  let message: RTCMMessage?
  /// The type of the message and the time since its epoch, seconds; `nil` for a message without an epoch, and for one
  /// of a recording.
  private(set) var latency: (type: UInt16, seconds: Double)?

  /// Longer times are those of recordings, seconds.
  private static let greatestLatency = 3600.0

  init(_ frame: borrowing FrameView, at now: GPSTime?) {
    message = try? RTCMMessage(decoding: frame.payload)
    guard let now, let type = frame.messageType,
      let time = EpochField(in: frame.payload)?.epoch.gpsTime(near: now)
    else { return }
    let seconds = now.seconds(since: time)
    if seconds.magnitude <= Self.greatestLatency { latency = (type, seconds) }
  }
}

extension GPSTime {
  /// The number of the minute.
  fileprivate var minute: Int64 { nanoseconds / 60_000_000_000 }
}
