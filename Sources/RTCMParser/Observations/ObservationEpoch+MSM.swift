extension ObservationEpoch {
  /// Returns the multiple signal messages of the epoch, ordered by type; all but the last announce a further
  /// message.
  ///
  /// A constellation with more than 64 cells is split by satellites over several messages.
  ///
  /// - Parameters:
  ///   - kind: The kind of MSM, `4...7`, such as 7 for MSM7.
  ///   - stationID: DF003, reference station ID, `0...4095`.
  /// - Returns: The messages; empty when no observation has a place in the signal mask.
  /// - Throws: ``RTCMEncodingError`` when the kind cannot hold an observation.
  public func messages(msm kind: UInt8, stationID: UInt16) throws(RTCMEncodingError) -> [MSMMessage]
  {
    var messages: [MSMMessage] = []
    for constellation in Constellation.allCases {
      let cells = observations.compactMap {
        $0.constellation == constellation ? MSMObservation($0) : nil
      }
      for part in Self.parts(of: cells) {
        messages.append(
          try MSMMessage(
            type: MSMType(constellation, kind: kind), stationID: stationID,
            epoch: MSMEpoch(
              constellation: constellation, gpsTimeOfWeekMilliseconds: time.millisecondsOfWeek,
              leapSeconds: time.leapSeconds),
            isMoreToFollow: true, observations: Array(part)))
      }
    }
    if !messages.isEmpty { messages[messages.count - 1].header.isMoreToFollow = false }
    return messages
  }

  /// Returns the cells, sorted by satellite and split into parts that fit into a mask of 64 cells.
  private static func parts(of cells: [MSMObservation]) -> [ArraySlice<MSMObservation>] {
    let sorted = cells.sorted { ($0.satelliteID, $0.signalID) < ($1.satelliteID, $1.signalID) }
    let signals = Set(sorted.map { $0.signalID }).count
    guard signals > 0 else { return [] }
    let most = max(mostCells / signals, 1)
    var parts: [ArraySlice<MSMObservation>] = []
    var rest = sorted[...]
    while !rest.isEmpty {
      var (satellites, last): (Int, UInt8) = (0, 0)
      let part = rest.prefix { cell in
        if cell.satelliteID != last { (satellites, last) = (satellites + 1, cell.satelliteID) }
        return satellites <= most
      }
      parts.append(part)
      rest = rest.dropFirst(part.count)
    }
    return parts
  }

  private static var mostCells: Int { 64 }
}

extension MSMObservation {
  /// Creates the cell of a signal; returns `nil` for a signal without a place in the signal or satellite
  /// mask.
  fileprivate init?(_ observation: SignalObservation) {
    guard let signalID = observation.signalID,
      let satelliteID = observation.constellation.satelliteID(
        ofRINEXNumber: observation.satelliteNumber)
    else { return nil }
    self.init(
      satelliteID: satelliteID, signalID: signalID, pseudorange: observation.pseudorange,
      phaserange: observation.phaserange, phaserangeRate: observation.phaserangeRate,
      lockTimeMilliseconds: observation.minimumLockTimeMilliseconds ?? 0,
      hasHalfCycleAmbiguity: observation.hasHalfCycleAmbiguity, cnr: observation.cnr,
      glonassFrequencyChannel: observation.glonassFrequencyChannel)
  }
}
