extension FieldCoder where Self: ~Escapable {
  /// How many elements follow; a decoder then makes so many.
  ///
  /// Five bits at most, so that no count can ask for much memory.
  @_lifetime(self: copy self)
  mutating func count<Element>(
    _ field: DataField, of elements: inout [Element], repeating element: Element
  ) throws(Failure) {
    var count = elements.count
    try integer(field, &count)
    resize(&elements, to: count, repeating: element)
  }
}
