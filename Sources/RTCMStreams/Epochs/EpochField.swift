/// The position of the epoch field in a message type: after message type and station ID, within the first
/// eight bytes.
///
/// Source: RTCM 10403.3, tables 3.5-1, 3.5-9 and 3.5-78.
struct EpochLayout: Hashable, Sendable {
  /// The constellation of the observations.
  let constellation: Constellation
  /// The first bit of DF416, the day of the week; `nil` for types without DF416.
  let dayPosition: Int?
  /// The first bit of the milliseconds field.
  let position: Int
  /// The width of the milliseconds field, bits.
  let bitCount: Int

  /// The bit of DF393, or of DF005 in 1001–1004 and 1009–1012: whether more of the same epoch follows.
  var moreToFollowPosition: Int { position + bitCount }

  /// Creates the layout of a message type; `nil` for a type without observations.
  init?(messageType type: UInt16) {
    let msm = MSMType(messageType: type)?.constellation
    guard
      let constellation = msm ?? LegacyObservationType(messageType: type)?.constellation
    else { return nil }
    self.constellation = constellation
    let start = DataField.df002.bitCount + DataField.df003.bitCount
    dayPosition = msm == .glonass ? start : nil
    position = msm == .glonass ? start + DataField.df416.bitCount : start
    bitCount = MSMEpoch.field(of: constellation).bitCount
  }

  /// Returns the epoch from a function that reads bits by position and count.
  func epoch(reading bits: (Int, Int) -> UInt64) -> MSMEpoch {
    MSMEpoch(
      constellation: constellation, milliseconds: UInt32(bits(position, bitCount)),
      glonassDayOfWeek: dayPosition.map { UInt8(bits($0, DataField.df416.bitCount)) }
        ?? Self.unknownDay)
  }

  private static let unknownDay: UInt8 = 7
}

/// The epoch of an observation message, and its position in the payload.
package struct EpochField {
  package let epoch: MSMEpoch
  /// DF393 or DF005: whether more of the same epoch follows.
  let isMoreToFollow: Bool
  private let layout: EpochLayout

  /// The bit position of ``isMoreToFollow``.
  var moreToFollowPosition: Int { layout.moreToFollowPosition }

  /// Reads the epoch after message type and station ID; `nil` for a payload without an epoch or its flag.
  package init?(in payload: Span<UInt8>) {
    guard let type = RTCMFrame.messageType(ofPayload: payload),
      let layout = EpochLayout(messageType: type),
      layout.moreToFollowPosition < payload.count * 8
    else { return nil }
    self.layout = layout
    epoch = layout.epoch { payload.bits(at: $0, count: $1) }
    isMoreToFollow = payload.bits(at: layout.moreToFollowPosition, count: 1) == 1
  }

  /// Writes another epoch into a payload that begins at bit `start` of `bytes`.
  func write(_ epoch: MSMEpoch, to bytes: inout [UInt8], at start: Int) {
    if let dayPosition = layout.dayPosition {
      bytes.replaceBits(
        at: start + dayPosition, count: DataField.df416.bitCount,
        with: UInt64(epoch.glonassDayOfWeek))
    }
    bytes.replaceBits(
      at: start + layout.position, count: layout.bitCount, with: UInt64(epoch.milliseconds))
  }
}
