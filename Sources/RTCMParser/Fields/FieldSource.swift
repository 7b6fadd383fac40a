/// A source that is asked for a message field by field: JSON and other forms of a message are read by these.
///
/// The mirror of ``FieldVisitor``: ``RTCMMessage/init(from:)`` asks a source for what
/// ``RTCMMessage/describe(to:)`` shows to a visitor, in the same order and the same groups. It may ask
/// a copy first, to see what comes.
public protocol FieldSource {
  /// The error of a source that cannot give a value.
  associatedtype Failure: Error

  /// The payload of a message that the source has whole; `nil` where it has fields.
  ///
  /// Asked for first, and once.
  mutating func payload() throws(Failure) -> [UInt8]?

  /// The bits of a field that holds a number, those that say "not available" included.
  ///
  /// Bits above the field's ``DataField/bitCount`` are ignored.
  mutating func bits(of field: DataField) throws(Failure) -> UInt64

  /// Sets the characters of a text, not more than the bits of `count` can say.
  mutating func read(
    _ text: inout DescriptorText, of field: DataField, count: DataField
  ) throws(Failure)

  /// The bits behind the last field, filled up to whole bytes with zeros; empty for none.
  mutating func trailingBytes() throws(Failure) -> [UInt8]

  /// The fields up to the matching ``endGroup()`` belong to one of several like things.
  ///
  /// A source that has no such thing fails when it is asked for a field of it.
  ///
  /// - Parameters:
  ///   - name: What it is one of, such as `satellite`.
  ///   - satelliteID: Whose it is, of an MSM; `nil` where that is not known before its fields.
  ///   - signalID: The signal of an MSM's cell, `1...32`; `nil` for anything else.
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?)

  /// Ends the group begun last.
  mutating func endGroup()

  /// The failure of fields that make no message, such as those of a type that is not known.
  func failure(_ error: RTCMEncodingError) -> Failure
}
