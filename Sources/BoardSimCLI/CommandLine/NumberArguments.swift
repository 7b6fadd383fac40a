internal import TextOutput

/// A number above zero, with its text as typed.
struct PositiveArgument: OptionValue {
  let value: Double
  let text: String

  init(_ value: Double, typedAs text: String) { (self.value, self.text) = (value, text) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let value = Double(text), value.isFinite, value > 0 else {
      throw UsageError(message: "\(parameter) must be a number above 0, not '\(text)'")
    }
    self.init(value, typedAs: text)
  }
}

extension Double {
  /// Reads a length in metres within a range.
  init(
    metres text: String, in range: ClosedRange<Double>, of parameter: String
  ) throws(UsageError) {
    guard let metres = Double(text), range.contains(metres) else {
      let (least, most) = (range.lowerBound.formatted, range.upperBound.formatted)
      throw UsageError(
        message: "\(parameter) must be metres from \(least) to \(most), not '\(text)'")
    }
    self = metres
  }

  private var formatted: String { PlainText.number(self, decimals: self == rounded() ? 0 : 1) }
}

/// A whole number above zero.
struct CountArgument: OptionValue {
  let value: Int

  init(_ value: Int) { self.value = value }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let value = Int(text), value > 0 else {
      throw UsageError(message: "\(parameter) must be a whole number above 0, not '\(text)'")
    }
    self.value = value
  }
}

/// An RTCM message type (DF002), 0 to 4095.
struct MessageTypeArgument: OptionValue {
  let type: UInt16

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let type = UInt16(text), type <= 4095 else {
      throw UsageError(
        message: "\(parameter) must be a message type such as 1077, from 0 to 4095, not '\(text)'"
          + Self.hint(to: text))
    }
    self.type = type
  }

  /// Returns a hint for a sub-type such as `4072.0` or `4076-21`, as `rtcm types` writes it; otherwise
  /// empty.
  private static func hint(to text: String) -> String {
    let parts = text.split(whereSeparator: { ".-_".contains($0) })
    guard parts.count == 2, let type = UInt16(parts[0]), UInt16(parts[1]) != nil, type <= 4095
    else { return "" }
    return "; sub-types are not told apart here, give \(type) for all of them"
  }
}

/// The ID of a reference station (DF003), 0 to 4095.
struct StationIDArgument: OptionValue {
  let id: UInt16

  init(_ id: UInt16) { self.id = id }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let id = UInt16(text), id <= 4095 else {
      throw UsageError(message: "\(parameter) must be a number from 0 to 4095, not '\(text)'")
    }
    self.id = id
  }
}
