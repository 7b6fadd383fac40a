/// A drift in two-hour slots, whose rate changes its sign every sixteen weeks.
///
/// An inclination or a clock with such a drift stays within bounds at any date. The next change of sign
/// begins week 2432, in August 2026. At a change, the data before and after agree for one instant only;
/// at any other time they agree for as long as both are in use.
///
/// Rates are in units of 2⁻³⁶ a second, which add up to whole steps of 2⁻³¹ in two hours.
struct AlternatingDrift: Hashable, Sendable {
  /// The sign of the rate, 1 or -1.
  let sign: Int
  private let slotOfPeriod: Int
  /// The drift at a rate of one in twice the time from a slot's beginning to its reference time.
  ///
  /// At a change of sign, the way up ends later, and the way down starts earlier, than the nearest
  /// reference time.
  private let stepInTwiceReferenceTime: Int

  /// Creates the drift up to the reference time of a slot since 1980.
  ///
  /// - Parameters:
  ///   - slot: The slot.
  ///   - referenceTime: The reference time within the slot, seconds, a multiple of 16.
  init(slot: Int, referenceTime: Int) {
    stepInTwiceReferenceTime = referenceTime / 16
    sign = slot / Self.slotsPerPeriod % 2 == 0 ? 1 : -1
    slotOfPeriod = slot % Self.slotsPerPeriod
  }

  /// Returns the drift at a rate since the first slot's reference time, in steps of 2⁻³¹.
  func steps(rate: Int) -> Int {
    guard sign == -1 else { return rate * Self.stepPerRate * slotOfPeriod }
    let slotsBack = Self.slotsPerPeriod - slotOfPeriod
    return rate * (Self.stepPerRate * slotsBack - stepInTwiceReferenceTime)
  }

  /// The drift at a rate of one in two hours: 7200 s · 2⁻³⁶ / 2⁻³¹.
  static var stepPerRate: Int { 225 }

  /// The slots of sixteen weeks.
  private static var slotsPerPeriod: Int { 16 * 84 }
}
