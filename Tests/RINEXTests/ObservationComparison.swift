import TestSupport

/// The differences between two observation files of one stream, ours and convbin's.
struct ObservationComparison {
  /// The number of equal values.
  private(set) var equalValues = 0
  /// The number of cases of each difference, with the place of the first.
  private(set) var differences: [ConvbinDifference: (count: Int, first: String)] = [:]

  private let ours: RINEXFile
  private let theirs: RINEXFile
  private var known: Set<String> = []

  init(_ ours: RINEXFile, with theirs: RINEXFile) {
    (self.ours, self.theirs) = (ours, theirs)
    let theirEpochs = Self.byTime(theirs)
    for (index, epoch) in ours.epochs.enumerated() {
      if let theirs = theirEpochs[epoch.time] {
        compare(epoch, with: theirs)
      } else if index < ours.epochs.count - 1 {
        // convbin lacks an epoch that no message ends, such as the last one of most captures.
        note(.extraEpoch, epoch.time)
      }
    }
    let ourEpochs = Self.byTime(ours)
    for epoch in theirs.epochs where !epoch.observations.isEmpty {
      guard let ours = ourEpochs[epoch.time] else {
        note(.missingEpoch, epoch.time)
        continue
      }
      for key in epoch.observations.keys where ours.observations[key] == nil {
        note(.missingValue, "\(epoch.time) \(key)")
      }
    }
  }

  /// Returns the epochs by time; epochs of equal time are merged.
  private static func byTime(_ file: RINEXFile) -> [String: RINEXFile.Epoch] {
    Dictionary(file.epochs.map { ($0.time, $0) }) { first, second in
      var both = first
      both.observations.merge(second.observations) { $1 }
      both.satellites += second.satellites
      return both
    }
  }

  private mutating func compare(_ epoch: RINEXFile.Epoch, with other: RINEXFile.Epoch) {
    for (key, observation) in epoch.observations {
      let isFirst = known.insert(key).inserted || epoch.time == theirs.epochs.first?.time
      let place = "\(epoch.time) \(key)"
      if let other = other.observations[key] {
        compare(observation, with: other, isFirst: isFirst, at: place)
      } else if !other.satellites.contains(String(key.prefix(3))) {
        note(.extraSatellite, place)
      } else if theirs.types[String(key.prefix(1))]?.contains(String(key.suffix(3))) == true {
        // convbin has no code for some signals, and no room for others.
        note(.extraValue, place)
      }
    }
  }

  private mutating func compare(
    _ ours: RINEXFile.Observation, with theirs: RINEXFile.Observation, isFirst: Bool,
    at place: String
  ) {
    if abs(ours.value - theirs.value) < 0.0015 {
      equalValues += 1
    } else {
      note(.otherValue, "\(place) \(ours.value) \(theirs.value)")
    }
    // convbin adds 3 for a half cycle to 1 for a slip, and sets the slip's bit at the first epoch:
    // 3, 4 and 5 are half cycles, 1, 4, 5 and sometimes 3 slips. We mark each signal's first phase.
    if (ours.lossOfLock & 2 != 0) != (theirs.lossOfLock >= 3) { note(.otherHalfCycle, place) }
    let isSlip = [1, 4, 5].contains(theirs.lossOfLock)
    if !isFirst && theirs.lossOfLock != 3 && (ours.lossOfLock & 1 != 0) != isSlip {
      note(.otherSlip, place)
    }
  }

  private mutating func note(_ difference: ConvbinDifference, _ place: String) {
    differences[difference, default: (0, place)].count += 1
  }
}
