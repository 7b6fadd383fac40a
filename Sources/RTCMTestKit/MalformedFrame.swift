public import RTCMParser

/// A valid frame, with correct length and CRC, whose message a decoder must reject.
public struct MalformedFrame: Hashable, Sendable {
  /// The frame's unique name, such as `1077-cut-to-12-bytes`.
  public let name: String
  /// The frame's bytes, from 0xD3 to the last byte of the CRC.
  public let frame: [UInt8]
  /// The error that a decoder must throw, with field and bit offset.
  public let error: RTCMDecodingError
}

extension TestVector {
  /// Returns the vector's message in malformed versions: cut in half, cut by one byte, and with too many
  /// cells.
  ///
  /// Only an MSM has the version with too many cells: its masks name more than 64. u-blox's message is
  /// complete as soon as its sub-type is, so a cut leaves it valid. A draft's layout cannot be told from a
  /// cut payload (`isDraft`), so a draft has no malformed versions.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` never: a framed payload can be framed again.
  public func malformed() throws(RTCMEncodingError) -> [MalformedFrame] {
    var frames: [MalformedFrame] = []
    if message.isDraft { return frames }
    for byteCount in [payload.count / 2, payload.count - 1] {
      guard let error = try error(payloadCutTo: byteCount) else { continue }
      let cut = try frame(payloadCutTo: byteCount)
      frames.append(
        MalformedFrame(name: "\(name)-cut-to-\(byteCount)-bytes", frame: cut, error: error))
    }
    if case .msm(let message) = message { frames.append(try tooManyCells(of: message.header)) }
    return frames
  }

  /// Returns a valid frame whose payload ends early, so that its message is incomplete.
  ///
  /// - Parameter byteCount: The number of bytes of ``payload`` to keep; a larger number keeps all of them.
  /// - Returns: The shorter frame.
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` never: a framed payload can be framed shorter.
  public func frame(payloadCutTo byteCount: Int) throws(RTCMEncodingError) -> [UInt8] {
    let cut = Array(payload.prefix(byteCount))
    return try RTCMFrame.encoding(payload: cut.span)
  }

  /// Returns the error that a decoder must throw for a payload that ends early.
  ///
  /// The error has the first incomplete field, the bit offset where the field begins, and the number of its
  /// bits left.
  ///
  /// - Parameter byteCount: The number of bytes of ``payload`` that are kept.
  /// - Returns: The error; `nil` when every field is complete.
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` never: a framed message has encodable fields.
  public func error(
    payloadCutTo byteCount: Int
  ) throws(RTCMEncodingError) -> RTCMDecodingError? {
    let bitCount = byteCount * 8
    let field = try message.wireFields().first { $0.endOffset > bitCount }
    return field.map { wire in
      RTCMDecodingError(
        .truncated(needed: wire.field.bitCount, available: bitCount - wire.bitOffset),
        field: wire.field.number == 0 ? nil : wire.field.number,
        fieldName: wire.field.number == 0 ? wire.field.name : nil, bitOffset: wire.bitOffset,
        messageType: byteCount < 2 ? nil : type)
    }
  }

  /// Returns a frame of the MSM with all 64 satellites and all 32 signals in its masks.
  private func tooManyCells(of header: MSMHeader) throws(RTCMEncodingError) -> MalformedFrame {
    // The offsets of DF394 and DF395 in the header of every MSM (RTCM 10403.3 table 3.5-78).
    let (start, end) = (73, 169)
    var payload = self.payload
    for bit in start..<end { payload[bit / 8] |= 0x80 >> UInt8(bit % 8) }
    return MalformedFrame(
      name: "\(name)-2048-cells", frame: try RTCMFrame.encoding(payload: payload.span),
      error: RTCMDecodingError(
        .tooManyCells(satellites: 64, signals: 32), field: 396, bitOffset: end,
        messageType: header.messageType))
  }
}
