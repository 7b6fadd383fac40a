internal import RTCMParser
internal import RTCMText

extension DataField {
  /// The field's name in an error, such as `DF025`; `nil` for a field without a number.
  var label: String? { number == 0 ? nil : DataField.label(number) }

  /// Returns the bits of an integer on the wire, which may be the one that means "not available".
  func bits(ofRaw value: JSONValue) throws(JSONMessageError.Reason) -> UInt64 {
    switch value {
    case .flag(let flag) where bitCount == 1: return flag ? 1 : 0
    case .large(let number) where kind == .unsigned && number <= rawMaximum: return number
    case .number(let number) where number == number.rounded():
      guard let bits = bits(ofWhole: number) else { throw outOfRange(value.kind) }
      return bits
    case .large: throw outOfRange(value.kind)
    default: throw .wrongKind(found: value.kind, wanted: "a whole number")
    }
  }

  /// Returns the bits of a value in the field's unit, rounded to the nearest step; `null` is "not available".
  func bits(ofValue value: JSONValue) throws(JSONMessageError.Reason) -> UInt64 {
    switch value {
    case .null:
      guard let notAvailable else {
        throw .wrongKind(found: "null", wanted: "a number, as it is always available")
      }
      return notAvailable
    case _ where isPlain:
      let bits = try bits(ofRaw: value)
      if bits == notAvailable { throw .meansNotAvailable(found: value.kind) }
      return bits
    case .number(let number): return try bits(ofQuantity: number)
    case .large(let number): return try bits(ofQuantity: Double(number))
    default: throw .wrongKind(found: value.kind, wanted: "a number")
    }
  }

  private func bits(ofQuantity number: Double) throws(JSONMessageError.Reason) -> UInt64 {
    do throws(RTCMEncodingError) { return try bits(of: number) } catch {
      throw reason(error.reason, found: "\(number)")
    }
  }

  private func reason(
    _ reason: RTCMEncodingError.Reason, found: String
  ) -> JSONMessageError.Reason {
    switch reason {
    case .outOfRange(_, let minimum, let maximum):
      .outOfRange(found: found, limits: "\(minimum)...\(maximum)" + unitInWords)
    default: .meansNotAvailable(found: found)
    }
  }

  private func outOfRange(_ found: String) -> JSONMessageError.Reason {
    .outOfRange(found: found, limits: rawLimits)
  }

  /// The unit as text after a number: ` metres`.
  private var unitInWords: String {
    let name = "\(unit.name)".split(separator: "_").joined(separator: " ")
    return name.isEmpty ? "" : " \(name)"
  }

  /// The accepted forms of a value for the field.
  var remedy: String {
    if isPlain { return unit == .none ? "give \(rawLimits)" : "give it in\(unitInWords)" }
    let value = unit == .none ? "its value" : "it in\(unitInWords)"
    return
      "give \(value), or the integer on the wire as \(unit == .none ? "raw.\(name)" : "\(name)")"
  }
}

// MARK: Integers on the wire

extension DataField {
  /// The greatest integer that the field's bits can hold.
  private var rawMaximum: UInt64 {
    let count = kind == .unsigned ? bitCount : bitCount - 1
    return 1 << count &- 1  // all ones for 64
  }

  /// The least integer that a signed field's bits can hold.
  private var rawMinimum: Int64 {
    kind == .signed ? -Int64(rawMaximum) - 1 : -Int64(rawMaximum)
  }

  /// The range of integers that the field's bits can hold, as text.
  private var rawLimits: String {
    "\(kind == .unsigned ? "0" : "\(rawMinimum)")...\(rawMaximum)"
  }

  private func bits(ofWhole number: Double) -> UInt64? {
    guard number.magnitude <= 0x1p53 else { return nil }
    if number.sign == .minus && (number != 0 || kind == .signMagnitude) {
      guard kind != .unsigned, Int64(number) >= rawMinimum else { return nil }
      let signBit: UInt64 = 1 << UInt64(bitCount - 1)
      return kind == .signed
        ? UInt64(bitPattern: Int64(number)) & (signBit << 1 &- 1) : signBit | UInt64(-number)
    }
    let bits = UInt64(number.magnitude)
    return bits <= rawMaximum ? bits : nil
  }
}
