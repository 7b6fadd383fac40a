/// A data field: its width, its kind and what its number means.
///
/// Decoder, encoder and description of a message all read it, so that a width or a scale is written down
/// once. The standard's are here by their numbers, ``df003`` and so on; one of your own is made by
/// ``init(number:name:kind:bitCount:stepsPerUnit:stepMultiple:base:unit:notAvailable:)``.
///
/// Source: RTCM 10403.3 §3.3 and §3.4.
public struct DataField: Hashable, Sendable {
  /// The way a field's bits make a number.
  public enum Kind: Hashable, Sendable {
    /// `uint` or `bit`: not negative.
    case unsigned
    /// `int`: two's complement.
    case signed
    /// `intS`: a sign bit, then the magnitude; there is a negative zero.
    case signMagnitude
  }

  /// The number in the standard, such as 25 for DF025; 0 for a field that has none.
  public let number: UInt16
  /// The field's name, in words joined by `_`.
  public let name: FixedText
  /// The way the bits make a number.
  public let kind: Kind
  /// The number of bits, `0...64`.
  public let bitCount: Int
  /// Steps of the number per unit.
  ///
  /// The inverse of the resolution, because 0.0001 has no exact binary form: dividing rounds once.
  public let stepsPerUnit: Double
  /// By how many of those steps the value changes with the number: 1 but for a resolution such as
  /// 0.000000011°, which is 11 of a thousand million steps per degree.
  public let stepMultiple: Double
  /// The unit of the value.
  public let unit: FieldUnit
  /// The value of the number 0, in the unit: 0 but for a field that says by how much a value is above this
  /// one.
  public let base: Double
  /// The bits that say "not available", where the field has such a pattern.
  public let notAvailable: UInt64?
}

// The initializers stand apart from the struct, which so keeps the compiler's own: what that makes is a
// constant to the optimizer.
extension DataField {
  /// Creates an entry of the table.
  @inline(__always)
  init(
    _ number: UInt16, _ name: FixedText, _ kind: Kind, _ bitCount: Int,
    stepsPerUnit: Double = 1, stepMultiple: Double = 1, base: Double = 0,
    _ unit: FieldUnit = .none, notAvailable: UInt64? = nil
  ) {
    self.init(
      number: number, name: name, kind: kind, bitCount: bitCount, stepsPerUnit: stepsPerUnit,
      stepMultiple: stepMultiple, unit: unit, base: base, notAvailable: notAvailable)
  }

  /// Creates a field that the standard does not have, or not yet.
  ///
  /// ```swift
  /// static let temperature = DataField(
  ///   name: "temperature", kind: .signed, bitCount: 12, stepsPerUnit: 10, unit: .celsius,
  ///   notAvailable: 0x800)
  /// ```
  /// - Parameters:
  ///   - number: The number in the standard, such as 25 for DF025; 0 for a field that has none.
  ///   - name: What it holds, in words joined by `_`: a key in JSON, where the unit follows it.
  ///   - kind: How the bits make a number.
  ///   - bitCount: How many bits there are, `1...64`; anything else traps.
  ///   - stepsPerUnit: The inverse of the resolution: 50 for 0.02 m; not 0.
  ///   - stepMultiple: By how many of these steps the value changes with the number; not 0.
  ///   - base: What the number 0 stands for, in the unit.
  ///   - unit: The unit of the value; one that is not listed goes into the name.
  ///   - notAvailable: The bits that say "not available", where there is such a pattern; it traps when
  ///     the field is too narrow for them.
  public init(
    number: UInt16 = 0, name: FixedText, kind: Kind, bitCount: Int, stepsPerUnit: Double = 1,
    stepMultiple: Double = 1, base: Double = 0, unit: FieldUnit = .none, notAvailable: UInt64? = nil
  ) {
    precondition((1...64).contains(bitCount), "a field has 1...64 bits")
    precondition(stepsPerUnit != 0 && stepMultiple != 0, "a step of a field is not 0")
    precondition((notAvailable ?? 0) >> UInt64(bitCount) == 0, "\"not available\" fits its field")
    self.init(
      number, name, kind, bitCount, stepsPerUnit: stepsPerUnit, stepMultiple: stepMultiple,
      base: base, unit, notAvailable: notAvailable)
  }

  /// The number in the standard, `nil` for a field that has none.
  var standardNumber: UInt16? { number == 0 ? nil : number }

