/// The THRESHOLDS mailbox: the limits at which nINT reports a change, if MEAS_MODE enables it.
///
/// Source: ams CCS811 datasheet DS000459, "THRESHOLDS Register".
struct CCS811Thresholds {
  /// The limits between low and medium, and between medium and high, ppm.
  private(set) var limits: [Int] = [1500, 2500]
  /// The hysteresis: the distance beyond a limit at which a result changes the range, ppm.
  private(set) var hysteresis = 50
  /// The index of the present range: low, medium or high.
  private var range = 0

  /// The mailbox's five bytes.
  var bytes: [UInt8] {
    limits.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] }
      + [UInt8(hysteresis)]
  }

  /// Sets limits and hysteresis from the five bytes of a write.
  mutating func set(_ bytes: [UInt8]) {
    limits = [Int(bytes[0]) << 8 | Int(bytes[1]), Int(bytes[2]) << 8 | Int(bytes[3])]
    hysteresis = Int(bytes[4])
  }

  /// Takes a result and returns whether the range has changed.
  mutating func cross(_ eco2: Int) -> Bool {
    let before = range
    while range < limits.count, eco2 > limits[range] + hysteresis { range += 1 }
    while range > 0, eco2 < limits[range - 1] - hysteresis { range -= 1 }
    return range != before
  }
}
