public import RTCMParser

/// A valid frame, its length and CRC right, whose message a decoder must refuse.
public struct MalformedFrame: Hashable, Sendable {
  /// A name unlike any other's, such as `1077-cut-to-12-bytes`.
  public let name: String
  /// The bytes, from 0xD3 to the last one of the CRC.
  public let frame: [UInt8]
  /// The message's fault, with its field and bit.
  public let error: RTCMDecodingError
}

extension TestVector {
  /// The vector's message spoilt in a few ways: cut in half, cut by a byte, and, where it is an MSM,
  /// with masks that name more than 64 cells.
  ///
  /// u-blox's message is whole when its sub-type is, so nothing can be wrong with it. A draft's layout
  /// cannot be told from a cut one (`isDraft`), so of such there is none.
  ///
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` never: what was framed can be framed again.
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

  /// A valid frame whose payload ends early, so that its message is not whole.
  ///
  /// - Parameter byteCount: How many bytes of ``payload`` are left; more than there are is all.
  /// - Returns: The shorter frame.
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` never: what was framed can be framed shorter.
  public func frame(payloadCutTo byteCount: Int) throws(RTCMEncodingError) -> [UInt8] {
    let cut = Array(payload.prefix(byteCount))
    return try RTCMFrame.encoding(payload: cut.span)
  }

  /// Returns the error a decoder must throw for a payload that ends early: the first field that is not whole,
  /// the bit where it begins, and the bits left of it.
  ///
  /// - Parameter byteCount: How many bytes of ``payload`` are left.
  /// - Returns: The error; `nil` when every field is whole.
  /// - Throws: ``/RTCMParser/RTCMEncodingError`` never: what was framed has fields.
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

  /// The MSM with all 64 satellites and all 32 signals in its masks.
  private func tooManyCells(of header: MSMHeader) throws(RTCMEncodingError) -> MalformedFrame {
    // DF394 and DF395 are where the header of every MSM has them (RTCM 10403.3 table 3.5-78).
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
