/// A data field of the standard: its name, bit width, number format, scale and unit.
///
/// Decoder, encoder and describer all read this table entry, so that a width or a scale is written down once.
/// The standard's fields are static properties named after their numbers, such as ``df003``. Create a custom
/// field with ``init(number:name:kind:bitCount:stepsPerUnit:stepMultiple:base:unit:notAvailable:)``.
///
/// Source: RTCM 10403.3 §3.3 and §3.4.
public struct DataField: Hashable, Sendable {
  /// The binary format of a field's number.
  public enum Kind: Hashable, Sendable {
    /// An unsigned number: `uint` or `bit` in the standard.
    case unsigned
    /// A two's complement number: `int` in the standard.
    case signed
    /// A sign bit followed by the magnitude: `intS` in the standard. The format has a negative zero.
    case signMagnitude
  }

  /// The field's number in the standard, such as 25 for DF025; 0 for a field without one.
  public let number: UInt16
  /// The field's name: words joined by `_`.
  public let name: FixedText
  /// The binary format of the field's number.
  public let kind: Kind
  /// The field's width in bits, `0...64`.
  public let bitCount: Int
  /// The number of steps per unit.
  ///
  /// The count is the inverse of the resolution. 0.0001 has no exact binary form, so dividing by 10 000
  /// rounds only once.
  public let stepsPerUnit: Double
  /// The number of steps by which the value changes when the number changes by 1.
  ///
  /// The multiple is 1 except for a resolution such as 0.000000011°, which is 11 steps of a billionth of a
  /// degree.
  public let stepMultiple: Double
  /// The unit of the value.
  public let unit: FieldUnit
  /// The value of the number 0, in the field's unit.
  ///
  /// The base is 0 except for a field that holds the excess over a base value.
  public let base: Double
  /// The bit pattern that means "not available"; `nil` for a field without one.
  public let notAvailable: UInt64?
}

// The initializers are in an extension, so that the struct keeps its memberwise initializer, whose results
// are constants to the optimizer.
extension DataField {
  /// Creates an entry of the data field table.
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

  /// Creates a field that the standard does not define, or not yet.
  ///
  /// ```swift
  /// static let temperature = DataField(
  ///   name: "temperature", kind: .signed, bitCount: 12, stepsPerUnit: 10, unit: .celsius,
  ///   notAvailable: 0x800)
  /// ```
  /// - Parameters:
  ///   - number: The field's number in the standard, such as 25 for DF025; 0 for a field without one.
  ///   - name: The content of the field, as words joined by `_`. JSON uses the name as a key and appends the
  ///     unit.
  ///   - kind: The binary format of the field's number.
  ///   - bitCount: The field's width in bits, `1...64`; anything else traps.
  ///   - stepsPerUnit: The inverse of the resolution, such as 50 for 0.02 m; 0 traps.
  ///   - stepMultiple: The number of steps by which the value changes when the number changes by 1; 0 traps.
  ///   - base: The value of the number 0, in the field's unit.
  ///   - unit: The unit of the value; put a unit that is not listed into the name.
  ///   - notAvailable: The bit pattern that means "not available", or `nil`; a pattern wider than the field
  ///     traps.
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

  /// The field's number in the standard; `nil` for a field without one.
  var standardNumber: UInt16? { number == 0 ? nil : number }

  /// The field's name when it has no number in the standard; `nil` otherwise.
  var nameWithoutNumber: FixedText? { number == 0 ? name : nil }

  /// Returns a field's label as the standard writes it, such as `DF025`, or `IDF013` of IGS SSR for 20 013.
  public static func label(_ number: UInt16) -> String {
    if number > igsNumberBase { return "I" + label(number - igsNumberBase) }
    let digits = String(number)
    return "DF" + (number < 10 ? "00" : number < 100 ? "0" : "") + digits
  }
}

// MARK: Bits to numbers

extension DataField {
  /// Returns the number that the field's bits encode, in steps; a negative zero becomes 0.
  ///
  /// A 64-bit mask above `Int64.max` becomes a negative number; use the mask's bits instead.
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

  /// Returns a sign-magnitude number.
  ///
  /// The function is separate because few fields have a sign bit of their own.
  @inline(never)
  private static func signMagnitude(_ bits: UInt64, signBit: UInt64) -> Int64 {
    let magnitude = Int64(bits & (signBit - 1))
    return bits & signBit == 0 ? magnitude : -magnitude
  }

