public import RTCMStreams
import TextOutput

/// Writes a RINEX observation file: the second of two passes, after ``RINEXSurvey``, which knows the version.
///
/// Times are GPS time. Satellites come by system and number, signals by code. What has no RINEX code is
/// left out. Where stations follow each other in the stream, event flag 3 says so.
public struct RINEXObservationWriter: Sendable {
  let survey: RINEXSurvey
  private var assembler: EpochAssembler
  private var stationID: UInt16
  var slips: CycleSlips
  /// The bands and types of version 2.
  let bands: BandTypes
  var choice = BandChoice()
  /// The record of the satellite under way.
  var sheet = RecordSheet()
  /// The records of the epoch under way.
  private var records: [UInt8] = []

  /// The number of epochs written.
  public private(set) var epochs = 0

  /// Creates a writer for the stream that was surveyed.
  public init(of survey: RINEXSurvey) {
    self.survey = survey
    assembler = EpochAssembler(
      near: survey.reference, glonassChannels: survey.givenGLONASSChannels)
    stationID = survey.stationID
    slips = CycleSlips(of: survey.types)
    bands = BandTypes(of: survey.types)
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

  /// Appends the next epoch, of a source that has no messages.
  public mutating func append(_ epoch: ObservationEpoch, to text: inout [UInt8]) {
    let observations = prepared(epoch.observations)
    if epoch.stationID != stationID, hasRecord(observations) {
      appendNewStation(at: epoch, to: &text)
    }
    var satellites: [SatelliteID] = []
    records.removeAll(keepingCapacity: true)
    var start = 0
    while start < observations.count {
      var end = start + 1
      while end < observations.count, observations[end].rinexOrder == observations[start].rinexOrder
      {
        end += 1
      }
      if fillRecord(of: observations, start..<end) {
        satellites.append(observations[start].satellite)
        sheet.appendRows(to: &records)
      }
      start = end
    }
    if satellites.isEmpty { return }
    appendEpochLine(epoch.time, flag: 0, count: satellites.count, of: satellites, to: &text)
    text += records
    epochs += 1
  }

  // MARK: -

  /// Observations by satellite, with the frequencies that the survey knows.
  private func prepared(_ observations: [SignalObservation]) -> [SignalObservation] {
    var observations = observations
    for index in observations.indices
    where observations[index].constellation == .glonass
      && observations[index].carrierFrequency == nil
    {
      observations[index].carrierFrequency = frequency(of: observations[index])
    }
    let isSorted = observations.indices.dropFirst().allSatisfy {
      observations[$0 - 1].rinexOrder <= observations[$0].rinexOrder
    }
    if !isSorted { observations.sort { $0.rinexOrder < $1.rinexOrder } }
    return observations
  }

  private func frequency(of observation: SignalObservation) -> Double? {
    guard let code = observation.code, let id = Constellation.glonass.signalID(of: code) else {
      return nil
    }
    return Constellation.glonass.carrierFrequency(
      ofSignalID: id, glonassFrequencyChannel: survey.glonassChannels[observation.satelliteNumber])
  }

  /// Whether anything of an epoch is written.
  private func hasRecord(_ observations: [SignalObservation]) -> Bool {
    observations.contains { observation in
      observation.hasRINEXValue && observation.rinexCode(in: survey.version) != nil
    }
  }

  /// Fills the record of a satellite; `false` when there is nothing to write.
  private mutating func fillRecord(
    of observations: [SignalObservation], _ satellite: Range<Int>
  ) -> Bool {
    let first = observations[satellite.lowerBound]
    guard first.constellation.satelliteNumbers.contains(first.satelliteNumber) else { return false }
    if survey.version == .version2 {
      fillBands(of: observations, satellite)
    } else {
      fillSignals(of: observations, satellite)
    }
    return !sheet.isBlank
  }

  private mutating func appendNewStation(at epoch: ObservationEpoch, to text: inout [UInt8]) {
    stationID = epoch.stationID
    slips = CycleSlips(of: survey.types)
    choice = BandChoice()
    var lines: [UInt8] = []
    survey.appendStation(stationID, to: &lines)
    let count = lines.count { $0 == UInt8(ascii: "\n") }
    appendEpochLine(epoch.time, flag: 3, count: count, to: &text)
    text += lines
  }

  private func appendEpochLine(
    _ time: GPSTime, flag: Int, count: Int, of satellites: [SatelliteID] = [],
    to text: inout [UInt8]
  ) {
    let isVersion2 = survey.version == .version2
    if isVersion2 {
      CivilTime(time).appendForVersion2(to: &text)
    } else {
      text += "> ".utf8
      CivilTime(time).appendForObservations(to: &text)
    }
    text.append(integer: flag, columns: 3)
    text.append(integer: count, columns: 3)
    if isVersion2 { appendNames(of: satellites, to: &text) }
    text.endLine()
  }
}

extension SignalObservation {
  /// The key by which satellites are sorted.
  fileprivate var rinexOrder: Int { Int(constellation.rawValue) << 32 | satelliteNumber }
}
