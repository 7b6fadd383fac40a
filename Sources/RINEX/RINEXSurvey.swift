public import RTCMStreams
import TextOutput

/// A survey of a whole stream for the header of a RINEX observation file: the first of two passes.
///
/// A header names every kind of observation before the first record, so the stream is read twice: first by
/// the survey, then by ``RINEXObservationWriter``. Neither keeps observations.
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
  /// The header's content beside the stream's.
  public var header: RINEXHeader
  /// The version of the file to be written.
  public let version: RINEXFormat
  /// A time within half a week of the stream's beginning.
  public let reference: GPSTime
  /// The number of epochs with an observation that RINEX has a name for.
  public private(set) var epochs = 0

  /// The given frequency channels of GLONASS satellites by slot, for streams that may lack them.
  let givenGLONASSChannels: [UInt8: Int]

  private var record = OmissionRecord()
  private(set) var types = [ObservationTypes](
    repeating: ObservationTypes(), count: Constellation.allCases.count)
  package private(set) var glonassChannels: [Int: Int] = [:]
  private(set) var stations: [UInt16: RINEXStation] = [:]
  private var biasBallot = Ballot<GLONASSCodePhaseBiases>()
  private var leapSecondBallot = Ballot<Int>()
  private var channelBallots: [Int: Ballot<Int>] = [:]
  /// Whether some phase of GLONASS's L1 or L2 is known in cycles.
  private var hasPhasesOfFDMA = false
  /// The biases in most of the messages 1230.
  private var streamBiases: RINEXHeader.GLONASSBiases? {
    biasBallot.winner.map {
      RINEXHeader.GLONASSBiases(l1CA: $0.l1CA, l1P: $0.l1P, l2CA: $0.l2CA, l2P: $0.l2P)
    }
  }
  /// The biases of the header, or else those of the stream.
  var biases: RINEXHeader.GLONASSBiases? { header.glonassBiases ?? streamBiases }
  /// The leap seconds in most of the messages 1013.
  var leapSeconds: Int? { leapSecondBallot.winner }
  /// The station ID of the first epoch.
  package private(set) var stationID: UInt16 = 0
  /// The times of the first and the last epoch.
  package private(set) var span: ClosedRange<GPSTime>?
  private(set) var intervals = IntervalHistogram()
  private var assembler: EpochAssembler

  /// Creates a survey before the first message.
  ///
  /// - Parameters:
  ///   - reference: A time within half a week of the first epoch; within half a day if the first epoch is one
  ///     of GLONASS without its day.
  ///   - version: The version of the file to be written.
  ///   - header: The header's content beside the stream's.
  ///   - glonassChannels: Frequency channels of GLONASS satellites by slot, for streams that may lack them.
  public init(
    near reference: GPSTime, version: RINEXFormat = .v3_04, header: RINEXHeader = RINEXHeader(),
    glonassChannels: [UInt8: Int] = [:]
  ) {
    self.reference = reference
    self.version = version
    self.header = header
    givenGLONASSChannels = glonassChannels
    assembler = EpochAssembler(near: reference, glonassChannels: glonassChannels)
  }

  /// Reads the next message of the stream.
  public mutating func add(_ message: RTCMMessage) {
    learn(from: message)
    for epoch in assembler.epochs(endedBy: message) { add(epoch) }
  }

  /// Counts the message of a payload that cannot be decoded as an omission.
  package mutating func noteUndecodable(_ payload: Span<UInt8>) { record.noteUndecodable(payload) }

  /// Reads the next epoch of a source without RTCM messages.
  public mutating func add(_ epoch: ObservationEpoch) {
    var hasObservation = false
    for observation in epoch.observations {
      guard let code = observation.rinexCode(in: version) else {
        noteOmission(of: observation, at: epoch.time)
        continue
      }
      if record.noteLoss(in: observation, at: epoch.time) { continue }
      let kinds = ObservationKinds(in: observation)
      if let channel = observation.glonassFrequencyChannel {
        channelBallots[observation.satelliteNumber, default: Ballot()].add(channel)
      }
      if observation.constellation == .glonass, code.band <= 2, observation.phase != nil {
        hasPhasesOfFDMA = true
      }
      types[Int(observation.constellation.rawValue)].add(kinds, of: code)
      hasObservation = true
    }
    if hasObservation { count(epoch.time, of: epoch.stationID) }
  }

  /// Ends the stream: completes its last epoch and settles the GLONASS channels.
  public mutating func finish() {
    if let epoch = assembler.lastEpoch() { add(epoch) }
    for (slot, channel) in givenGLONASSChannels { glonassChannels[Int(slot)] = channel }
    for (slot, ballot) in channelBallots { glonassChannels[slot] = ballot.winner }
    record.forgetUnknownChannels { glonassChannels[$0] != nil }
    if glonassChannels.isEmpty && !hasPhasesOfFDMA {
      types[Int(Constellation.glonass.rawValue)].removePhasesOfFDMA()
    }
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

  /// Records an observation that the version has no name for.
  private mutating func noteOmission(of observation: SignalObservation, at time: GPSTime) {
    let system = observation.constellation
    if ObservationKinds(in: observation).isEmpty { return }
    if !system.satelliteNumbers.contains(observation.satelliteNumber) {
      record.note(.satellite(observation.satellite), .reservedSatellite, at: time)
    } else if let code = observation.code, observation.rinexCode(in: .v4_02) != nil {
      record.note(.signal(system, code), .notInVersion, at: time)
    } else if let number = observation.signalID {
      record.note(.signalNumber(system, number), .unnamedSignal, at: time)
    }
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

extension RINEXSurvey {
  /// The observations that have no place in the file.
  ///
  /// A system without any observation in the file counts as one omission.
  public var omissions: [Omission] {
    var told = OmissionRecord()
    for omission in record.all {
      told.note(
        subject(of: omission), omission.reason, at: omission.firstTime, count: omission.count)
    }
    return told.all
  }

  /// Returns an omission's subject, or the signal's system if the file has no signal of that system.
  private func subject(of omission: Omission) -> Omission.Subject {
    guard omission.reason == .notInVersion, case .signal(let system, _) = omission.subject,
      types[Int(system.rawValue)].isEmpty
    else { return omission.subject }
    return .system(system)
  }

  /// The slots of GLONASS satellites whose channels in the stream differ from the given channels.
  public var contradictedChannels: [UInt8] { assembler.contradictedChannels }
}
