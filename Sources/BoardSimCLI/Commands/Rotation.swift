internal import GNSSBasics

/// The rule for starting another file of a recording: `1h`, `30m`, `90s`, `2d`, or `100M`, `64k`, `1G`.
enum Rotation: OptionValue, Equatable {
  /// At each multiple of a number of seconds since 1970; hours and days are those of UTC.
  case seconds(Int64)
  /// Before a file exceeds a number of bytes.
  case bytes(Int)

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let units: [Character: Int64] = [
      "s": 1, "m": 60, "h": 3600, "d": 86_400, "k": 1000, "M": 1_000_000, "G": 1_000_000_000,
    ]
    guard let unit = text.last, let factor = units[unit], let count = Int64(text.dropLast()),
      count > 0, count <= 1_000_000
    else {
      throw UsageError(
        message: "\(parameter) must be a time as 30s, 15m, 1h or 1d, or a size as 64k, 100M or 1G, "
          + "not '\(text)'")
    }
    self = "smhd".contains(unit) ? .seconds(count * factor) : .bytes(Int(count * factor))
  }

  /// Returns the number of the time interval that contains an instant; 0 for rotation by size.
  func stretch(of time: UnixTime) -> Int64 {
    guard case .seconds(let length) = self else { return 0 }
    return time.nanoseconds / 1_000_000_000 / length
  }
}
