internal import Mathematics

/// The baseline of a CCS811: the resistance that its firmware takes for clean air.
///
/// After power-on the part takes the first air that it measures for clean air. It follows cleaner air within
/// minutes. In worse air the baseline decays over days, so permanent pollution counts as clean in the end. A
/// written baseline replaces the value from which both processes continue. The behaviour during the run-in is
/// the project's own assumption. BASELINE must be neither saved nor restored in the first 20 minutes
/// (datasheet v1-00, p. 9).
///
/// Resistances are those of a settled layer, at 25 °C and 50 %RH, ohms.
struct CCS811Baseline {
  /// The origin of the baseline.
  enum Origin: String {
    case factory, learnt, restored
  }

  private(set) var origin = Origin.factory
  private(set) var resistance = CCS811Silicon.cleanAirResistance
  /// The value written to the mailbox, until the next measurement updates the baseline.
  private var written: UInt16?

  /// The resistance of one step of the mailbox, ohms; drivers treat the mailbox's value as opaque.
  private static let step = 2.0
  /// The time constant towards cleaner air, seconds.
  private static let rise = 60.0
  /// The time constant of the decay in worse air, seconds.
  private static let fall = 86_400.0
  /// The run-in time after the start of measuring; the mailbox is valid only after it.
  static let conditioning = Duration.seconds(1200)

  /// Updates the baseline with a measurement, `seconds` after the previous one.
  mutating func learn(_ settled: Double, after seconds: Double) {
    written = nil
    guard origin != .factory else {
      (origin, resistance) = (.learnt, settled)
      return
    }
    let time = settled > resistance ? Self.rise : Self.fall
    resistance += (settled - resistance) * (1 - Math.exponential(-seconds / time))
  }

  /// Returns the mailbox's value after a heating time.
  ///
  /// During the run-in the value is that of the unsettled layer and useless later. A written value is read
  /// back unchanged.
  func register(heated: Duration) -> UInt16 {
    let steps = resistance * Self.unsettled(heated) / Self.step
    return written ?? UInt16(steps.rounded().limited(to: 0...65_535))
  }

  /// Sets the baseline from a write to the mailbox.
  mutating func write(_ value: UInt16, heated: Duration) {
    (origin, written) = (.restored, value)
    resistance = Self.step * Double(max(value, 1)) / Self.unsettled(heated)
  }

  private static func unsettled(_ heated: Duration) -> Double {
    heated < conditioning ? CCS811Silicon.runIn(heated: heated.inSeconds) : 1
  }
}
