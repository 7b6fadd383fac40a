/// Counts the frames of a stream by type and by second of the stream's time.
struct StreamTally: Sendable {
  /// One more than where a type is in the types, or 0 while it has not come; DF002 is 12 bits.
  private var slots = [UInt16](repeating: 0, count: 4096)
  /// The types, in the order of their appearance.
  private(set) var types: [TypeStatistics] = []
  private(set) var clock = StreamClock()
  private var second = 0
  private var bytesInSecond = 0
  private var bytesInFullestSecond = 0

  /// The most bytes of frames that were in one second.
  var busiestSecondBytes: Int { max(bytesInFullestSecond, bytesInSecond) }

  mutating func count(_ frame: borrowing FrameView, type: UInt16) {
    let slot = slot(of: type)
    let stamp = types[slot].stamp
    var time = clock.now
    if stamp.hasStationID, let word = FrameStamp.firstWord(of: frame.payload) {
      if let epoch = stamp.epoch(in: word) { time = clock.advance(to: epoch) }
      if let station = stamp.stationID(in: word) { types[slot].count(stationID: station) }
    }
    countSecond(frame.bytes.count)
    types[slot].count(
      bytes: frame.bytes.count, at: time, second: second, session: max(clock.session, 1))
  }

  private mutating func countSecond(_ length: Int) {
    if clock.now / 1000 != second {
      bytesInFullestSecond = busiestSecondBytes
      bytesInSecond = 0
      second = clock.now / 1000
    }
    bytesInSecond += length
  }

  private mutating func slot(of type: UInt16) -> Int {
    let index = Int(type & 0xFFF)
    if slots[index] == 0 {
      types.append(TypeStatistics(type: type))
      slots[index] = UInt16(types.count)
    }
    return Int(slots[index]) - 1
  }
}
