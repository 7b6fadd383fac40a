public import RTCMStreams
import TextOutput

/// Writes a RINEX 3.04 observation file: the second of two passes, after ``RINEXSurvey``.
///
/// Times are GPS time. Satellites come by system and number, signals by code. What has no RINEX code is
/// left out. Where stations follow each other in the stream, event flag 3 says so.
public struct RINEXObservationWriter: Sendable {
  private let survey: RINEXSurvey
  private var assembler: EpochAssembler
  private var slips = CycleSlips()
  private var stationID: UInt16

  /// How many epochs were written.
  public private(set) var epochs = 0

  /// Creates a writer for the stream that was surveyed.
  public init(of survey: RINEXSurvey) {
    self.survey = survey
    assembler = EpochAssembler(near: survey.reference)
    stationID = survey.stationID
  }

  /// Appends the header, which comes first.
  public func appendHeader(to text: inout [UInt8]) { survey.appendHeader(to: &text) }

  /// Takes the next message of the stream and appends the epoch that it ends, if any.
  public mutating func append(_ message: RTCMMessage, to text: inout [UInt8]) {
    for epoch in assembler.epochs(endedBy: message) { append(epoch, to: &text) }
  }

  /// Ends the stream and appends its last epoch.
  public mutating func finish(to text: inout [UInt8]) {
    if let epoch = assembler.lastEpoch() { append(epoch, to: &text) }
  }

  /// Appends an epoch that came in no message, which RTCM's resolutions so do not round.
  public mutating func append(_ epoch: ObservationEpoch, to text: inout [UInt8]) {
    let satellites = satellites(of: epoch)
    guard !satellites.isEmpty else { return }
    if epoch.stationID != stationID { appendNewStation(at: epoch, to: &text) }
    appendEpochLine(epoch.time, flag: 0, count: satellites.count, to: &text)
    for satellite in satellites { append(satellite, to: &text) }
    epochs += 1
  }

  // MARK: -

  /// The signals that have a column, satellite by satellite.
  private func satellites(of epoch: ObservationEpoch) -> [ArraySlice<SignalObservation>] {
    let observations = epoch.observations.compactMap { withChannel($0) }.sorted {
      ($0.constellation.rawValue, $0.satelliteNumber)
        < ($1.constellation.rawValue, $1.satelliteNumber)
    }
    var satellites: [ArraySlice<SignalObservation>] = []
    var rest = observations[...]
    while let first = rest.first {
      let satellite = rest.prefix {
        $0.constellation == first.constellation && $0.satelliteNumber == first.satelliteNumber
      }
      satellites.append(satellite)
      rest = rest.dropFirst(satellite.count)
    }
    return satellites
  }

  /// An observation with the frequency that the survey knows, `nil` when it has nothing to write.
  private func withChannel(_ observation: SignalObservation) -> SignalObservation? {
    var observation = observation
    if observation.constellation == .glonass, observation.carrierFrequency == nil,
      let code = observation.code, let signalID = Constellation.glonass.signalID(of: code)
    {
      observation.carrierFrequency = Constellation.glonass.carrierFrequency(
        ofSignalID: signalID,
        glonassFrequencyChannel: survey.glonassChannels[observation.satelliteNumber])
    }
    let hasValue = ObservationKind.allCases.contains { $0.value(of: observation) != nil }
    return observation.rinexCode != nil && hasValue ? observation : nil
  }

  private mutating func appendNewStation(at epoch: ObservationEpoch, to text: inout [UInt8]) {
    stationID = epoch.stationID
    slips = CycleSlips()
    var lines: [UInt8] = []
    survey.appendStation(stationID, to: &lines)
    let count = lines.count { $0 == UInt8(ascii: "\n") }
    appendEpochLine(epoch.time, flag: 3, count: count, to: &text)
    text += lines
  }

  private func appendEpochLine(_ time: GPSTime, flag: Int, count: Int, to text: inout [UInt8]) {
    text += "> ".utf8
    CivilTime(time).appendForObservations(to: &text)
    text.append(integer: flag, columns: 3)
    text.append(integer: count, columns: 3)
    text.endLine()
  }

  private mutating func append(
    _ satellite: ArraySlice<SignalObservation>, to text: inout [UInt8]
  ) {
    guard let first = satellite.first else { return }
    text.append(satellite: first.satelliteNumber, of: first.constellation)
    for (code, kinds) in survey.types[Int(first.constellation.rawValue)].signals {
      if let observation = satellite.first(where: { $0.code == code }) {
        append(observation, kinds: kinds, to: &text)
      } else {
        text.appendBlanks(16 * kinds.count)
      }
    }
    text.endLine()
  }

  private mutating func append(
    _ observation: SignalObservation, kinds: [ObservationKind], to text: inout [UInt8]
  ) {
    let lossOfLock = slips.lossOfLock(of: observation)
    for kind in kinds {
      guard let value = kind.value(of: observation) else {
        text.appendBlanks(16)
        continue
      }
      text.append(decimal: value, decimals: 3, columns: 14)
      if kind == .phase && lossOfLock > 0 {
        text.append(integer: lossOfLock, columns: 1)
        text.appendBlanks(1)
      } else {
        text.appendBlanks(2)
      }
    }
  }
}
