extension ObservationEpoch {
  /// The multiple signal messages that tell the epoch, in the order of their types, the last one saying so.
  ///
  /// A system with more than 64 cells is split by satellites over several.
  ///
  /// - Parameters:
  ///   - kind: `4...7`, such as 7 for MSM7.
  ///   - stationID: DF003, `0...4095`.
  /// - Returns: The messages; none for an epoch without observations that have a place in the signal mask.
  /// - Throws: ``RTCMEncodingError`` when an observation is none that the kind can hold.
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

  /// Cells by satellite, as many at once as a mask of 64 cells has room for.
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
  /// A signal's cell; `nil` for one that has no place in the signal mask.
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
