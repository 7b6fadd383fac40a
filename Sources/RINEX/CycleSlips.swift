import RTCMStreams

/// Tells from lock times where the phase of a signal does not go on.
struct CycleSlips: Sendable {
  private struct Signal: Hashable {
    var constellation: Constellation
    var satelliteNumber: Int
    var code: RINEXSignalCode?
  }

  private struct Lock {
    var milliseconds: Int
    /// Whether there was a slip that no phase has been written with.
    var hasSlipped: Bool
  }

  private var locks: [Signal: Lock] = [:]

  /// The loss of lock indicator of an observation, in the order of time.
  ///
  /// Bit 0 is a slip since the signal's last phase: the lock time went down, or stayed at zero, or this
  /// is the first one. Bit 1 is a half-cycle ambiguity.
  mutating func lossOfLock(of observation: SignalObservation) -> Int {
    let signal = Signal(
      constellation: observation.constellation, satelliteNumber: observation.satelliteNumber,
      code: observation.code)
    var lock = locks[signal] ?? Lock(milliseconds: 0, hasSlipped: true)
    if let milliseconds = observation.minimumLockTimeMilliseconds {
      if milliseconds < lock.milliseconds || milliseconds == 0 && lock.milliseconds == 0 {
        lock.hasSlipped = true
      }
      lock.milliseconds = milliseconds
    }
    let slip = lock.hasSlipped ? 1 : 0
    if observation.phase != nil { lock.hasSlipped = false }
    locks[signal] = lock
    return slip + (observation.hasHalfCycleAmbiguity ? 2 : 0)
  }
}
