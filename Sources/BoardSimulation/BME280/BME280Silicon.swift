/// The analogue side of a BME280: the raw converter values for the air.
///
/// A real part is measured at the factory, and its coefficients are chosen to compensate for the measured
/// errors. The model works the other way: it searches for the raw value that the datasheet's integer
/// compensation turns into the physical value.
struct BME280Silicon: Hashable, Sendable {
  let coefficients: BME280Coefficients

  /// Returns the raw temperature: 20 bits, of which `bits` are resolved.
  func rawTemperature(_ celsius: Double, bits: Int) -> UInt32 {
    let target = Int64((celsius.limited(to: -80...150) * 5120).rounded())
    return search(width: 20, resolved: bits) { fineTemperature(raw: $0) - target }
  }

  /// Returns the raw pressure that compensation turns into `pascals` at a fine temperature.
  func rawPressure(_ pascals: Double, fineTemperature: Int64, bits: Int) -> UInt32 {
    let target = Int64((pascals.limited(to: 0...200_000) * 256).rounded())
    return search(width: 20, resolved: bits) {
      target - pressure(raw: $0, fineTemperature: fineTemperature)
    }
  }

  /// Returns the raw humidity, 16 bits, that compensation turns into `percent` at a fine temperature.
  func rawHumidity(_ percent: Double, fineTemperature: Int64) -> UInt32 {
    let target = Int64((percent.limited(to: -10...120) * 1024).rounded())
    return search(width: 16, resolved: 16) {
      humidity(raw: $0, fineTemperature: fineTemperature) - target
    }
  }

  /// Returns the raw value whose error is nearest to zero, by binary search; `error` increases with the raw
  /// value.
  private func search(width: Int, resolved: Int, error: (Int64) -> Int64) -> UInt32 {
    let shift = Int64(width - resolved)
    var (low, high) = (Int64(0), Int64(1) << Int64(resolved) - 1)
    while low < high {
      let middle = (low + high) / 2
      if error(middle << shift) < 0 { low = middle + 1 } else { high = middle }
    }
    let below = max(low - 1, 0)
    let isNearerBelow = abs(error(below << shift)) < abs(error(low << shift))
    return avoidingSkipped((isNearerBelow ? below : low) << shift, width: width)
  }

  /// Returns a raw value that avoids the middle of the range, which means "not measured".
  private func avoidingSkipped(_ raw: Int64, width: Int) -> UInt32 {
    UInt32(raw == 1 << Int64(width - 1) ? raw + 1 : raw)
  }
}

extension BME280Silicon {
  // Integer compensation, BST-BME280-DS002 §4.2.3. Arithmetic wraps, because coefficients may have any value.
  // In Swift a shift binds tighter than a product, hence the parentheses around each product.

  /// Returns the temperature in 1/5120 °C.
  func fineTemperature(raw: Int64) -> Int64 {
    let c = coefficients
    let linear = (((raw >> 3) &- (c.t1 << 1)) &* c.t2) >> 11
    let offset = (raw >> 4) &- c.t1
    return linear &+ ((((offset &* offset) >> 12) &* c.t3) >> 14)
  }

  /// Returns the pressure in 1/256 Pa.
  func pressure(raw: Int64, fineTemperature: Int64) -> Int64 {
    let c = coefficients
    let t = fineTemperature &- 128_000
    let offset = (t &* t &* c.p6) &+ ((t &* c.p5) << 17) &+ (c.p4 << 35)
    let curve = ((t &* t &* c.p3) >> 8) &+ ((t &* c.p2) << 12)
    let slope = (((1 << 47) &+ curve) &* c.p1) >> 33
    guard slope > 0 else { return 0 }
    let linear = ((((1_048_576 &- raw) << 31) &- offset) &* 3125) / slope
    let square = (c.p9 &* (linear >> 13) &* (linear >> 13)) >> 25
    let gain = (c.p8 &* linear) >> 19
    return ((linear &+ square &+ gain) >> 8) &+ (c.p7 << 4)
  }

  /// Returns the humidity in 1/1024 %, without clamping, so that the search has a slope everywhere.
  func humidity(raw: Int64, fineTemperature: Int64) -> Int64 {
    let c = coefficients
    let t = fineTemperature &- 76_800
    let offset = ((raw << 14) &- (c.h4 << 20) &- (c.h5 &* t) &+ 16_384) >> 15
    let drift = ((((t &* c.h6) >> 10) &* (((t &* c.h3) >> 11) &+ 32_768)) >> 10) &+ 2_097_152
    let linear = offset &* (((drift &* c.h2) &+ 8192) >> 14)
    let curve = ((((linear >> 15) &* (linear >> 15)) >> 7) &* c.h1) >> 4
    return (linear &- curve) >> 12
  }
}
