internal import GNSSBasics
internal import RTCMParser
internal import RTCMStreams
internal import RTCMText
internal import TextOutput

/// The reading of a stream: its statistics, the places of the frames found last, and what its sky is made of.
struct Session {
  /// The place of a frame, as index.js reads it.
  struct Place {
    /// The offset in the stream, bytes.
    var offset: UInt32
    /// The length in bytes, header and CRC included.
    var length: UInt16
    /// The message type; `none` for a payload that is too short for it.
    var type: UInt16

    static var none: UInt16 { .max }
  }

  /// The number of bytes that a session takes at most: the counts are 32 bits wide with a sign.
  private static let capacity = Int(Int32.max)

  private(set) var found: [Place] = []
  private var statistics = StreamStatistics()
  private var sky = RecentSky()

  /// Takes the next bytes; returns whether there was room for them.
  mutating func push(_ bytes: Span<UInt8>) -> Bool {
    found.removeAll(keepingCapacity: true)
    guard bytes.count <= Self.capacity - statistics.counts.bytes else { return false }
    statistics.consume(bytes) { frame in
      found.append(Place(frame))
      sky.keep(frame)
    }
    return true
  }

  /// Ends the stream.
  mutating func finish() {
    found.removeAll(keepingCapacity: true)
    statistics.finish { frame in
      found.append(Place(frame))
      sky.keep(frame)
    }
  }

  /// Discards the beginning of an unfinished frame.
  mutating func abandonFrame() {
    found.removeAll(keepingCapacity: true)
    statistics.abandonFrame()
  }

  /// The statistics as if the stream ended here.
  private var ended: StreamStatistics {
    var statistics = statistics
    statistics.finish()
    return statistics
  }

  /// Returns the object of `rtcm stats --json`.
  func statisticsJSON(link: Double) -> [UInt8] {
    let statistics = ended
    let budget = link > 0 ? LinkBudget(of: statistics, capacity: link) : nil
    let verdict = StreamVerdict(of: statistics, link: budget)
    var json = JSONWriter()
    json.object { json in
      statistics.writeMembers(to: &json)
      statistics.writeRates(to: &json)
      statistics.writeShortFrameLinks(to: &json)
      verdict.write(to: &json)
      budget?.write(to: &json)
    }
    return json.bytes
  }

  /// Returns the satellites of the last whole epoch, with their directions.
  func skyJSON(at seconds: Double) -> [UInt8] {
    let limit = 9e9  // the year 2255, within what nanoseconds in 64 bits hold
    let now = seconds.magnitude < limit ? Int64(seconds) : 0
    return sky.json(
      near: statistics.date ?? GPSTime(UnixTime(seconds: now)) ?? GPSTime(nanoseconds: 0))
  }
}

extension Session.Place {
  init(_ frame: borrowing FrameView) {
    offset = UInt32(truncatingIfNeeded: frame.offset)
    length = UInt16(truncatingIfNeeded: frame.bytes.count)
    type = frame.messageType ?? Self.none
  }
}
