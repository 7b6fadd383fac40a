import TestSupport
import Testing
import UBloxRaw

/// Returns a time in the form of RINEX epoch lines, `2019 04 06 23 50 09.0000000`.
func rinexTime(of time: GPSTime) -> String {
  let civil = CivilTime(time)
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let fraction = String(civil.nanosecond / 100 + 10_000_000).dropFirst()
  let date = "\(civil.year) \(two(civil.month)) \(two(civil.day))"
  return "\(date) \(two(civil.hour)) \(two(civil.minute)) \(two(civil.second)).\(fraction)"
}

/// Returns the values of an observation by satellite and type, such as `G01 L1C`.
///
/// Zeros, which RINEX cannot represent, are left out.
func rinexValues(of observation: SignalObservation) -> [(key: String, value: Double)] {
  guard let code = observation.code else { return [] }
  let number = observation.satelliteNumber
  let satellite = "\(observation.constellation.rinexLetter)\(number < 10 ? "0" : "")\(number)"
  let values = [
    ("C", observation.pseudorange), ("L", observation.phase), ("D", observation.doppler),
    ("S", observation.cnr),
  ]
  return values.compactMap { type, value in
    value.map { ("\(satellite) \(type)\(code)", $0) }
  }
}

/// Compares convbin's epoch with one of this module.
///
/// - Returns: The number of values that are the same to the last digit in RINEX, 0.001.
func compare(_ theirs: RINEXFile.Epoch, with ours: ObservationEpoch) -> Int {
  let values = Dictionary(
    ours.observations.flatMap(rinexValues).map { ($0.key, $0.value) }, uniquingKeysWith: { $1 })
  var equal = 0
  for (key, observation) in theirs.observations {
    guard let value = values[key] else {
      Issue.record("\(theirs.time) \(key): missing")
      continue
    }
    // convbin rounds half steps to either side, and Doppler is a float.
    let isEqual = abs(value - observation.value) < (key.contains(" D") ? 0.001 : 0.000_501)
    #expect(isEqual, "\(theirs.time) \(key): \(value), convbin \(observation.value)")
    equal += isEqual ? 1 : 0
  }
  for (key, value) in values where theirs.observations[key] == nil {
    // RTKLIB ignores phases whose standard deviation is above 0.02 cycles.
    let isSmall = abs(value) < 0.0005
    #expect(isSmall || key.contains(" L"), "\(theirs.time) \(key): only ours, \(value)")
  }
  return equal
}

extension ObservationEpoch {
  /// The epoch without signals that RXM-RAWX cannot represent.
  var asWritten: ObservationEpoch {
    var epoch = self
    epoch.observations = observations.filter { UBloxSignal($0) != nil }
    for index in epoch.observations.indices {
      epoch.observations[index].cnr = epoch.observations[index].cnr?.rounded()
    }
    return epoch
  }
}

extension UBloxSignal {
  /// Creates the signal of an observation; `nil` for one without a number in u-blox receivers.
  init?(_ observation: SignalObservation) {
    guard let code = observation.code else { return nil }
    self.init(
      constellation: observation.constellation, satelliteNumber: observation.satelliteNumber,
      code: code)
  }
}
