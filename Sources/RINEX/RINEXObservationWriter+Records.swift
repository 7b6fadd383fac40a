import RTCMStreams
import TextOutput

// Versions 3 and 4: a satellite's record is one line, with the columns of its system.
extension RINEXObservationWriter {
  /// Fills the record of one satellite from its adjacent observations.
  mutating func fillSignals(of observations: [SignalObservation], _ satellite: Range<Int>) {
    let constellation = observations[satellite.lowerBound].constellation
    let types = survey.types[Int(constellation.rawValue)]
    let name = 3
    sheet.clear(rows: 1, width: name + RecordSheet.valueWidth * types.count)
    sheet.write(satellite: observations[satellite.lowerBound].satelliteNumber, of: constellation)
    var place = name
    for (signal, type) in types.signals.enumerated() {
      let index = satellite.first {
        observations[$0].code == type.code && observations[$0].hasRINEXValue
      }
      let lossOfLock =
        index.map { slips.lossOfLock(of: observations[$0], signal: signal) } ?? 0
      for kind in ObservationKind.allCases where type.kinds.contains(ObservationKinds(kind)) {
        if let index, let value = kind.value(of: observations[index]) {
          sheet.write(value, lossOfLock: kind == .phase ? lossOfLock : 0, at: place)
        }
        place += RecordSheet.valueWidth
      }
    }
  }
}

/// The signal whose phase was last written, for each band of each satellite.
struct BandChoice: Sendable {
  private var signals: [SatelliteID: [Int?]] = [:]

  /// Stores the signal that is written now; returns whether another signal was written before.
  mutating func take(_ signal: Int, band: Int, of satellite: SatelliteID) -> Bool {
    let none = [Int?](repeating: nil, count: BandTypes.bands.upperBound + 1)
    let last = signals[satellite, default: none][band]
    signals[satellite, default: none][band] = signal
    return last != nil && last != signal
  }
}

// Version 2: a satellite's record has lines of five values, in columns that all systems share.
extension RINEXObservationWriter {
  /// Fills the record of one satellite from its adjacent observations.
  mutating func fillBands(of observations: [SignalObservation], _ satellite: Range<Int>) {
    sheet.clear(
      rows: bands.lines, width: BandTypes.valuesPerLine * RecordSheet.valueWidth)
    let system = Int(observations[satellite.lowerBound].constellation.rawValue)
    let types = survey.types[system].signals
    // Signals of the lowest rank come last, so that their values overwrite the others.
    let signals = satellite.filter { observations[$0].hasRINEXValue }.compactMap { index in
      types.firstIndex { $0.code == observations[index].code }.map { (index, $0) }
    }.sorted { bands.signals[system][$0.1].rank > bands.signals[system][$1.1].rank }
    var phases: [Int: (index: Int, signal: Int, lossOfLock: Int)] = [:]
    for (index, signal) in signals {
      let place = bands.signals[system][signal]
      let lossOfLock = slips.lossOfLock(of: observations[index], signal: signal)
      if let column = place.pseudorange, let value = observations[index].pseudorange {
        sheet.write(value, at: column)
      }
      if observations[index].phase != nil || phases[place.band] == nil {
        phases[place.band] = (index, signal, lossOfLock)
      }
    }
    for (index, signal, lossOfLock) in phases.values {
      write(observations[index], at: bands.signals[system][signal], signal, lossOfLock)
    }
  }

  /// Writes the phase, Doppler and strength of a band; a change of the signal counts as a slip of the phase.
  private mutating func write(
    _ observation: SignalObservation, at place: BandTypes.Signal, _ signal: Int, _ lossOfLock: Int
  ) {
    if let column = place.phase, let value = observation.phase {
      let isOther = choice.take(signal, band: place.band, of: observation.satellite)
      sheet.write(value, lossOfLock: isOther ? lossOfLock | 1 : lossOfLock, at: column)
    }
    if let column = place.doppler, let value = observation.doppler {
      sheet.write(value, at: column)
    }
    if let column = place.signalStrength, let value = observation.cnr {
      sheet.write(value, at: column)
    }
  }

  /// Appends the names of an epoch's satellites, twelve a line.
  func appendNames(of satellites: [SatelliteID], to text: inout [UInt8]) {
    for (index, satellite) in satellites.enumerated() {
      if index > 0, index % 12 == 0 {
        text.endLine()
        text.appendBlanks(32)
      }
      text.append(satellite: satellite.number, of: satellite.constellation)
    }
  }
}
