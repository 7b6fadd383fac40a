import RTCMParser

extension FieldWriter {
  /// Visits the fields of a message.
  mutating func visit(_ message: some RTCMCodable) throws(RTCMEncodingError) {
    #if hasFeature(Embedded)
      var visitor = EitherVisitor(writer: self)
      defer { if let writer = visitor.writer { self = writer } }
      try message.describe(to: &visitor)
    #else
      try message.describe(to: &self)
    #endif
  }
}

extension FieldCollector {
  /// Visits the fields of a message.
  mutating func visit(_ message: some RTCMCodable) throws(RTCMEncodingError) {
    #if hasFeature(Embedded)
      var visitor = EitherVisitor(collector: self)
      defer { if let collector = visitor.collector { self = collector } }
      try message.describe(to: &visitor)
    #else
      try message.describe(to: &self)
    #endif
  }
}

#if hasFeature(Embedded)
  /// A visitor that is one of the two above.
  ///
  /// Embedded Swift compiles the fields of all messages for each type of visitor. With one type a module of
  /// WebAssembly is a fifth smaller.
  private struct EitherVisitor: FieldVisitor {
    var writer: FieldWriter?
    var collector: FieldCollector?

    @inline(never)
    mutating func visit(_ field: DataField, bits: UInt64) {
      writer?.visit(field, bits: bits)
      collector?.visit(field, bits: bits)
    }

    @inline(never)
    mutating func visit(_ field: DataField, text: DescriptorText) {
      writer?.visit(field, text: text)
      collector?.visit(field, text: text)
    }

    @inline(never)
    mutating func visit(trailing bits: TrailingBits) {
      writer?.visit(trailing: bits)
      collector?.visit(trailing: bits)
    }

    @inline(never)
    mutating func visit(undecodedPayload payload: [UInt8]) {
      writer?.visit(undecodedPayload: payload)
      collector?.visit(undecodedPayload: payload)
    }

    @inline(never)
    mutating func beginGroup(_ name: StaticString, satelliteID: UInt8?, signalID: UInt8?) {
      writer?.beginGroup(name, satelliteID: satelliteID, signalID: signalID)
      collector?.beginGroup(name, satelliteID: satelliteID, signalID: signalID)
    }

    @inline(never)
    mutating func endGroup() {
      writer?.endGroup()
      collector?.endGroup()
    }
  }
#endif
