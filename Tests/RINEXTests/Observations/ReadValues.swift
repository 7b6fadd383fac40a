import GNSSBasics
import RINEX
import RTCMParser
import RTCMStreams
import TestSupport

/// The values that a reader found in a file, by time, satellite and type.
struct ReadValues {
  /// By time and key, such as `2019 04 06 23 50 09.0000000 G01 L1C`.
  private(set) var values: [String: Double] = [:]
  /// The times of phases that may be off by half a cycle.
  private(set) var halfCycles: Set<String> = []

  init(_ file: RINEXObservations) {
    for epoch in file.epochs {
      for observation in epoch.observations { add(observation, at: Self.text(of: epoch.time)) }
    }
  }

  private mutating func add(_ observation: SignalObservation, at time: String) {
    guard let code = observation.code else { return }
    let pairs = [
      ("C", observation.pseudorange), ("L", observation.phase), ("D", observation.doppler),
      ("S", observation.cnr),
    ]
    for (kind, value) in pairs {
      guard let value else { continue }
      let key = "\(time) \(observation.satellite) \(kind)\(code)"
      values[key] = value
      if kind == "L", observation.hasHalfCycleAmbiguity { halfCycles.insert(key) }
    }
  }

  /// Returns a time as epoch lines have it.
  static func text(of time: GPSTime) -> String {
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
    }
    let civil = CivilTime(time)
    let parts = [civil.month, civil.day, civil.hour, civil.minute].map { padded($0, 2) }
    return "\(civil.year) \(parts.joined(separator: " ")) \(padded(civil.second, 2))"
      + ".\(padded(civil.nanosecond / 100, 7))"
  }

  /// Returns the values of a file that another parser took apart.
  static func expected(_ file: RINEXFile) -> (values: [String: Double], halfCycles: Set<String>) {
    var values: [String: Double] = [:]
    var halfCycles: Set<String> = []
    for epoch in file.epochs {
      let date = epoch.time.split(separator: " ").dropLast()
      let second = String(epoch.time.suffix(10)).replacing(" ", with: "0")
      let time = (date.map(String.init) + [second]).joined(separator: " ")
      for (key, observation) in epoch.observations where "CLDS".contains(key.dropFirst(4).prefix(1))
      {
        values["\(time) \(key)"] = observation.value
        if key.dropFirst(4).first == "L", observation.lossOfLock & 2 != 0 {
          halfCycles.insert("\(time) \(key)")
        }
      }
    }
    return (values, halfCycles)
  }
}
