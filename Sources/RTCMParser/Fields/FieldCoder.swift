/// A coder of a message's fields in wire order: a decoder, an encoder or a describer.
///
/// A message lists its fields once, in ``FieldFamily/code(with:)``, for all three kinds of coder. A decoder
/// sets each value; an encoder and a describer read it. A field that is present only sometimes therefore
/// depends on a value coded before that field.
public protocol FieldCoder: ~Escapable {
  /// The error thrown for a value that cannot be read or written.
  associatedtype Failure: Error

  /// Codes a field that holds an integer, in steps of the field.
  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value
  ) throws(Failure)

  /// Codes a field that holds an integer, in steps of the field; `nil` means "not available".
  @_lifetime(self: copy self)
  mutating func integer<Value: FixedWidthInteger>(
    _ field: DataField, _ value: inout Value?
  ) throws(Failure)

  /// Codes a one-bit field that holds a Boolean value.
  @_lifetime(self: copy self)
  mutating func flag(_ field: DataField, _ value: inout Bool) throws(Failure)

  /// Codes a field that holds a quantity, in the field's unit.
  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double) throws(Failure)

  /// Codes a field that holds a quantity, in the field's unit; `nil` means "not available".
  @_lifetime(self: copy self)
  mutating func quantity(_ field: DataField, _ value: inout Double?) throws(Failure)

  /// Codes a text: its character count, then its characters, each with the bit width of `characters`.
  @_lifetime(self: copy self)
  mutating func text(
    count: DataField, characters: DataField, _ value: inout DescriptorText
  ) throws(Failure)

  /// Codes the elements of a list; a decoder creates as many as the payload's count gives.
  ///
  /// A decoder creates at most one element more than the payload has bits left; the first field of that
  /// element is then reported as missing.
  ///
  /// - Parameters:
  ///   - elements: The list; a decoder replaces its elements.
  ///   - count: The number of elements that a decoder creates.
  ///   - empty: The element that a decoder starts from and fills.
  ///   - body: The function that codes the fields of one element, between ``beginGroup(_:satelliteID:)`` and
  ///     ``endGroup()``.
  /// - Throws: The error of an element's field.
  @_lifetime(self: copy self)
  mutating func list<Element>(
    _ elements: inout [Element], count: Int, of empty: @autoclosure () -> Element,
    _ body: (inout Element, inout Self) throws(Failure) -> Void
  ) throws(Failure)

  /// Begins a group: the fields up to the matching ``endGroup()`` belong to one element of a list.
  ///
  /// - Parameters:
  ///   - name: The element's name, such as `satellite`. JSON has an array of such elements, `satellites`.
  ///   - satelliteID: The ID of the element's satellite when no field holds the ID; `nil` for an element
  ///     without a satellite.
  @_lifetime(self: copy self)
  mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?)

  /// Ends the group that was begun last.
  @_lifetime(self: copy self)
  mutating func endGroup()

  /// Codes the bits after the last field, so that encoding reproduces them.
  @_lifetime(self: copy self)
  mutating func trailing(_ bits: inout TrailingBits) throws(Failure)
}

extension FieldCoder where Self: ~Escapable {
  /// Codes a list: the field with the number of elements, then the elements.
  ///
  /// ```swift
  /// try coder.list(&satellites, count: .df006, of: Satellite(id: 0)) {
  ///   (satellite, coder) throws(Coder.Failure) in
  ///   coder.beginGroup("satellite", satelliteID: satellite.id)
  ///   try coder.integer(.df009, &satellite.id)
  ///   coder.endGroup()
  /// }
  /// ```
  /// - Throws: The error of an element's field.
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
