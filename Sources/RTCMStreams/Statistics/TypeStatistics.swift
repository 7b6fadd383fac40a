/// The statistics of one message type in a stream.
public struct TypeStatistics: Sendable {
  /// The message type, DF002.
  public let type: UInt16
  /// The number of valid frames of the type.
  public internal(set) var frames = 0
  /// The number of bytes in these frames, header and CRC included.
  public internal(set) var bytes = 0
  /// The length of the longest of these frames in bytes.
  public internal(set) var longestFrame = 0
  /// The number of epochs with the type; messages of one epoch count once.
  public internal(set) var epochs = 0
  /// The station IDs in the messages, in order of appearance, at most eight.
  public internal(set) var stationIDs: [UInt16] = []
  /// The number of frames whose station ID differs from the one before.
  public internal(set) var stationChanges = 0

  let stamp: FrameStamp
  private var intervals = IntervalHistogram()
  private var firstTime: Int64 = 0
  private var lastTime: Int64 = 0
  private var longestPause: Int64 = 0
  private var session = -1
  /// The last time of each satellite, by its ID; one entry for types that are not of one satellite.
  private var lastTimes: [Int64?]
  private var lastStationID: UInt16?
  private var currentSecond: Int64 = 0
  private var bytesInCurrentSecond = 0
  private var bytesInBusiestSecond = 0

  init(type: UInt16) {
    self.type = type
    stamp = FrameStamp(of: type)
    lastTimes = [Int64?](repeating: nil, count: 1 << stamp.satelliteBitCount)
  }

  /// Whether the type carries observations.
  public var hasObservations: Bool { stamp.constellation != nil }

  /// Whether each message is of one satellite, like an ephemeris.
  public var isOfOneSatellite: Bool { stamp.satelliteBitCount > 0 }

  /// The most common interval, milliseconds; `nil` when nothing was repeated.
  ///
  /// For observations and state-space corrections it is the interval between their epochs. For messages of
  /// one satellite it is the interval between messages of the same satellite. For other types it is the
  /// interval between the stream's epochs that the messages came with.
  public var intervalMilliseconds: Int? { intervals.mostCommon }

  /// The number of missing epochs, assuming ``intervalMilliseconds``; `nil` for types without observations.
  public var missingEpochs: Int? {
    hasObservations ? Int(count: Int64(intervals.missing) + missingAtEnd) : nil
  }

  /// The longest time without the type, milliseconds, from the stream's first epoch to its last.
  public var longestPauseMilliseconds: Int {
    Int(clamping: max(longestPause, firstTime, silenceAtEnd))
  }

  /// The time from the last frame to the stream's last epoch, in milliseconds.
  private(set) var silenceAtEnd: Int64 = 0

  /// The number of epochs missing after a type that ends early; the stream's last epoch may be cut off.
  private var missingAtEnd: Int64 {
    guard let interval = intervals.mostCommon.map(Int64.init), silenceAtEnd > interval else {
      return 0
    }
    return silenceAtEnd / interval
  }

  /// The number of bytes in the type's busiest second.
  public var busiestSecondBytes: Int { max(bytesInBusiestSecond, bytesInCurrentSecond) }
}

extension TypeStatistics {
  /// Counts a frame at a time of the stream.
  mutating func count(
    bytes length: Int, of satellite: Int, at time: Int64, second: Int64, session: Int
  ) {
    frames += 1
    bytes += length
    longestFrame = max(longestFrame, length)
    if second != currentSecond {
      bytesInBusiestSecond = busiestSecondBytes
      bytesInCurrentSecond = 0
      currentSecond = second
    }
    bytesInCurrentSecond += length
    if session != self.session {
      for index in lastTimes.indices { lastTimes[index] = nil }
    }
    if let last = lastTimes[satellite], time > last { intervals.count(Int(clamping: time - last)) }
    lastTimes[satellite] = time
    guard time != lastTime || session != self.session else { return }
    if epochs == 0 { firstTime = time }
    epochs += 1
    if session == self.session { longestPause = max(longestPause, time - lastTime) }
    lastTime = time
    self.session = session
  }

  /// Sets the silence at the end from the stream's last time.
  mutating func end(at time: Int64) { silenceAtEnd = time - lastTime }

  /// Counts the station ID of a frame.
  mutating func count(stationID: UInt16) {
    guard stationID != lastStationID else { return }
    if lastStationID != nil { stationChanges += 1 }
    lastStationID = stationID
    if stationIDs.count < 8, !stationIDs.contains(stationID) { stationIDs.append(stationID) }
  }
}
