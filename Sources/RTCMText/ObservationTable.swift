import RTCMStreams
import TextOutput

/// The observations of a message in metres, cycles, hertz and dB-Hz, as text or as JSON.
struct ObservationTable {
  private let observations: [SignalObservation]

  init(_ observations: [SignalObservation]) { self.observations = observations }

  /// Appends a heading and a line for each signal; appends nothing if there are no signals.
  func write(to table: inout FieldTable) {
    guard !observations.isEmpty else { return }
    table.append(
      line:
        "  signal  pseudorange m     phaserange m      phase cycles        Doppler Hz  dB-Hz  lock s"
    )
    for observation in observations { write(observation, to: &table) }
  }

  private func write(_ observation: SignalObservation, to table: inout FieldTable) {
    let lockTime = observation.minimumLockTimeMilliseconds.map { Double($0) / 1000 }
    table.append("  \(observation.satellite) \(observation.signalName)")
    write(observation.pseudorange, decimals: 4, width: 15, to: &table)
    write(observation.phaserange, decimals: 4, width: 17, to: &table)
    write(observation.phase, decimals: 4, width: 18, to: &table)
    write(observation.doppler, decimals: 3, width: 18, to: &table)
    write(observation.cnr, decimals: 2, width: 7, to: &table)
    write(lockTime, decimals: 3, width: 8, to: &table)
    if observation.hasHalfCycleAmbiguity { table.append("  half a cycle?") }
    table.endLine()
  }

  /// Appends a number at the right of a column, or `-` if the number is not available.
  private func write(_ value: Double?, decimals: Int, width: Int, to table: inout FieldTable) {
    var digits: [UInt8] = []
    if let value { digits.append(decimal: value, decimals: decimals) }
    table.append(toTheRight: digits.isEmpty ? [UInt8(ascii: "-")] : digits, width: width)
  }

  /// Writes an array with an object for each signal.
  func write(to json: inout JSONWriter) {
    json.array { json in
      for observation in observations { write(observation, to: &json) }
    }
  }

  private func write(_ observation: SignalObservation, to json: inout JSONWriter) {
    json.object { json in
      json.member("satellite", observation.satellite.description)
      json.member("signal", observation.signalName)
      json.member("pseudorange_metres", observation.pseudorange, decimals: 4)
      json.member("phaserange_metres", observation.phaserange, decimals: 4)
      json.member("phase_cycles", observation.phase, decimals: 4)
      json.member("doppler_hertz", observation.doppler, decimals: 4)
      json.member("cnr_decibel_hertz", observation.cnr, decimals: 4)
      json.member("minimum_lock_time_milliseconds", observation.minimumLockTimeMilliseconds)
      json.member("has_half_cycle_ambiguity", observation.hasHalfCycleAmbiguity)
      json.member("carrier_frequency_hertz", observation.carrierFrequency, decimals: 0)
    }
  }
}

extension SignalObservation {
  /// The signal's RINEX code, or its number if it has no code.
  fileprivate var signalName: String {
    code.map { "\($0)" } ?? signalID.map { "signal \($0)" } ?? "?"
  }
}
