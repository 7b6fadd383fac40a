internal import Mathematics

/// Noise that can be evaluated at any place and time in any order.
///
/// A hash draws numbers at the points of a grid; values between are interpolated smoothly.
///
/// The mean is 0 and the standard deviation about 1. Values end at ±2, ±2.3 or ±2.7 in one, two or three
/// dimensions. Source: Lewis, "Algorithms for solid noise synthesis", SIGGRAPH 1989; the hash is SplitMix64's
/// finalizer.
struct ValueNoise {
  private let key: UInt64

  /// Creates the noise of one stream in the world with a seed.
  init(seed: UInt64, _ stream: Stream) {
    key = seed &* 0xA076_1D64_78BD_642F &+ stream.rawValue &* 0x9E37_79B9_7F4A_7C15
  }

  /// The purpose of a noise stream; streams are independent of each other.
  enum Stream: UInt64 {
    case warmth = 1, breeze, gust, moisture, damp, pressure, trough, puff
    case cloud, cumulus, front, wind, region, streets, town, dustiness
    case exhaust, smoke, kitchens, district, flicker
  }

  /// Returns the noise at a point of a line; grid points are 1 apart.
  func value(_ x: Double) -> Double {
    let (cell, s) = Self.split(x)
    return 2.01 * Self.between(draw(key, cell), draw(key, cell &+ 1), s)
  }

  /// Returns the noise at a point of a plane; grid points are 1 apart.
  func value(_ x: Double, _ y: Double) -> Double {
    let ((column, s), (row, t)) = (Self.split(x), Self.split(y))
    return 2.33 * plane(key, column, row, s, t)
  }

  /// Returns the noise at a point of space, or of a plane and a time; grid points are 1 apart.
  func value(_ x: Double, _ y: Double, _ z: Double) -> Double {
    let ((column, s), (row, t), (layer, u)) = (Self.split(x), Self.split(y), Self.split(z))
    return 2.71
      * Self.between(
        plane(hash(key, layer), column, row, s, t), plane(hash(key, layer &+ 1), column, row, s, t),
        u)
  }

  /// Returns three numbers in `0..<1` for a cell, the same on every call.
  func uniforms(_ cell: Int64) -> (Double, Double, Double) {
    let bits = hash(key, cell)
    func number(_ shift: UInt64) -> Double { Double(bits >> shift & 0x1F_FFFF) * 0x1p-21 }
    return (number(0), number(21), number(42))
  }

  private func plane(
    _ key: UInt64, _ column: Int64, _ row: Int64, _ s: Double, _ t: Double
  ) -> Double {
    let (low, high) = (hash(key, row), hash(key, row &+ 1))
    return Self.between(
      Self.between(draw(low, column), draw(low, column &+ 1), s),
      Self.between(draw(high, column), draw(high, column &+ 1), s), t)
  }

  /// Returns the cell of a coordinate and the smoothed fraction (smoothstep) of the way through that cell, 0
  /// to 1.
  private static func split(_ x: Double) -> (cell: Int64, way: Double) {
    guard x.magnitude < 1e15 else { return (0, 0) }
    // Rounded down by hand: a call of `floor` would take as long as the rest of the function.
    let whole = Int64(x)
    let cell = Double(whole) > x ? whole - 1 : whole
    let part = x - Double(cell)
    return (cell, part * part * (3 - 2 * part))
  }

  private static func between(_ a: Double, _ b: Double, _ way: Double) -> Double {
    a + (b - a) * way
  }

  /// Returns a number in `-1..<1` for a key and a cell.
  private func draw(_ key: UInt64, _ cell: Int64) -> Double {
    Double(Int64(bitPattern: hash(key, cell)) >> 11) * 0x1p-52
  }

  private func hash(_ key: UInt64, _ cell: Int64) -> UInt64 {
    Self.mixed(key &+ UInt64(bitPattern: cell) &* 0xD6E8_FEB8_6659_FD93)
  }

  private static func mixed(_ value: UInt64) -> UInt64 {
    var z = value &+ 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
