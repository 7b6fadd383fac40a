/// A tally of a stream's frames by type and by second of the stream's time.
struct StreamTally: Sendable {
  /// The index of each type in `types` plus one, by DF002 (12 bits); 0 for a type not yet seen.
  private var slots = [UInt16](repeating: 0, count: 4096)
  /// The statistics of the types, in order of appearance.
  private(set) var types: [TypeStatistics] = []
  /// The tally of state-space corrections.
  private(set) var corrections = CorrectionTally()
  /// The date of the stream.
  private(set) var date = StreamDate()
  /// The messages with impossible times.
  private(set) var impossibleTimes = ImpossibleTimeTally()
  /// The number of frames of each length in bytes, up to the longest.
  private(set) var frameLengths: [Int] = []
  private var observations = StreamClock()
  private var second: Int64 = 0
  private var bytesInSecond = 0
  private var bytesInFullestSecond = 0

  /// The stream's clock: the observations', or the corrections' in a stream without observations.
  var clock: StreamClock { observations.session > 0 ? observations : corrections.clock }

  /// The number of frame bytes in the busiest second.
  var busiestSecondBytes: Int { max(bytesInFullestSecond, bytesInSecond) }

  mutating func count(_ frame: borrowing FrameView, type: UInt16) {
    let slot = slot(of: type)
    let stamp = types[slot].stamp
    var (time, satellite) = (nil as Int64?, 0)
    if let word = FrameStamp.firstWord(of: frame.payload) {
      if let epoch = stamp.epoch(in: word) {
        time = observations.advance(to: epoch, track: Int(epoch.constellation.rawValue))
        date.follow(epoch)
        if let time = epoch.impossibleTime { impossibleTimes.count(time, in: type) }
      }
      if let station = stamp.stationID(in: word) { types[slot].count(stationID: station) }
      satellite = stamp.satelliteID(in: word)
    }
    // A message that cannot be decoded tells no time; its frame is counted all the same.
    if stamp.tellsTime, let message = try? RTCMMessage(decoding: frame.payload) {
      date.learn(from: message)
      impossibleTimes.count(message)
      if case .ssr(let corrections) = message { time = self.corrections.count(corrections) }
    }
    let (now, session) = (
      clock.now, stamp.isOfCorrections ? corrections.clock.session : clock.session
    )
    countSecond(frame.bytes.count, at: now)
    countLength(frame.bytes.count)
    types[slot].count(
      bytes: frame.bytes.count, of: satellite, at: time ?? now, second: second,
      session: max(session, 1))
  }

  private mutating func countSecond(_ length: Int, at now: Int64) {
    if now / 1000 != second {
      bytesInFullestSecond = busiestSecondBytes
      bytesInSecond = 0
      second = now / 1000
    }
    bytesInSecond += length
  }

  private mutating func countLength(_ length: Int) {
    while frameLengths.count <= length { frameLengths.append(0) }
    frameLengths[length] += 1
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
