internal import Mathematics

/// The resistance that the firmware of a CCS811 takes for clean air's.
///
/// A part that has been switched on knows nothing but the air that it then finds, and calls that
/// clean. Cleaner air it follows within minutes; in worse air it lets go of what it knew within days,
/// so that what has always been there counts as clean in the end. A baseline that is written is where
/// both go on from. What it does during the run-in is of our own making; that BASELINE may be neither
/// saved nor restored before 20 minutes have passed is the datasheet's (v1-00, p. 9).
///
/// Resistances are those of a settled layer, at 25 °C and 50 %RH, ohms.
struct CCS811Baseline {
  /// The origin of the value.
  enum Origin: String {
    case factory, learnt, restored
  }

  private(set) var origin = Origin.factory
  private(set) var resistance = CCS811Silicon.cleanAirResistance
  /// The value that was written, until a measurement goes on from it.
  private var written: UInt16?

  /// Ohms for each step of the mailbox; to everybody else its value is opaque.
  private static let step = 2.0
  /// Seconds in which it comes near cleaner air.
  private static let rise = 60.0
  /// Seconds in which it lets go of cleaner air.
  private static let fall = 86_400.0
  /// The time after the start of measuring from which the mailbox is of use.
  static let conditioning = Duration.seconds(1200)

  /// Learns from a measurement, so many seconds after the one before it.
  mutating func learn(_ settled: Double, after seconds: Double) {
    written = nil
    guard origin != .factory else {
      (origin, resistance) = (.learnt, settled)
      return
    }
    let time = settled > resistance ? Self.rise : Self.fall
    resistance += (settled - resistance) * (1 - Math.exponential(-seconds / time))
  }

  /// The mailbox's value, so long after the start of measuring.
  ///
  /// Before the end of the run-in it is one of the layer as it is then, good for nothing later. What was
  /// written is read back as it was.
  func register(heated: Duration) -> UInt16 {
    let steps = resistance * Self.unsettled(heated) / Self.step
    return written ?? UInt16(steps.rounded().limited(to: 0...65_535))
  }

  /// Takes what is written to the mailbox.
  mutating func write(_ value: UInt16, heated: Duration) {
    (origin, written) = (.restored, value)
    resistance = Self.step * Double(max(value, 1)) / Self.unsettled(heated)
  }

  private static func unsettled(_ heated: Duration) -> Double {
    heated < conditioning ? CCS811Silicon.runIn(heated: heated.inSeconds) : 1
  }
}
