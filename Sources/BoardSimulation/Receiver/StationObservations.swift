internal import GNSSBasics
internal import Mathematics
internal import Positioning
internal import RTCMParser
internal import RTCMStreams

/// The observations of a station, from the messages of a correction stream.
///
/// Messages tell the time of the week at best. The week is the receiver's, unless the orbits in the stream are of
/// another date, as those of a capture are.
struct StationObservations: Sendable {
  /// The epochs that no engine has taken yet, the latest last.
  private(set) var epochs: [ObservationEpoch] = []
  /// The alignment of the station's phases of GLONASS.
  private(set) var phases = GLONASSPhases()
  private var assembler: EpochAssembler?
  /// The date of the stream minus that of the receiver, nanoseconds.
  private var offset: Int64 = 0
  /// The date of the stream by the vote of its messages, and the receiver's date at its beginning.
  private var vote = StreamDate()
  private var begun: GPSTime?
  /// The receiver's date of the last count of the vote.
  private var counted: GPSTime?
  /// The receiver's date of the last message.
  private var last: GPSTime?
  /// The time of the latest epoch less the receiver's date of its arrival, nanoseconds; `nil` before the first one.
  private var lead: Int64?
  /// The time that is added to the dates that the station tells, nanoseconds.
  private var correction: Int64 = 0

  private static let mostEpochs = 8
  /// The time after which the week of the last epoch is no reference any more, seconds.
  private static let longestPause = 86_400.0
  /// The time between two counts of the vote, seconds.
  private static let countInterval = 10.0
  /// The difference of dates up to which the time of the week tells the date, nanoseconds.
  private static let greatestDifference: UInt64 = 3 * 86_400_000_000_000

  /// Creates a collection without observations.
  init() {}

  /// Takes the payload of a message, received at a date of the receiver.
  mutating func take(_ payload: Span<UInt8>, at date: GPSTime) {
    guard let message = try? RTCMMessage(decoding: payload) else { return }
    if let last, date.seconds(since: last).magnitude > Self.longestPause { self = Self() }
    last = date
    begun = begun ?? date
    vote.learn(from: payload)
    if message.orbitingSatellite != nil { count(at: date) }
    phases.take(message)
    var assembler = assembler ?? EpochAssembler(near: date.advanced(byNanoseconds: offset))
    for epoch in assembler.epochs(endedBy: message) { append(epoch, at: date) }
    self.assembler = assembler
  }

  /// Returns the epochs that arrived since the last call.
  mutating func takeEpochs() -> [ObservationEpoch] {
    defer { epochs.removeAll(keepingCapacity: true) }
    return epochs
  }

  /// The time by which epochs may be older than the receiver, or newer, and still be of its time, nanoseconds.
  private static let ownTime: ClosedRange<Int64> = -60_000_000_000...2_000_000_000

  /// The time of the station's sky less the receiver's, nanoseconds; zero for a station of the receiver's time, or whole
  /// seconds, with which the latest epoch was less than a second old when it came.
  var shift: Int64 {
    guard let lead, !Self.ownTime.contains(lead) else { return 0 }
    let second: Int64 = 1_000_000_000
    return -(-lead).dividedRoundingDown(by: second).quotient * second
  }

  /// Corrects the dates that the station tells by some time, nanoseconds, since its codes show that they are wrong.
  ///
  /// The epochs that nobody has taken yet are dropped.
  mutating func correctDates(by time: Int64) {
    correction += time
    epochs = []
    lead? += time
  }

  private mutating func append(_ observed: ObservationEpoch, at date: GPSTime) {
    var epoch = observed
    epoch.time = epoch.time.advanced(byNanoseconds: correction)
    lead = epoch.time.nanoseconds - date.nanoseconds
    if epochs.count == Self.mostEpochs { epochs.removeFirst() }
    epochs.append(epoch)
  }

  /// Follows the date that most messages tell.
  private mutating func count(at date: GPSTime) {
    if let counted, date.seconds(since: counted) < Self.countInterval { return }
    guard let begun, vote.isWitnessed else { return }
    counted = date
    let difference = vote.guess.nanoseconds - begun.nanoseconds
    let offset = difference.magnitude <= Self.greatestDifference ? 0 : difference
    let isAnotherWeek = (offset - self.offset).magnitude > Self.greatestDifference
    guard isAnotherWeek else { return }
    (self.offset, correction) = (offset, 0)
    assembler = nil
  }
}
