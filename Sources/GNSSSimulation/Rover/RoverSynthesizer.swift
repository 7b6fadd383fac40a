package import GNSSBasics
package import RTCMParser

/// The configuration of a synthetic rover.
package struct RoverConfiguration: Sendable {
  /// The configuration of the rover's receiver.
  package var receiver: ReceiverConfiguration
  /// The time of the first epoch.
  package var start: GPSTime
  /// The time from epoch to epoch, nanoseconds.
  package var interval: Int64
  /// The interval of each ephemeris, nanoseconds.
  package var ephemerisInterval: Int64 = 30_000_000_000

  package init(receiver: ReceiverConfiguration, start: GPSTime, interval: Int64) {
    self.receiver = receiver
    self.start = start
    self.interval = interval
  }
}

/// An epoch of a rover's receiver.
package struct RoverEpoch: Sendable {
  /// The receiver's measurements at this epoch.
  package var observations: ObservationEpoch
  /// The ephemerides that the receiver has decoded since the last epoch.
  package var ephemerides: [RTCMMessage]
  /// The first broadcast message of each observed satellite, which the satellite follows.
  package var broadcasts: [RTCMMessage]
  /// The antenna's true position.
  package var position: GeodeticPosition

  /// Returns the frames of ephemerides and observations, the latter as MSM7.
  package func encode(stationID: UInt16) throws(RTCMEncodingError) -> [UInt8] {
    try observations.frames(after: ephemerides, stationID: stationID)
  }
}

extension ObservationEpoch {
  /// Returns the frames of some messages, followed by the observations as MSM7.
  package func frames(
    after messages: [RTCMMessage], stationID: UInt16
  ) throws(RTCMEncodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    for message in messages { bytes += try message.frame() }
    for message in try self.messages(msm: 7, stationID: stationID) {
      bytes += try RTCMMessage.msm(message).frame()
    }
    return bytes
  }
}

/// A moving or resting receiver under the sky of a base station: an endless sequence of its epochs.
package struct RoverSynthesizer: Sequence, IteratorProtocol, Sendable {
  private let configuration: RoverConfiguration
  private var upcoming: GPSTime
  private var receiver: SimulatedReceiver
  private var ephemerides: EphemerisSchedule

  package init(_ configuration: RoverConfiguration) {
    self.configuration = configuration
    upcoming = configuration.start
    receiver = SimulatedReceiver(configuration.receiver)
    ephemerides = EphemerisSchedule(
      intervalNanoseconds: configuration.ephemerisInterval,
      mostAtOnce: 4 * Swift.max(1, Int(configuration.interval / 1_000_000_000)))
  }

  /// The time of the next epoch.
  package var nextEpochTime: GPSTime { upcoming }

  package mutating func next() -> RoverEpoch? {
    let time = upcoming
    upcoming = time.advanced(byNanoseconds: configuration.interval)
    let observations = receiver.observe(at: time)
    return RoverEpoch(
      observations: observations,
      ephemerides: ephemerides.choose(from: receiver, at: time).flatMap(\.messages),
      broadcasts: receiver.broadcasts.compactMap(\.messages.first), position: receiver.position)
  }
}
