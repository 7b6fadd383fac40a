/// The settings of a VEML7700.
///
/// Source: Vishay VEML7700 datasheet, document 84286, tables of registers 0 to 3; application note,
/// document 84323, for the step of the result and the refresh times.
struct VEML7700Settings {
  var configuration: UInt16 = 0x0001
  var highThreshold: UInt16 = 0
  var lowThreshold: UInt16 = 0
  var powerSaving: UInt16 = 0

  var isShutDown: Bool { configuration & 1 != 0 }
  var looksForThresholds: Bool { configuration & 2 != 0 }
  /// The number of consecutive results that set a flag.
  var persistence: Int { 1 << Int(configuration >> 4 & 3) }

  /// The gain in eighths.
  private var gainEighths: Int { [8, 16, 1, 2][Int(configuration >> 11 & 3)] }

  /// The integration time, ms; `nil` for a reserved code.
  private var milliseconds: Int? {
    switch configuration >> 6 & 15 {
    case 0b1100: 25
    case 0b1000: 50
    case 0b0000: 100
    case 0b0001: 200
    case 0b0010: 400
    case 0b0011: 800
    default: nil
    }
  }

  /// Whether no reserved bit or code is set.
  var isValid: Bool { configuration & 0b1110_0100_0000_1100 == 0 && milliseconds != nil }

  /// The integration time; a reserved code counts as 100 ms, the project's own assumption.
  var integrationTime: Duration { .milliseconds(milliseconds ?? 100) }

  /// The step of the result, lx: 0.0042 at gain 2 and 800 ms, inversely proportional to both.
  var luxPerCount: Double {
    0.0042 * Double(16 * 800) / Double(gainEighths * (milliseconds ?? 100))
  }

  /// The time between two results; power saving adds 0.5, 1, 2 or 4 s.
  var period: Duration {
    guard powerSaving & 1 != 0 else { return integrationTime }
    return integrationTime + .milliseconds(500 << Int(powerSaving >> 1 & 3))
  }

  /// The settings as text: `gain 1/8, 100 ms`.
  var text: String {
    let gain = ["1", "2", "1/8", "1/4"][Int(configuration >> 11 & 3)]
    let time = milliseconds.map { "\($0) ms" } ?? "reserved time"
    return "gain \(gain), \(time)\(isShutDown ? ", shut down" : "")"
  }
}
