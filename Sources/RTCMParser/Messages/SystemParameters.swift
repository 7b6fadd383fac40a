/// The time of transmission in messages 1013 and 1029.
public struct TransmissionTime: Hashable, Sendable {
  /// DF051, modified Julian day, `0...65535`; 40 587 is 1 January 1970.
  public var modifiedJulianDay: UInt16
  /// DF052, second of the UTC day, `0...86400`; 86 400 occurs only in a leap second.
  public var secondOfDay: UInt32

  /// Creates a time from its fields.
  public init(modifiedJulianDay: UInt16, secondOfDay: UInt32) {
    self.modifiedJulianDay = modifiedJulianDay
    self.secondOfDay = secondOfDay
  }

  /// The time as Unix time; `nil` when the second is beyond the end of any day.
  public var unixTime: UnixTime? {
    guard impossibleTime == nil else { return nil }
    return UnixTime(seconds: (Int64(modifiedJulianDay) - 40_587) * 86_400 + Int64(secondOfDay))
  }

  /// The value of DF052 when it is beyond the end of any day; `nil` otherwise.
  var impossibleTime: ImpossibleTime? {
    ImpossibleTime(.df052, Int(secondOfDay), greatest: 86_400)
  }

  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df051, &modifiedJulianDay)
    try coder.integer(.df052, &secondOfDay)
  }
}

/// The messages of a station with their intervals, and the leap seconds (message 1013).
///
/// Source: RTCM 10403.3, table 3.5-15. Payload: 70 bits, plus 29 bits for each announcement.
public struct SystemParameters: Hashable, Sendable {
  /// A message type that the station sends, with its interval.
  public struct Announcement: Hashable, Sendable {
    /// DF055, the announced message type, `0...4095`.
    public var messageType: UInt16
    /// DF056, whether the announced message is sent at regular intervals.
    public var isSynchronous: Bool
    /// DF057, interval between two transmissions in seconds, `0...6553.5`, resolution 0.1 s.
    public var interval: Double

    /// Creates an announcement; `interval` is in seconds.
    public init(messageType: UInt16, isSynchronous: Bool = true, interval: Double) {
      self.messageType = messageType
      self.isSynchronous = isSynchronous
      self.interval = interval
    }
  }

  /// DF003, reference station ID, `0...4095`.
  public var stationID: UInt16
  /// DF051 and DF052, the time of transmission.
  public var time: TransmissionTime
  /// DF054, GPS time less UTC, seconds, `0...255`.
  public var leapSeconds: UInt8
  /// The announced message types, at most 31.
  public var announcements: [Announcement]
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its fields.
  public init(
    stationID: UInt16, time: TransmissionTime, leapSeconds: UInt8 = UInt8(LeapSeconds.latest),
    announcements: [Announcement] = []
  ) {
    self.stationID = stationID
    self.time = time
    self.leapSeconds = leapSeconds
    self.announcements = announcements
  }
}

extension SystemParameters: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1013 }

  /// Creates a message whose fields are all zero, except DF054, the latest known leap seconds.
  public init() {
    self.init(stationID: 0, time: TransmissionTime(modifiedJulianDay: 0, secondOfDay: 0))
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    var announcementCount = announcements.count
    try coder.integer(.df003, &stationID)
    try time.code(with: &coder)
    try coder.integer(.df053, &announcementCount)
    try coder.integer(.df054, &leapSeconds)
    let empty = Announcement(messageType: 0, interval: 0)
    try coder.list(&announcements, count: announcementCount, of: empty) {
      (announcement, coder) throws(Coder.Failure) in
      coder.beginGroup("announcement", satelliteID: nil)
      try coder.integer(.df055, &announcement.messageType)
      try coder.flag(.df056, &announcement.isSynchronous)
      try coder.quantity(.df057, &announcement.interval)
      coder.endGroup()
    }
    try coder.trailing(&trailingBits)
  }
}
