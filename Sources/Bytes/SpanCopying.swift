extension [UInt8] {
  /// Creates an array with the bytes of a span.
  public init(_ bytes: Span<UInt8>) {
    self = []
    append(contentsOf: bytes)
  }

  /// Appends the bytes of a span.
  public mutating func append(contentsOf bytes: Span<UInt8>) {
    // Sound: the buffer is only read, and only while the span is borrowed.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
