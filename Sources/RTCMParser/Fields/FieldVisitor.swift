/// A visitor that is shown a message field by field: text, JSON, comparison and documentation are made by
/// these.
///
/// The field's entry in the table turns the bits into a number and a value:
/// ```swift
/// struct Printer: FieldVisitor {
///   var text = ""
///   mutating func visit(_ field: DataField, bits: UInt64) {
///     text += "\(field.name) = \(field.value(of: bits), default: "n/a") \(field.unit.symbol)\n"
///   }
///   …
/// }
/// ```
public protocol FieldVisitor {
  /// A field that holds a number.
  ///
  /// `field.integer(of: bits)` is the raw number, `field.value(of: bits)` the value in `field.unit`,
  /// `nil` where the bits say "not available".
  mutating func visit(_ field: DataField, bits: UInt64)

  /// A field that holds characters; their count was visited before.
  mutating func visit(_ field: DataField, text: DescriptorText)

  /// Bits behind the last field; not called when there is nothing but padding.
  mutating func visit(trailing bits: TrailingBits)

  /// The payload of a message whose fields are not known; DF002 was visited before.
  mutating func visit(undecodedPayload payload: [UInt8])

  /// The fields up to the matching ``endGroup()`` belong to one of several like things, such as a
  /// satellite or a cell of an MSM.
  ///
  /// - Parameters:
  ///   - name: What it is one of, such as `satellite`, `cell` or `announcement`.
  ///   - satelliteID: Whose it is, as the message has it; `nil` where it is no satellite's.
  ///   - signalID: The signal of an MSM's cell, `1...32`; `nil` for anything else.
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?)

  /// Ends the group begun last.
  mutating func endGroup()
}
