import RTCMStreams

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
