/// The THRESHOLDS mailbox: where nINT tells of a change, if MEAS_MODE says so.
///
/// Source: ams CCS811 datasheet DS000459, "THRESHOLDS Register".
struct CCS811Thresholds {
  /// Between low and medium, and between medium and high, ppm.
  private(set) var limits: [Int] = [1500, 2500]
  /// The distance beyond a threshold at which a result counts, ppm.
  private(set) var hysteresis = 50
  /// In which of the three ranges the results have been.
  private var range = 0

  /// The mailbox's bytes.
  var bytes: [UInt8] {
    limits.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      + [UInt8(hysteresis)]
  }

  /// Takes the five bytes of a write.
  mutating func set(_ bytes: [UInt8]) {
    limits = [Int(bytes[0]) << 8 | Int(bytes[1]), Int(bytes[2]) << 8 | Int(bytes[3])]
    hysteresis = Int(bytes[4])
  }

  /// Takes a result, and tells whether it has come into another range.
  mutating func cross(_ eco2: Int) -> Bool {
    let before = range
    while range < limits.count, eco2 > limits[range] + hysteresis { range += 1 }
    while range > 0, eco2 < limits[range - 1] - hysteresis { range -= 1 }
    return range != before
  }
}
