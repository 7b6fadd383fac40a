/// The place of the epoch in the messages of a type: behind message type and station ID, so within the first
/// eight bytes.
///
/// Source: RTCM 10403.3, tables 3.5-1, 3.5-9 and 3.5-78.
struct EpochLayout: Hashable, Sendable {
  /// Whose observations they are.
  let constellation: Constellation
  /// The bit of DF416, the day, in the messages that have it.
  let dayPosition: Int?
  /// The first bit of the milliseconds.
  let position: Int
  /// The number of bits of the milliseconds.
  let bitCount: Int

  /// The bit of DF393, or of DF005 in 1001–1004 and 1009–1012: whether more of the same epoch follows.
  var moreToFollowPosition: Int { position + bitCount }

  /// The layout of a type; `nil` for one without observations.
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

  /// The epoch in bits that are read by their position and count.
  func epoch(reading bits: (Int, Int) -> UInt64) -> MSMEpoch {
    MSMEpoch(
      constellation: constellation, milliseconds: UInt32(bits(position, bitCount)),
      glonassDayOfWeek: dayPosition.map { UInt8(bits($0, DataField.df416.bitCount)) }
        ?? Self.unknownDay)
  }

  private static let unknownDay: UInt8 = 7
}

/// The epoch of an observation message, and where it stands.
struct EpochField {
  let epoch: MSMEpoch
  /// DF393 or DF005: whether more of the same epoch follows; `nil` where the payload ends before it.
  let isMoreToFollow: Bool?
  private let layout: EpochLayout

  /// The bit of ``isMoreToFollow``.
  var moreToFollowPosition: Int { layout.moreToFollowPosition }

  /// Finds the epoch behind message type and station ID; `nil` where there is none.
  init?(in payload: Span<UInt8>) {
    guard let type = RTCMFrame.messageType(ofPayload: payload),
      let layout = EpochLayout(messageType: type),
      layout.moreToFollowPosition <= payload.count * 8
    else { return nil }
    self.layout = layout
    epoch = layout.epoch { payload.bits(at: $0, count: $1) }
    isMoreToFollow =
      layout.moreToFollowPosition < payload.count * 8
      ? payload.bits(at: layout.moreToFollowPosition, count: 1) == 1 : nil
  }

  /// Writes another epoch, the payload beginning at a bit of `bytes`.
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