  /// Returns the value that the field's bits encode, in the field's unit; `nil` means "not available".
  @inline(__always)
  public func value(of bits: UInt64) -> Double? {
    bits == notAvailable ? nil : quantity(of: bits)
  }

  /// Returns the value that the field's bits encode, even if they are the "not available" pattern.
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

  /// Returns the value that the field's number stands for, in the field's unit.
  ///
  /// The product and the sum are integers, so that only the division rounds.
  @inline(always)
  private func quantity(ofNumber number: Double) -> Double {
    (number * stepMultiple + baseSteps) / stepsPerUnit
  }

  /// The base value in steps.
  @inline(always)
  private var baseSteps: Double { (base * stepsPerUnit).rounded() }

  /// Returns the lowest `bitCount` bits of a number.
  @inline(always)
  func lowest(of bits: UInt64) -> UInt64 { bits & allBits }

  /// A mask with the lowest `bitCount` bits set.
  @inline(always)
  private var allBits: UInt64 { bitCount == 0 ? 0 : signBit &- 1 &+ signBit }

  /// A mask with the field's highest bit set.
  @inline(always)
  var signBit: UInt64 {
    bitCount == 0 ? 1 : 1 &<< UInt64(truncatingIfNeeded: bitCount &- 1)
  }
}

// MARK: Numbers to bits

extension DataField {
  /// The least and the greatest number that the field can hold, in steps.
  ///
  /// The limits exclude a "not available" pattern at an end of the range.
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

  /// Whether the field can hold a number of steps.
  ///
  /// A 64-bit number above `Int64.max` is passed as negative.
  @inline(always)
  func hasRoom(for number: Int64) -> Bool {
    let (minimum, maximum) = limits
    let lowest = UInt64(bitPattern: minimum)
    return UInt64(bitPattern: number) &- lowest <= maximum &- lowest
      && (limitsLeaveOutNotAvailable || nearestBits(to: number) != notAvailable)
  }

  /// Whether the limits already exclude the "not available" pattern.
  @inline(always)
  private var limitsLeaveOutNotAvailable: Bool {
    guard let notAvailable else { return true }
    return kind == .unsigned
      ? notAvailable == 0 || notAvailable == allBits : kind == .signed && notAvailable == signBit
  }

  /// Returns the bits of an integer number of steps.
  ///
  /// - Throws: ``RTCMEncodingError`` when the integer does not fit the field, or its bits are the "not
  ///   available" pattern.
  @inline(__always)
  public func bits(ofInteger value: some BinaryInteger) throws(RTCMEncodingError) -> UInt64 {
    let number = Int64(truncatingIfNeeded: value)
    if number == value, let bits = bitsThatFit(number) { return bits }
    return try checkedBits(ofInteger: value)
  }

  /// Returns the bits of a number when they decode to the same number; `nil` otherwise, also for some numbers
  /// that would fit.
  @inline(always)
  private func bitsThatFit(_ number: Int64) -> UInt64? {
    let bits = nearestBits(to: number)
    return integer(of: bits) == number && bits != notAvailable ? bits : nil
  }

  /// Returns the bits of any integer, after checking its range and the "not available" pattern.
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

  /// Returns the bits of an optional integer, in steps; `nil` becomes the "not available" pattern.
  @inline(always)
  func bits(ofInteger value: (some BinaryInteger)?) throws(RTCMEncodingError) -> UInt64 {
    if let value { return try bits(ofInteger: value) }
    guard let notAvailable else { throw RTCMEncodingError(.notAvailable, of: self) }
    return notAvailable
  }

  /// Returns the bits of a value in the field's unit, rounded to the nearest step.
  ///
  /// - Throws: ``RTCMEncodingError`` when the value does not fit, or is `nil` and the field has no "not
  ///   available" pattern.
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

  /// Returns the bits of a number that fits the field, and arbitrary bits of the field for any other number.
  @inline(always)
  func nearestBits(to number: Int64) -> UInt64 {
    if kind == .signMagnitude {
      return (number < 0 ? signBit : 0) | number.magnitude & (signBit &- 1)
    }
    return UInt64(bitPattern: number) & allBits
  }

  /// Returns the number of steps nearest to a value in the field's unit; `nil` for a value too large for any
  /// field.
  @inline(always)
  func nearestNumber(to value: Double) -> Int64? {
    let exact = steps(of: value)
    // A magnitude of 2^62 or more fits no field that holds a quantity, and might not fit into Int64.
    return exact.magnitude < 0x1p62 ? Self.nearestInteger(to: exact) : nil
  }

  /// Returns a value in steps, not rounded.
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
