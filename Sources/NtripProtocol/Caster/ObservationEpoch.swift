/// When the observations of one message were made, and whether more of the same epoch follow.
///
/// Only what pacing needs, read from the header that messages 1001–1004, 1009–1012 and all MSM
/// have in common; the observations themselves stay unread.
struct ObservationEpoch: Hashable, Sendable {
  /// The clock that a constellation's epochs are told by.
  enum TimeScale: Hashable, Sendable {
    /// GPS time, or one aligned with it: Galileo, SBAS, QZSS and NavIC.
    case gps
    /// BeiDou time, 14 s behind GPS time.
    case beidou
    /// Moscow time: UTC + 3 h, so its distance to GPS time changes with every leap second.
    case glonass
  }

  /// The clock that ``timeOfDay`` is told by.
  var scale: TimeScale
  /// Milliseconds since that clock's midnight.
  var timeOfDay: Int64
  /// DF393 or DF005: more messages of this epoch follow.
  var isMoreToFollow: Bool

  /// Reads the epoch of an observation message; `nil` for every other type and for short payloads.
  init?(payload: Span<UInt8>, type: UInt16) {
    guard let layout = Layout(type: type), payload.count * 8 > layout.flag else { return nil }
    scale = layout.scale
    let width = layout.flag - layout.epoch
    var field = payload.unsigned(fromBit: layout.epoch, count: width)
    // Some encoders let BeiDou's time fall below zero in the first 14 s of a GPS week.
    if field > (1 << 30) - Self.day { field -= 1 << 30 }
    timeOfDay = (field % Self.day + Self.day) % Self.day
    isMoreToFollow = payload.unsigned(fromBit: layout.flag, count: 1) == 1
  }

  /// The epoch in GPS time, milliseconds since midnight, `0..<86_400_000`.
  ///
  /// `leapSeconds` is GPS time minus UTC at the time of the observation.
  func gpsTimeOfDay(leapSeconds: Int64) -> Int64 {
    let shifted =
      switch scale {
      case .gps: timeOfDay
      case .beidou: timeOfDay + 14_000
      case .glonass: timeOfDay - 3 * 3_600_000 + leapSeconds * 1000
      }
    return (shifted % Self.day + Self.day) % Self.day
  }

  /// The shortest way from one time of day to another, milliseconds, forward positive.
  static func distance(from earlier: Int64, to later: Int64) -> Int64 {
    let forward = ((later - earlier) % day + day) % day
    return forward > day / 2 ? forward - day : forward
  }

  /// Milliseconds in a day.
  static var day: Int64 { 86_400_000 }
}

/// Where a message type keeps its epoch: bit offsets from DF002.
///
/// Source: RTCM 10403.3, tables 3.5-1, 3.5-9 and 3.5-78.
private struct Layout {
  var scale: ObservationEpoch.TimeScale
  /// First bit of the epoch, after the message number and the station ID.
  var epoch = 24
  /// The bit after the epoch: DF005 or DF393.
  var flag = 54

  init?(type: UInt16) {
    switch type {
    case 1001...1004: scale = .gps  // DF004, 30 bits
    case 1009...1012: (scale, flag) = (.glonass, 51)  // DF034, 27 bits
    case 1071...1137 where (1...7).contains(type % 10):
      switch type / 10 {
      case 108: (scale, epoch) = (.glonass, 27)  // DF416, the day, 3 bits; then DF034
      case 112: scale = .beidou  // DF427
      default: scale = .gps
      }
    default: return nil
    }
  }
}

extension Span<UInt8> {
  /// An unsigned number of up to 32 bits; the caller has checked that the span holds them.
  func unsigned(fromBit offset: Int, count: Int) -> Int64 {
    var value: Int64 = 0
    for bit in offset..<offset + count {
      value = value << 1 | Int64(self[bit >> 3] >> UInt8(7 - bit & 7) & 1)
    }
    return value
  }
}
