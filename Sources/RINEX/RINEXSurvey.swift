public import RTCMStreams
import TextOutput

/// What the header of a RINEX observation file has to say of the whole stream: the first of two passes.
///
/// A header names every kind of observation before the first record, so the stream is read twice: once
/// by this, once by ``RINEXObservationWriter``. Neither keeps observations.
///
/// ```swift
/// var survey = RINEXSurvey(near: reference)
/// for message in stream { survey.add(message) }
/// survey.finish()
/// var writer = RINEXObservationWriter(of: survey)
/// writer.appendHeader(to: &text)
/// for message in stream { writer.append(message, to: &text) }
/// writer.finish(to: &text)
/// ```
public struct RINEXSurvey: Sendable {
  /// What the header says beside what the stream tells.
  public var header: RINEXHeader
  /// The version that the file will have.
  public let version: RINEXFormat
  /// A time within half a week of the stream's beginning.
  public let reference: GPSTime
  /// How many epochs have an observation that RINEX has a name for.
  public private(set) var epochs = 0

  /// Signals that the version has no name for, though others have: a system and a code, in order.
  private(set) var omitted = [[RINEXSignalCode]](
    repeating: [], count: Constellation.allCases.count)
  private(set) var types = [ObservationTypes](
    repeating: ObservationTypes(), count: Constellation.allCases.count)
  private(set) var glonassChannels: [Int: Int] = [:]
  private(set) var stations: [UInt16: RINEXStation] = [:]
  private var biasBallot = Ballot<GLONASSCodePhaseBiases>()
  private var leapSecondBallot = Ballot<Int>()
  private var channelBallots: [Int: Ballot<Int>] = [:]
  /// What most messages 1230 tell.
  var biases: GLONASSCodePhaseBiases? { biasBallot.winner }
  /// What most messages 1013 tell.
  var leapSeconds: Int? { leapSecondBallot.winner }
  /// The station whose the first epoch is.
  private(set) var stationID: UInt16 = 0
  /// When the first and the last epoch were.
  private(set) var span: ClosedRange<GPSTime>?
  private(set) var intervals = IntervalHistogram()
  private var assembler: EpochAssembler

  /// Creates the survey of an empty stream.
  ///
  /// - Parameters:
  ///   - reference: A time within half a week of the first epoch, within half a day where that is one
  ///     of GLONASS that does not say its day.
  ///   - version: The version that the file will have.
  ///   - header: What the header says beside what the stream tells.
  public init(
    near reference: GPSTime, version: RINEXFormat = .version3, header: RINEXHeader = RINEXHeader()
  ) {
    self.reference = reference
    self.version = version
    self.header = header
    assembler = EpochAssembler(near: reference)
  }

  /// Takes the next message of the stream.
  public mutating func add(_ message: RTCMMessage) {
    learn(from: message)
    for epoch in assembler.epochs(endedBy: message) { add(epoch) }
  }

  /// Takes the next epoch, of a source that has no messages.
  public mutating func add(_ epoch: ObservationEpoch) {
    var hasObservation = false
    for observation in epoch.observations {
      let kinds = ObservationKinds(in: observation)
      if kinds.isEmpty { continue }
      guard let code = observation.rinexCode(in: version) else {
        noteOmission(of: observation)
        continue
      }
      if let channel = observation.glonassFrequencyChannel {
        channelBallots[observation.satelliteNumber, default: Ballot()].add(channel)
      }
      types[Int(observation.constellation.rawValue)].add(kinds, of: code)
      hasObservation = true
    }
    if hasObservation { count(epoch.time, of: epoch.stationID) }
  }

  /// Ends the stream.
  public mutating func finish() {
    if let epoch = assembler.lastEpoch() { add(epoch) }
    glonassChannels = channelBallots.compactMapValues { $0.winner }
    if glonassChannels.isEmpty { types[Int(Constellation.glonass.rawValue)].removePhasesOfFDMA() }
  }

  // MARK: -

  private mutating func learn(from message: RTCMMessage) {
    switch message {
    case .antennaReferencePoint(let point): learn(message, of: point.stationID)
    case .antennaReferencePointAndHeight(let point): learn(message, of: point.stationID)
    case .antennaDescriptor(let descriptor): learn(message, of: descriptor.stationID)
    case .receiverAndAntenna(let equipment): learn(message, of: equipment.stationID)
    case .glonassCodePhaseBiases(let biases): biasBallot.add(biases)
    case .systemParameters(let parameters) where parameters.leapSeconds > 0:
      leapSecondBallot.add(Int(parameters.leapSeconds))
    case .glonassEphemeris(let orbit)
    where orbit.satelliteID > 0 && (-7...13).contains(orbit.frequencyChannel):
      channelBallots[Int(orbit.satelliteID), default: Ballot()].add(orbit.frequencyChannel)
    default: break
    }
  }

  private mutating func learn(_ message: RTCMMessage, of stationID: UInt16) {
    stations[stationID, default: RINEXStation()].learn(from: message)
  }

  private mutating func noteOmission(of observation: SignalObservation) {
    let system = Int(observation.constellation.rawValue)
    guard let code = observation.rinexCode(in: .version4), !omitted[system].contains(code) else {
      return
    }
    omitted[system].append(code)
  }

  private mutating func count(_ time: GPSTime, of station: UInt16) {
    epochs += 1
    guard let span else {
      (span, stationID) = (time...time, station)
      return
    }
    let interval = (time.nanoseconds - span.upperBound.nanoseconds) / 1_000_000
    if interval > 0 { intervals.count(Int(interval)) }
    self.span = min(time, span.lowerBound)...max(time, span.upperBound)
  }
}
