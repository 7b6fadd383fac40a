extension RTCMFrame {
  /// A frame with its observations moved in time, and its CRC made anew.
  ///
  /// Moves the epoch of messages 1001–1004, 1009–1012 and of every MSM; week and GLONASS day wrap.
  ///
  /// - Parameters:
  ///   - frame: One whole frame, from 0xD3 to the CRC, which is not checked.
  ///   - shift: Milliseconds by which it is to be later, or earlier when negative.
  /// - Returns: The new frame, or `nil` when this is no frame of a type with an observation epoch.
  public static func redated(_ frame: Span<UInt8>, byMilliseconds shift: Int64) -> [UInt8]? {
    guard frame.count >= minimumLength, frame[0] == preamble,
      case .complete(let length) = Header(at: 0, in: frame), length == frame.count
    else { return nil }
    let payload = frame.extracting(headerLength..<(length - checkLength))
    guard let field = EpochField(in: payload) else { return nil }
    // Whole weeks change nothing, and what is left fits into any Int.
    let epoch = field.epoch.advanced(byMilliseconds: Int(shift % Int64(millisecondsPerWeek)))

    var redated: [UInt8] = []
    redated.reserveCapacity(length)
    for index in 0..<(length - checkLength) { redated.append(frame[index]) }
    field.write(epoch, to: &redated, at: headerLength * 8)
    appendCheck(to: &redated)
    return redated
  }
}

/// The epoch of an observation message, and where it stands.
struct EpochField {
  let epoch: MSMEpoch
  /// Where DF416 is, in those messages that have it.
  private var dayPosition: Int?
  /// Where the milliseconds are.
  private let position: Int
  private let field: DataField
  /// Where DF393 is, or DF005 in 1001–1004 and 1009–1012: whether more of the same epoch follows.
  var moreToFollowPosition: Int { position + field.bitCount }

  /// Finds the epoch behind message type and station ID; `nil` where there is none.
  init?(in payload: Span<UInt8>) {
    guard let type = RTCMFrame.messageType(ofPayload: payload),
      let constellation = Self.constellation(ofMessageType: type)
    else { return nil }
    field = MSMEpoch.field(of: constellation)
    var cursor = BitCursor(position: DataField.df002.bitCount + DataField.df003.bitCount)
    var day: UInt64? = 7  // GLONASS's "unknown"
    if constellation == .glonass && MSMType(messageType: type) != nil {
      dayPosition = cursor.position
      day = try? cursor.read(.df416, from: payload)
    }
    position = cursor.position
    guard let day, let milliseconds = try? cursor.read(field, from: payload) else { return nil }
    epoch = MSMEpoch(
      constellation: constellation, milliseconds: UInt32(milliseconds), glonassDayOfWeek: UInt8(day)
    )
  }

  private static func constellation(ofMessageType type: UInt16) -> Constellation? {
    switch type {
    case 1001...1004: .gps
    case 1009...1012: .glonass
    default: MSMType(messageType: type)?.constellation
    }
  }

  /// Writes another epoch, the payload beginning at a bit of `bytes`.
  func write(_ epoch: MSMEpoch, to bytes: inout [UInt8], at start: Int) {
    if let dayPosition {
      bytes.replaceBits(
        at: start + dayPosition, count: DataField.df416.bitCount,
        with: UInt64(epoch.glonassDayOfWeek))
    }
    bytes.replaceBits(
      at: start + position, count: field.bitCount, with: UInt64(epoch.milliseconds))
  }
}
