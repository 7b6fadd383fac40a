/// The statistics of one message type in a stream.
public struct TypeStatistics: Sendable {
  /// DF002.
  public let type: UInt16
  /// Valid frames.
  public internal(set) var frames = 0
  /// Their bytes, header and CRC included.
  public internal(set) var bytes = 0
  /// Epochs in which the type came; messages of one epoch count once.
  public internal(set) var epochs = 0
  /// The stations named, in the order of their appearance, at most eight.
  public internal(set) var stationIDs: [UInt16] = []
  /// The number of times that the station named was another than in the frame before.
  public internal(set) var stationChanges = 0

  let stamp: FrameStamp
  private var intervals = IntervalHistogram()
  private var firstTime = 0
  private var lastTime = 0
  private var longestPause = 0
  private var session = -1
  /// When each satellite came last, by its ID; types of no satellite have one entry.
  private var lastTimes: [Int?]
  private var lastStationID: UInt16?
  private var currentSecond = 0
  private var bytesInCurrentSecond = 0
  private var bytesInBusiestSecond = 0

  init(type: UInt16) {
    self.type = type
    stamp = FrameStamp(of: type)
    lastTimes = [Int?](repeating: nil, count: 1 << stamp.satelliteBitCount)
  }

  /// Whether the type carries observations.
  public var hasObservations: Bool { stamp.constellation != nil }

  /// Whether each message is of one satellite, as an ephemeris is.
  public var isOfOneSatellite: Bool { stamp.satelliteBitCount > 0 }

  /// The interval seen most often, in milliseconds; `nil` where nothing came twice.
  ///
  /// Between the epochs of observations and of state space corrections; of other types between the
  /// stream's epochs they came with; of messages of one satellite, from one to the next of the same.
  public var intervalMilliseconds: Int? { intervals.mostCommon }

  /// Epochs that are missing, going by ``intervalMilliseconds``; `nil` for other types than observations.
  public var missingEpochs: Int? { hasObservations ? intervals.missing + missingAtEnd : nil }

  /// The longest time without the type in milliseconds, from the stream's first epoch to its last.
  public var longestPauseMilliseconds: Int { max(longestPause, firstTime, silenceAtEnd) }

  /// The time from the last frame to the stream's last epoch, in milliseconds.
  private(set) var silenceAtEnd = 0

  /// The number of messages missing at the end of a type that ends early; the last epoch of a stream may be
  /// cut off.
  private var missingAtEnd: Int {
    guard let interval = intervals.mostCommon, silenceAtEnd > interval else { return 0 }
    return silenceAtEnd / interval
  }

  /// The bytes in the second that held most of the type.
  public var busiestSecondBytes: Int { max(bytesInBusiestSecond, bytesInCurrentSecond) }
}

extension TypeStatistics {
  /// Counts a frame at a time of the stream.
  mutating func count(bytes length: Int, of satellite: Int, at time: Int, second: Int, session: Int)
  {
    frames += 1
    bytes += length
    if second != currentSecond {
      bytesInBusiestSecond = busiestSecondBytes
      bytesInCurrentSecond = 0
      currentSecond = second
    }
    bytesInCurrentSecond += length
    if session != self.session {
      for index in lastTimes.indices { lastTimes[index] = nil }
    }
    if let last = lastTimes[satellite], time > last { intervals.count(time - last) }
    lastTimes[satellite] = time
    guard time != lastTime || session != self.session else { return }
    if epochs == 0 { firstTime = time }
    epochs += 1
    if session == self.session { longestPause = max(longestPause, time - lastTime) }
    lastTime = time
    self.session = session
  }

  /// Tells how long ago the last frame was.
  mutating func end(at time: Int) { silenceAtEnd = time - lastTime }

  /// Notes the station that a frame names.
  mutating func count(stationID: UInt16) {
    guard stationID != lastStationID else { return }
    if lastStationID != nil { stationChanges += 1 }
    lastStationID = stationID
    if stationIDs.count < 8, !stationIDs.contains(stationID) { stationIDs.append(stationID) }
  }
}
