import GNSSBasics
import ObservationQuality
import RTCMParser

/// A sky of a few satellites with two signals each, whose ranges grow evenly, for tests of the tally.
struct SmallSky {
  static let begin = GPSTime(week: 2400, secondsOfWeek: 100)
  static let signals = [
    RINEXSignalCode(band: 1, attribute: UInt8(ascii: "C")),
    RINEXSignalCode(band: 2, attribute: UInt8(ascii: "W")),
  ]
  var satellites = Array(1...5)
  /// Values that are added to observations.
  var changes: [(epochs: ClosedRange<Int>, change: (inout SignalObservation) -> Void)] = []

  /// Changes observations of some epochs.
  mutating func change(
    _ epochs: ClosedRange<Int>, _ satellite: Int? = nil, _ code: String? = nil,
    _ change: @escaping (inout SignalObservation) -> Void
  ) {
    changes.append(
      (
        epochs,
        { observation in
          guard satellite == nil || observation.satelliteNumber == satellite,
            code == nil || observation.code?.description == code
          else { return }
          change(&observation)
        }
      ))
  }

  /// Returns the epoch of a number, a second after the one before.
  func epoch(_ number: Int, every seconds: Double = 1) -> ObservationEpoch {
    let elapsed = Double(number) * seconds
    var epoch = ObservationEpoch(
      time: Self.begin.advanced(byNanoseconds: Int64(elapsed * 1e9)), stationID: 1)
    for satellite in satellites {
      for code in Self.signals {
        var observation = SignalObservation(
          constellation: .gps, satelliteNumber: satellite, code: code)
        let range = 2.1e7 + 1e5 * Double(satellite) + 100 * Double(satellite) * elapsed
        observation.pseudorange = range
        observation.phaserange = range - 3
        observation.minimumLockTimeMilliseconds = 600_000
        observation.cnr = 40 + Double(satellite)
        for change in changes where change.epochs.contains(number) {
          change.change(&observation)
        }
        epoch.observations.append(observation)
      }
    }
    return epoch
  }

  /// Returns the tally of some epochs.
  func tally(
    _ epochs: Range<Int>, without left: Set<Int> = [], every seconds: Double = 1,
    _ options: QualityOptions = QualityOptions()
  ) -> QualityTally {
    var tally = QualityTally(options)
    for number in epochs where !left.contains(number) {
      tally.add(epoch(number, every: seconds), at: nil)
    }
    return tally
  }
}
