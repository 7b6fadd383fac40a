import RTCMParser
import TextOutput

/// The observations of a message in metres, hertz and dB-Hz, for people and for programs.
struct ObservationTable {
  private let observations: [SignalObservation]

  init(_ observations: [SignalObservation]) { self.observations = observations }

  /// A heading and a line for each signal; empty when there is none.
  var lines: [String] {
    guard !observations.isEmpty else { return [] }
    return [
      "  signal  pseudorange m     phaserange m      phase cycles        Doppler Hz  dB-Hz  lock s"
    ] + observations.map(line)
  }

  private func line(_ observation: SignalObservation) -> String {
    let columns = [
      text(observation.pseudorange, decimals: 4, width: 15),
      text(observation.phaserange, decimals: 4, width: 17),
      text(observation.phase, decimals: 4, width: 18),
      text(observation.doppler, decimals: 3, width: 18),
      text(observation.cnr, decimals: 2, width: 7),
      text(
        observation.minimumLockTimeMilliseconds.map { Double($0) / 1000 }, decimals: 3, width: 8),
    ]
    let note = observation.hasHalfCycleAmbiguity ? "  half a cycle?" : ""
    return "  \(observation.satelliteName) \(observation.signalName)" + columns.joined() + note
  }

  /// A number to the right of a column, `-` where it is not available.
  private func text(_ value: Double?, decimals: Int, width: Int) -> String {
    var digits: [UInt8] = []
    if let value { digits.append(decimal: value, decimals: decimals) }
    let text = digits.isEmpty ? "-" : String(decoding: digits, as: UTF8.self)
    return String(repeating: " ", count: max(1, width - text.utf8.count)) + text
  }

  /// An array with an object for each signal.
  func write(to json: inout JSONWriter) {
    json.array { json in
      for observation in observations { write(observation, to: &json) }
    }
  }

  private func write(_ observation: SignalObservation, to json: inout JSONWriter) {
    json.object { json in
      json.member("satellite", observation.satelliteName)
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
  /// The satellite as RINEX names it, such as `G07`.
  fileprivate var satelliteName: String {
    "\(constellation.rinexLetter)\(satelliteNumber < 10 ? "0" : "")\(satelliteNumber)"
  }

  /// The signal's RINEX code, or its number where the standard has no name for it.
  fileprivate var signalName: String {
    code.map { "\($0)" } ?? signalID.map { "signal \($0)" } ?? "?"
  }
}
