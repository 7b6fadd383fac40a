internal import Bytes
internal import GNSSBasics
internal import GNSSSimulation
internal import RTCMParser
internal import RTCMStreams

/// The satellites observed in a stream, with signal strengths and directions, for a drawing.
struct ObservedSky {
  /// A satellite at an epoch.
  struct Sample {
    var time: GPSTime
    /// The carrier-to-noise ratio of the signal on the lowest band, dB-Hz.
    var cnr: Double?
  }

  /// The samples of each satellite, in the order of the stream.
  private(set) var samples: [SatelliteID: [Sample]] = [:]
  /// The number of epochs.
  private(set) var epochCount = 0
  /// The time from the earliest epoch to the latest; `nil` without epochs.
  private(set) var span: ClosedRange<GPSTime>?
  /// Whether a message gave the week, and with it the date.
  private(set) var isDated = false
  /// The station's position, given by most of the messages 1005 and 1006 with a position on Earth.
  var station: GeodeticPosition? { places.winner.map { GeodeticPosition($0) } }
  private var places = Ballot<ECEFPosition>()
  /// The ephemerides in the stream.
  private(set) var orbits = BroadcastSky()
  /// The counts of the scanner.
  private(set) var counts = ScanCounts()
  /// The most frequent interval between two epochs, ns.
  private(set) var interval: Int64 = 1_000_000_000

  /// Reads a stream.
  ///
  /// - Parameters:
  ///   - bytes: The stream.
  ///   - others: A stream of the same time whose ephemerides are used too.
  init(_ bytes: [UInt8], ephemeridesOf others: [UInt8] = []) {
    let date = Self.date(of: bytes) ?? Self.date(of: others)
    isDated = date != nil
    var assembler = EpochAssembler(near: date ?? Self.unknownDate)
    var steps: [Int64: Int] = [:]
    counts = Self.forEachMessage(of: bytes) { message in
      learn(from: message, near: span?.upperBound ?? date ?? Self.unknownDate)
      assembler.add(message) { take($0, &steps) }
    }
    assembler.finish { take($0, &steps) }
    interval = steps.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? interval
    _ = Self.forEachMessage(of: others) { message in
      orbits.add(message, near: span?.lowerBound ?? date ?? Self.unknownDate)
    }
  }

  private mutating func learn(from message: RTCMMessage, near time: GPSTime) {
    orbits.add(message, near: time)
    if let place = message.position { places.add(place) }
  }

  private mutating func take(_ epoch: ObservationEpoch, _ steps: inout [Int64: Int]) {
    epochCount += 1
    if let span {
      let step = epoch.time.nanoseconds - span.upperBound.nanoseconds
      if step > 0 { steps[step, default: 0] += 1 }
      self.span = min(span.lowerBound, epoch.time)...max(span.upperBound, epoch.time)
    } else {
      span = epoch.time...epoch.time
    }
    var lowest: [SatelliteID: SignalObservation] = [:]
    for observation in epoch.observations {
      let satellite = SatelliteID(observation.constellation, observation.satelliteNumber)
      if let other = lowest[satellite], other.rank <= observation.rank { continue }
      lowest[satellite] = observation
    }
    for (satellite, observation) in lowest {
      samples[satellite, default: []].append(Sample(time: epoch.time, cnr: observation.cnr))
    }
  }

  // MARK: Messages

  private static func forEachMessage(
    of bytes: [UInt8], _ body: (RTCMMessage) -> Void
  ) -> ScanCounts {
    var scanner = FrameScanner()
    let take = { (frame: borrowing FrameView) in
      // What cannot be decoded shows as a gap; 'rtcm stats' and 'rtcm decode' tell it.
      if let message = try? RTCMMessage(decoding: frame.payload) { body(message) }
    }
    scanner.consume(bytes.span, onFrame: take)
    scanner.finish(onFrame: take)
    return scanner.counts
  }

  /// Returns the date given by most messages; GPS week numbers repeat about every 20 years, and are taken
  /// as of today.
  private static func date(of bytes: [UInt8]) -> GPSTime? {
    var date = StreamDate()
    var scanner = FrameScanner()
    scanner.consume(bytes.span) { date.learn(from: $0.payload) }
    scanner.finish { date.learn(from: $0.payload) }
    return date.isWitnessed ? date.guess : nil
  }

  /// The date of a stream without a week number: 2026.
  private static let unknownDate = GPSTime(week: 2400, secondsOfWeek: 0)
}

extension SignalObservation {
  /// The sort key that puts the lowest band first, and unnamed signals last.
  fileprivate var rank: Int {
    code.map { Int($0.band) << 8 | Int($0.attribute) } ?? .max
  }
}
