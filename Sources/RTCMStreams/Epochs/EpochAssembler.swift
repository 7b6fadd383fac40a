/// Joins the observation messages of a stream into epochs.
///
/// ```swift
/// var assembler = EpochAssembler(near: time)
/// scanner.consume(chunk.span) { frame in
///   guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
///   assembler.add(message) { epoch in print(epoch.time, epoch.observations.count) }
/// }
/// assembler.finish { epoch in print(epoch.time, epoch.observations.count) }
/// ```
/// An epoch ends with the message that says that no more follows (DF393, or DF005 before MSM), with the
/// first message of another time, or at ``finish(onEpoch:)``. A message of another station belongs to the
/// epoch if more was to follow, as in merged streams.
///
/// Some stations say with every system's message that no more follows. So that their epochs are not torn
/// apart, the first epoch waits for the next observation message. If the next message has the same time,
/// the flag is disproved: from then on it ends an epoch only once all message types of earlier epochs have
/// come again. Epochs then stay whole, and none has to wait.
///
/// A message with an ``/RTCMParser/ImpossibleTime`` is skipped. All messages of the stream may be passed to
/// the assembler. It learns GLONASS frequency channels from 1020, MSM5, MSM7 and 1009–1012, and ignores
/// messages of other types.
public struct EpochAssembler: Sendable {
  private var reference: GPSTime
  private var epoch: ObservationEpoch?
  private var boundary = EpochBoundary()
  private var channels = GLONASSChannels()
  private var phases = LegacyPhases()
  private var leap = LeapSecondError()

  /// Creates an assembler at the beginning of a stream.
  ///
  /// - Parameters:
  ///   - reference: A time within half a week of the first epoch; within half a day where the first epoch
  ///     is a GLONASS epoch without a day. After that, each epoch is the reference of the next.
  ///   - glonassChannels: Frequency channels of GLONASS satellites by slot, for streams that may lack them.
  ///     A channel in the stream takes precedence.
  public init(near reference: GPSTime, glonassChannels: [UInt8: Int] = [:]) {
    self.reference = reference
    for (slot, channel) in glonassChannels { channels.assume(channel, of: slot) }
  }

  /// Sets the last observations of messages 1001–1004 and 1009–1012, whose phases go on in the next message.
  ///
  /// - Parameter observations: Observations from an assembler, those of a satellite's L1 before its other
  ///   ones.
  package mutating func `continue`(from observations: [SignalObservation]) {
    phases.continue(from: observations)
  }

  /// The slots of GLONASS satellites whose channel in the stream differs from the given channel.
  public var contradictedChannels: [UInt8] { channels.contradicted }

  /// Adds the next message of the stream.
  ///
  /// - Parameters:
  ///   - message: A message of any type.
  ///   - onEpoch: Called with each epoch that the message ends, at most twice.
  /// - Throws: Only the error of `onEpoch`; the message has been added by then.
  public mutating func add<E: Error>(
    _ message: RTCMMessage, onEpoch: (ObservationEpoch) throws(E) -> Void
  ) throws(E) {
    learnChannels(from: message)
    switch message {
    case .msm(let message):
      try add(
        observations(of: message), messageType: message.header.messageType,
        stationID: message.header.stationID, epoch: message.header.epoch,
        isMoreToFollow: message.header.isMoreToFollow, onEpoch: onEpoch)
    case .legacyObservations(let message):
      try add(
        observations(of: message), messageType: message.messageType, stationID: message.stationID,
        epoch: message.epoch, isMoreToFollow: message.isMoreToFollow, onEpoch: onEpoch)
    default: break
    }
  }

  /// Ends the stream and passes on the epoch under way, if any.
  ///
  /// - Throws: Only the error of `onEpoch`.
  public mutating func finish<E: Error>(
    onEpoch: (ObservationEpoch) throws(E) -> Void
  ) throws(E) {
    guard let epoch else { return }
    self.epoch = nil
    try onEpoch(epoch)
  }

  /// Adds the next message of the stream and returns the epochs that it ends.
  package mutating func epochs(endedBy message: RTCMMessage) -> [ObservationEpoch] {
    var ended: [ObservationEpoch] = []
    add(message) { ended.append($0) }
    return ended
  }

  /// Ends the stream and returns the epoch under way.
  package mutating func lastEpoch() -> ObservationEpoch? {
    var last: ObservationEpoch?
    finish { last = $0 }
    return last
  }

