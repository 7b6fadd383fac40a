/// A coder that goes along a message's fields in their order on the wire: a decoder, an encoder or a
/// describer.
///
/// A message lists its fields once, in ``FieldFamily/code(with:)``, for all three of them. A decoder sets
/// each value, the others read it; so a field that is there only sometimes depends on a value that was
/// coded before it.
public protocol FieldCoder: ~Escapable {
  /// The error of a value that cannot be read or written.
  associatedtype Failure: Error

  /// A field that holds a whole number, in steps of the field.
  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) throws(Failure)

  /// A field that holds a whole number, `nil` where it is not available.
  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
  ) throws(Failure)

  /// A field of one bit that says whether something is so.
  @_lifetime(self: copy self)
  mutating func flag(_ field: DataField, _ value: inout Bool) throws(Failure)

  /// A field that holds a quantity, in the field's unit.
  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double) throws(Failure)

  /// A field that holds a quantity, `nil` where it is not available.
  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double?) throws(Failure)

  /// A count of characters, then the characters, of as many bits each as their field has.
  @_lifetime(self: copy self)
  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) throws(Failure)

  /// Goes along the elements of a list; a decoder makes as many as the payload says there are.
  ///
  /// It makes no more than the payload has bits left, and one, whose first field is then missing.
  ///
  /// - Parameters:
  ///   - elements: The list. A decoder replaces it.
  ///   - count: How many a decoder makes.
  ///   - empty: What a decoder fills.
  ///   - body: Goes along the fields of one element, between ``beginGroup(_:satelliteID:)`` and
  ///     ``endGroup()``.
  /// - Throws: What a field of an element does.
  @_lifetime(self: copy self)
  mutating func list<Element>(
    _ elements: inout [Element], count: Int, of empty: @autoclosure () -> Element,
    _ body: (inout Element, inout Self) throws(Failure) -> Void
  ) throws(Failure)

  /// The fields up to the matching ``endGroup()`` belong to one of several like things.
  ///
  /// - Parameters:
  ///   - name: What it is one of, such as `satellite`; in JSON there is an array of them, `satellites`.
  ///   - satelliteID: Whose it is, where the fields do not say; `nil` where it is no satellite's.
  @_lifetime(self: copy self)
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?)

  /// Ends the group begun last.
  @_lifetime(self: copy self)
  mutating func endGroup()

  /// Reads or writes the bits behind the last field: they come back when the message is encoded again.
  @_lifetime(self: copy self)
  mutating func trailing(_ bits: inout TrailingBits) throws(Failure)
}

extension FieldCoder where Self: ~Escapable {
  /// A field that tells how many elements follow, then the elements.
  ///
  /// ```swift
  /// try coder.list(&satellites, count: .df006, of: Satellite(id: 0)) {
  ///   (satellite, coder) throws(Coder.Failure) in
  ///   coder.beginGroup("satellite", satelliteID: satellite.id)
  ///   try coder.integer(.df009, &satellite.id)
  ///   coder.endGroup()
  /// }
  /// ```
  /// - Throws: What a field of an element does.
  @inline(__always)
  @_lifetime(self: copy self)
  public mutating func list<Element>(
    _ elements: inout [Element], count field: DataField, of empty: @autoclosure () -> Element,
    _ body: (inout Element, inout Self) throws(Failure) -> Void
  ) throws(Failure) {
    var count = elements.count
    try integer(field, &count)
    try list(&elements, count: count, of: empty(), body)
  }
}
