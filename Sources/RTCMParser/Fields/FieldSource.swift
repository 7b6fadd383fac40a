/// A source of a message's fields, asked for one field at a time, such as JSON or another form of a message.
///
/// A source mirrors ``FieldVisitor``: ``RTCMMessage/init(from:)`` asks a source for the same fields, order
/// and groups that ``RTCMMessage/describe(to:)`` shows to a visitor. The initializer may first ask a copy of
/// the source, to look ahead.
public protocol FieldSource {
  /// The error thrown for a value that the source cannot provide.
  associatedtype Failure: Error

  /// Returns the payload when the source holds the message as one payload; `nil` when the source holds
  /// fields.
  ///
  /// Called first, and once.
  mutating func payload() throws(Failure) -> [UInt8]?

  /// Returns the bits of a field that holds a number, including a "not available" pattern.
  ///
  /// Bits above the field's ``DataField/bitCount`` are ignored.
  mutating func bits(of field: DataField) throws(Failure) -> UInt64

  /// Reads a text into `text`; its length must not exceed the maximum of the `count` field.
  mutating func read(
    _ text: inout DescriptorText, of field: DataField, count: DataField
  ) throws(Failure)

  /// Returns the bits after the last field, padded with zeros to whole bytes; empty when there are none.
  mutating func trailingBytes() throws(Failure) -> [UInt8]

  /// Begins a group: the fields up to the matching ``endGroup()`` belong to one element of a list.
  ///
  /// A source without that element fails when asked for one of its fields.
  ///
  /// - Parameters:
  ///   - name: The element's name, such as `satellite`.
  ///   - satelliteID: The ID of the element's satellite, for an MSM; `nil` when the ID is unknown before the
  ///     element's fields are read.
  ///   - signalID: The signal ID of an MSM's cell, `1...32`; `nil` for any other element.
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?)

  /// Ends the group that was begun last.
  mutating func endGroup()

  /// Returns the source's error for fields that do not form a message, such as those of an unknown type.
  func failure(_ error: RTCMEncodingError) -> Failure
}