  /// The name of a field that has no number, `nil` for one that has.
  var nameWithoutNumber: FixedText? { number == 0 ? name : nil }

  /// A field's name as the standard writes it, `DF025`, or IGS SSR, `IDF013` for 20 013.
  public static func label(_ number: UInt16) -> String {
    if number > igsNumberBase { return "I" + label(number - igsNumberBase) }
    let digits = String(number)
    return "DF" + (number < 10 ? "00" : number < 100 ? "0" : "") + digits
  }
}

// MARK: Bits to numbers

extension DataField {
  /// The number that the field's bits stand for, in steps; a negative zero is 0.
  ///
  /// A 64-bit mask above `Int64.max` comes out negative; use its bits.
  @inline(__always)
  public func integer(of bits: UInt64) -> Int64 {
    switch kind {
    case .unsigned: Int64(bitPattern: bits)
    case .signed: signed(bits)
    case .signMagnitude: Self.signMagnitude(bits, signBit: signBit)
    }
  }

  @inline(always)
  private func signed(_ bits: UInt64) -> Int64 {
    let unused = Int64(truncatingIfNeeded: 64 &- bitCount)
    return (Int64(bitPattern: bits) &<< unused) &>> unused
  }

  /// Apart, because few fields have a sign of their own.
  @inline(never)
  private static func signMagnitude(_ bits: UInt64, signBit: UInt64) -> Int64 {
    let magnitude = Int64(bits & (signBit - 1))
    return bits & signBit == 0 ? magnitude : -magnitude
  }

  /// The value that the field's bits stand for, in its unit; `nil` is "not available".
  @inline(__always)
  public func value(of bits: UInt64) -> Double? {
    bits == notAvailable ? nil : quantity(of: bits)
  }

  /// The value that the field's bits stand for, also where they say "not available".
  @inline(always)
  func quantity(of bits: UInt64) -> Double {
    switch kind {
    case .unsigned: quantity(ofNumber: Double(bits))
    case .signed: quantity(ofNumber: Double(signed(bits)))
    case .signMagnitude:
      bits == signBit
        ? -0.0 : quantity(ofNumber: Double(Self.signMagnitude(bits, signBit: signBit)))
    }
  }

  /// The value of a number; products and sum are whole, so that only the division rounds.
  @inline(always)
  private func quantity(ofNumber number: Double) -> Double {
    (number * stepMultiple + baseSteps) / stepsPerUnit
  }

  /// The value of the number 0, in steps.
  @inline(always)
  private var baseSteps: Double { (base * stepsPerUnit).rounded() }

  /// As many of a number's lowest bits as the field has.
  @inline(always)
  func lowest(of bits: UInt64) -> UInt64 { bits & allBits }

  /// As many ones as there are bits.
  @inline(always)
  private var allBits: UInt64 { bitCount == 0 ? 0 : signBit &- 1 &+ signBit }

  /// The highest bit.
  @inline(always)
  var signBit: UInt64 {
    bitCount == 0 ? 1 : 1 &<< UInt64(truncatingIfNeeded: bitCount &- 1)
  }
}

// MARK: Numbers to bits

extension DataField {
  /// The least and the greatest number the field can hold, in steps, "not available" apart.
  @inline(always)
  private var limits: (minimum: Int64, maximum: UInt64) {
    let half = signBit
    switch kind {
    case .unsigned:
      return (notAvailable == 0 ? 1 : 0, notAvailable == allBits ? allBits - 1 : allBits)
    case .signed: return (Int64(bitPattern: ~(half - 1)) + (notAvailable == half ? 1 : 0), half - 1)
    case .signMagnitude: return (-Int64(half - 1), half - 1)
    }
  }

  /// Whether the field can hold a number, in steps; one of 64 bits is negative above `Int64.max`.
  @inline(always)
  func hasRoom(for number: Int64) -> Bool {
    let (minimum, maximum) = limits
    let lowest = UInt64(bitPattern: minimum)
    return UInt64(bitPattern: number) &- lowest <= maximum &- lowest
      && (limitsLeaveOutNotAvailable || nearestBits(to: number) != notAvailable)
  }

  /// Whether no number between the limits says "not available".
  @inline(always)
  private var limitsLeaveOutNotAvailable: Bool {
    guard let notAvailable else { return true }
    return kind == .unsigned
      ? notAvailable == 0 || notAvailable == allBits : kind == .signed && notAvailable == signBit
  }

