package import RTCMStreams

/// The lock of a signal at the end of a file, from which the next file of the same stream goes on.
package struct SignalLock: Hashable, Sendable {
  /// The satellite that sends the signal.
  package var satellite: SatelliteID
  /// The signal's code.
  package var code: RINEXSignalCode
  /// The last lock time, milliseconds.
  package var milliseconds: Int
  /// Whether the signal slipped after the last phase that was written.
  package var hasSlipped: Bool

  /// Creates the lock of a signal.
  package init(
    _ satellite: SatelliteID, _ code: RINEXSignalCode, milliseconds: Int, hasSlipped: Bool
  ) {
    (self.satellite, self.code) = (satellite, code)
    (self.milliseconds, self.hasSlipped) = (milliseconds, hasSlipped)
  }
}

/// A detector of cycle slips: it finds breaks in a signal's phase from the lock times.
struct CycleSlips: Sendable {
  private struct Lock {
    var milliseconds = 0
    /// Whether the signal slipped after the last phase that was written.
    var hasSlipped: Bool
  }

  /// The lock state of each signal, sorted by system, satellite and signal.
  private var locks: [Lock]
  /// The index of a system's first lock, and the number of locks of each of its satellites.
  private let systems: [(start: Int, signals: Int)]

  /// Creates the state before the first observation.
  ///
  /// - Parameters:
  ///   - types: The observation types of each system.
  ///   - marksFirstPhases: Whether the first phase of a signal counts as a slip.
  init(of types: [ObservationTypes], marksFirstPhases: Bool) {
    var (start, systems) = (0, [(start: Int, signals: Int)]())
    for type in types {
      systems.append((start, type.signals.count))
      start += type.signals.count * (SignalObservation.largestRINEXNumber + 1)
    }
    self.systems = systems
    locks = [Lock](repeating: Lock(hasSlipped: marksFirstPhases), count: start)
  }

  /// Sets the locks with which an earlier file of the stream ended; locks of other signals are ignored.
  mutating func restore(_ locks: [SignalLock], types: [ObservationTypes]) {
    for lock in locks {
      let system = Int(lock.satellite.constellation.rawValue)
      guard (0...SignalObservation.largestRINEXNumber).contains(lock.satellite.number),
        let signal = types[system].signals.firstIndex(where: { $0.code == lock.code })
      else { continue }
      let place = systems[system].start + lock.satellite.number * systems[system].signals + signal
      self.locks[place] = Lock(milliseconds: lock.milliseconds, hasSlipped: lock.hasSlipped)
    }
  }

  /// Returns the locks of all signals that had one.
  ///
  /// - Parameter types: The observation types with which the state was created.
  /// - Returns: The locks, by system, satellite and signal.
  func locks(types: [ObservationTypes]) -> [SignalLock] {
    var told: [SignalLock] = []
    for constellation in Constellation.allCases {
      let system = systems[Int(constellation.rawValue)]
      let signals = types[Int(constellation.rawValue)].signals
      for number in 0...SignalObservation.largestRINEXNumber {
        for (signal, type) in signals.enumerated() {
          let lock = locks[system.start + number * system.signals + signal]
          if lock.milliseconds == 0 && lock.hasSlipped { continue }
          told.append(
            SignalLock(
              SatelliteID(constellation, number), type.code, milliseconds: lock.milliseconds,
              hasSlipped: lock.hasSlipped))
        }
      }
    }
    return told
  }

  /// Returns the loss of lock indicator of an observation; observations must come in order of time.
  ///
  /// Bit 0 is a slip since the signal's last phase: the lock time went down or stayed at zero, or the signal
  /// has had no phase before and first phases are marked. Bit 1 is a half-cycle ambiguity.
  ///
  /// - Parameters:
  ///   - observation: The observation.
  ///   - signal: The index of the observation's signal among the observation types of its system.
  /// - Returns: The indicator, `0...3`.
  mutating func lossOfLock(of observation: SignalObservation, signal: Int) -> Int {
    let system = systems[Int(observation.constellation.rawValue)]
    let index = system.start + observation.satelliteNumber * system.signals + signal
    var lock = locks[index]
    if let milliseconds = observation.minimumLockTimeMilliseconds {
      if milliseconds < lock.milliseconds || milliseconds == 0 && lock.milliseconds == 0 {
        lock.hasSlipped = true
      }
      lock.milliseconds = milliseconds
    }
    let slip = lock.hasSlipped ? 1 : 0
    if observation.phase != nil { lock.hasSlipped = false }
    locks[index] = lock
    return slip + (observation.hasHalfCycleAmbiguity ? 2 : 0)
  }
}
