public import RTCMStreams
import TextOutput

/// A writer of a RINEX observation file: the second of two passes, after ``RINEXSurvey`` with the version.
///
/// Times are GPS time. Satellites are sorted by system and number, signals by code. Signals without a RINEX
/// code are left out. Event flag 3 marks where another station follows in the stream.
public struct RINEXObservationWriter: Sendable {
  let survey: RINEXSurvey
  private var assembler: EpochAssembler
  private var stationID: UInt16
  private let marksFirstPhases: Bool
  var slips: CycleSlips
  /// The columns of version 2, by band.
  let bands: BandTypes
  var choice = BandChoice()
  /// The record of the current satellite.
  var sheet = RecordSheet()
  /// The records of the current epoch.
  private var records: [UInt8] = []

  /// The number of epochs written.
  public private(set) var epochs = 0

  /// Creates a writer for a stream that was surveyed to its end.
  ///
  /// - Parameters:
  ///   - survey: The survey.
  ///   - marksFirstPhases: Whether the first phase of each signal has the indicator of a slip: the stream tells nothing of
  ///     the time before it.
  public init(of survey: RINEXSurvey, marksFirstPhases: Bool = true) {
    self.survey = survey
    self.marksFirstPhases = marksFirstPhases
    assembler = EpochAssembler(
      near: survey.reference, glonassChannels: survey.givenGLONASSChannels)
    stationID = survey.stationID
    slips = CycleSlips(of: survey.types, marksFirstPhases: marksFirstPhases)
    bands = BandTypes(of: survey.types)
  }

  /// Creates a writer of the next file of a stream, whose phases go on from an earlier file.
  ///
  /// - Parameters:
  ///   - survey: The survey of the file's part of the stream.
  ///   - locks: The locks with which the earlier file ended; the first phase of any other signal has the
  ///     indicator of a slip.
  package init(of survey: RINEXSurvey, after locks: [SignalLock]) {
    self.init(of: survey)
    slips.restore(locks, types: survey.types)
  }

  /// The locks with which the file ends so far.
  package var locks: [SignalLock] { slips.locks(types: survey.types) }

  /// The station of the last epoch written.
  package var lastStationID: UInt16 { stationID }

  /// Appends the file's header; call this first.
  public func appendHeader(to text: inout [UInt8]) { survey.appendHeader(to: &text) }

  /// Reads the next message of the stream and appends the epoch that the message completes, if any.
  public mutating func append(_ message: RTCMMessage, to text: inout [UInt8]) {
    for epoch in assembler.epochs(endedBy: message) { append(epoch, to: &text) }
  }

  /// Ends the stream and appends its last epoch.
  public mutating func finish(to text: inout [UInt8]) {
    if let epoch = assembler.lastEpoch() { append(epoch, to: &text) }
  }

  /// Appends the next epoch of a source without RTCM messages.
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

  /// Returns the observations sorted by satellite, with carrier frequencies from the survey's channels.
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

  /// Whether RINEX can hold any of an epoch's observations.
  private func hasRecord(_ observations: [SignalObservation]) -> Bool {
    observations.contains { observation in
      observation.hasRINEXValue && observation.rinexCode(in: survey.version) != nil
    }
  }

  /// Fills the record of a satellite; returns `false` if the record has no value.
  private mutating func fillRecord(
    of observations: [SignalObservation], _ satellite: Range<Int>
  ) -> Bool {
    let first = observations[satellite.lowerBound]
    guard first.constellation.satelliteNumbers.contains(first.satelliteNumber) else { return false }
    if survey.version == .v2_11 {
      fillBands(of: observations, satellite)
    } else {
      fillSignals(of: observations, satellite)
    }
    return !sheet.isBlank
  }

  private mutating func appendNewStation(at epoch: ObservationEpoch, to text: inout [UInt8]) {
    stationID = epoch.stationID
    slips = CycleSlips(of: survey.types, marksFirstPhases: marksFirstPhases)
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
    let isVersion2 = survey.version == .v2_11
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
  /// The sort key of satellites: system, then number.
  fileprivate var rinexOrder: Int { Int(constellation.rawValue) << 32 | satelliteNumber }
}
