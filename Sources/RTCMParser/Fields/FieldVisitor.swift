/// A visitor of a message's fields, for text, JSON, comparison and documentation.
///
/// The data field's table entry turns the bits into a number and a value:
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
  /// Visits a field that holds a number.
  ///
  /// `field.integer(of: bits)` is the raw number. `field.value(of: bits)` is the value in `field.unit`, or
  /// `nil` when the bits mean "not available".
  mutating func visit(_ field: DataField, bits: UInt64)

  /// Visits a field that holds characters; the character count was visited before.
  mutating func visit(_ field: DataField, text: DescriptorText)

  /// Visits the bits after the last field; not called when there is only padding.
  mutating func visit(trailing bits: TrailingBits)

  /// Visits the payload of a message whose fields are unknown; DF002 was visited before.
  mutating func visit(undecodedPayload payload: [UInt8])

  /// Begins a group: the fields up to the matching ``endGroup()`` belong to one element of a list, such as a
  /// satellite or a cell of an MSM.
  ///
  /// - Parameters:
  ///   - name: The element's name, such as `satellite`, `cell` or `announcement`.
  ///   - satelliteID: The ID of the element's satellite as the message encodes it; `nil` for an element
  ///     without a satellite.
  ///   - signalID: The signal ID of an MSM's cell, `1...32`; `nil` for any other element.
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?)

  /// Ends the group that was begun last.
  mutating func endGroup()
}