  // MARK: -

  private mutating func add<E: Error>(
    _ observations: [SignalObservation], messageType: UInt16, stationID: UInt16, epoch: MSMEpoch,
    isMoreToFollow: Bool, onEpoch: (ObservationEpoch) throws(E) -> Void
  ) throws(E) {
    guard let time = time(of: epoch) else { return }
    reference = time
    let ends = boundary.add(
      time: reference.nanoseconds, stationID: stationID, messageType: messageType,
      isMoreToFollow: isMoreToFollow)
    let before = ends.before ? self.epoch : nil
    if ends.before { self.epoch = nil }
    var current = self.epoch ?? ObservationEpoch(time: reference, stationID: stationID)
    current.isComplete = !isMoreToFollow
    current.add(observations, from: messageType)
    self.epoch = ends.after ? nil : current
    if let before { try onEpoch(before) }
    if ends.after { try onEpoch(current) }
  }

  /// Returns the time of a message's observations: the epoch under way if common sender mistakes allow
  /// that.
  private mutating func time(of epoch: MSMEpoch) -> GPSTime? {
    if let current = self.epoch, current.hasSystem(otherThan: epoch.constellation),
      mayMean(current.time, epoch)
    {
      if epoch.constellation == .glonass { leap.contradict() }
      return current.time
    }
    let time = epoch.gpsTime(near: reference)
    if epoch.constellation == .glonass, let time, let current = self.epoch, !current.isComplete,
      current.hasSystem(otherThan: .glonass), leap.explains(time, of: current.time)
    {
      return current.time
    }
    return time
  }

  /// Whether `epoch` equals the epoch under way of other systems, apart from a common sender mistake.
  ///
  /// Some senders count the milliseconds of SBAS from the beginning of the day, send a wrong day for
  /// GLONASS, or, following a draft, GPS time for BeiDou.
  private func mayMean(_ time: GPSTime, _ epoch: MSMEpoch) -> Bool {
    switch epoch.constellation {
    case .glonass, .sbas:
      return epoch.gpsTimeOfDayMilliseconds(leapSeconds: time.leapSeconds)
        .map { time.nearest(millisecondsOfDay: $0) } == time
    case .beidou: return Int(epoch.milliseconds) == time.millisecondsOfWeek
    case .gps, .galileo, .qzss, .navic: return false
    }
  }

  private mutating func learnChannels(from message: RTCMMessage) {
    switch message {
    case .msm(let message): channels.learn(from: message)
    case .legacyObservations(let message): channels.learn(from: message)
    case .glonassEphemeris(let message): channels.learn(from: message)
    default: break
    }
  }

  private func observations(of message: MSMMessage) -> [SignalObservation] {
    message.cells.map { cell in
      let channel =
        message.header.constellation == .glonass ? channels[cell.satelliteID] : nil
      return SignalObservation(cell, glonassFrequencyChannel: channel)
    }
  }

  private mutating func observations(of message: LegacyObservations) -> [SignalObservation] {
    var observations = message.observations()
    phases.follow(&observations)
    return observations.map { SignalObservation($0, messageType: message.messageType) }
  }
}

/// An error in the leap seconds by which the UTC of GLONASS is told from GPS time.
///
/// The date of a recording from before 2017 may be taken for one 1,024 weeks later, which has more leap seconds.
private struct LeapSecondError: Sendable {
  private var difference: Int64 = 0
  /// The number of epochs in a row with that difference: a lost frame here and there makes the same one.
  private var count = 0

  private static let (fewest, greatest) = (3, 20_000_000_000 as UInt64)

  /// Notes the time of a GLONASS message that was announced as a part of an epoch, and returns whether wrong leap
  /// seconds explain that it is another one, as in the epochs before.
  mutating func explains(_ time: GPSTime, of epoch: GPSTime) -> Bool {
    let difference = time.nanoseconds - epoch.nanoseconds
    let isLeap = difference % 1_000_000_000 == 0 && difference.magnitude <= Self.greatest
    count = isLeap && difference == self.difference ? count + 1 : 1
    self.difference = difference
    return isLeap && count >= Self.fewest
  }

  /// Notes a GLONASS message that has the time of its epoch.
  mutating func contradict() {
    count = 0
  }
}
