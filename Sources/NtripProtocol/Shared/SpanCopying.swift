extension [UInt8] {
  /// Appends the bytes of a span.
  mutating func append(contentsOf bytes: Span<UInt8>) {
    // Sound: the buffer is only read, and only while the span is borrowed.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}