  /// The bits of an integer, in steps.
  ///
  /// - Throws: ``RTCMEncodingError`` when the field is too narrow, or the bits would say "not
  ///   available".
  @inline(__always)
  public func bits(ofInteger value: some BinaryInteger) throws(RTCMEncodingError) -> UInt64 {
    let number = Int64(truncatingIfNeeded: value)
    if number == value, let bits = bitsThatFit(number) { return bits }
    return try checkedBits(ofInteger: value)
  }

  /// The bits of an integer for which they read the same; `nil` also for some that would fit.
  @inline(always)
  private func bitsThatFit(_ number: Int64) -> UInt64? {
    let bits = nearestBits(to: number)
    return integer(of: bits) == number && bits != notAvailable ? bits : nil
  }

  /// The same for all integers.
  @inline(never)
  private func checkedBits(
    ofInteger value: some BinaryInteger
  ) throws(RTCMEncodingError) -> UInt64 {
    let (minimum, maximum) = limits
    guard value >= minimum, value <= maximum else { throw outOfRange(Double(value)) }
    guard value < 0 else {
      let bits = UInt64(value)
      guard bits != notAvailable else {
        throw RTCMEncodingError(.meansNotAvailable(value: quantity(of: bits)), of: self)
      }
      return bits
    }
    return kind == .signed
      ? UInt64(truncatingIfNeeded: value) & allBits
      : signBit | UInt64(value.magnitude)
  }

  /// The bits of an integer, in steps, that may be "not available".
  @inline(always)
  func bits(ofInteger value: (some BinaryInteger)?) throws(RTCMEncodingError) -> UInt64 {
    if let value { return try bits(ofInteger: value) }
    guard let notAvailable else { throw RTCMEncodingError(.notAvailable, of: self) }
    return notAvailable
  }

  /// The bits of a value in the field's unit, rounded to the nearest step.
  ///
  /// - Throws: ``RTCMEncodingError`` when it does not fit, or is `nil` and the field has no pattern
  ///   for that.
  public func bits(of value: Double?) throws(RTCMEncodingError) -> UInt64 {
    guard let value else {
      guard let notAvailable else { throw RTCMEncodingError(.notAvailable, of: self) }
      return notAvailable
    }
    guard let number = nearestNumber(to: value) else { throw outOfRange(value) }
    if number == 0, kind == .signMagnitude { return value.sign == .minus ? signBit : 0 }
    if let bits = bitsThatFit(number) { return bits }
    do throws(RTCMEncodingError) { return try checkedBits(ofInteger: number) } catch {
      throw outOfRange(value)
    }
  }

  /// The bits of a number where it fits, others where it does not.
  @inline(always)
  func nearestBits(to number: Int64) -> UInt64 {
    if kind == .signMagnitude {
      return (number < 0 ? signBit : 0) | number.magnitude & (signBit &- 1)
    }
    return UInt64(bitPattern: number) & allBits
  }

  /// The number nearest to a value in the field's unit; `nil` for one that fits no field.
  @inline(always)
  func nearestNumber(to value: Double) -> Int64? {
    let exact = steps(of: value)
    // 2^62 and more fits no field that holds a quantity, and would not fit into Int64 for sure.
    return exact.magnitude < 0x1p62 ? Self.nearestInteger(to: exact) : nil
  }

  /// A value in steps, not rounded.
  @inline(always)
  private func steps(of value: Double) -> Double {
    base == 0 && stepMultiple == 1
      ? value * stepsPerUnit : (value * stepsPerUnit - baseSteps) / stepMultiple
  }

  /// Returns the result of `rounded()`, without a call into the C library.
  @inline(always)
  private static func nearestInteger(to value: Double) -> Int64 {
    let whole = Int64(value)
    let rest = value - Double(whole)
    return rest >= 0.5 ? whole + 1 : rest <= -0.5 ? whole - 1 : whole
  }

  private func outOfRange(_ value: Double) -> RTCMEncodingError {
    let (minimum, maximum) = limits
    return RTCMEncodingError(
      .outOfRange(
        value: value, minimum: quantity(ofNumber: Double(minimum)),
        maximum: quantity(ofNumber: Double(maximum))),
      of: self)
  }
}
