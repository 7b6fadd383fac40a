/// A receiver's observations of all constellations at one time.
public struct ObservationEpoch: Hashable, Sendable {
  /// The time of the observations, in GPS time.
  public var time: GPSTime
  /// DF003, reference station ID of the first message, `0...4095`; 0 for observations that no station sent.
  public var stationID: UInt16
  /// Whether the messages announced that nothing follows; otherwise the epoch ended with a new time or the
  /// stream's end.
  public var isComplete = false
  /// The types (DF002) of the epoch's messages, in the order in which they first arrived.
  public var messageTypes: [UInt16] = []
  /// The observations in the order of the messages; each signal of a satellite occurs once.
  public var observations: [SignalObservation] = []

  /// Creates an epoch that comes from no messages.
  public init(time: GPSTime, stationID: UInt16, observations: [SignalObservation] = []) {
    self.time = time
    self.stationID = stationID
    self.observations = observations
  }

  /// Adds the observations of a message.
  ///
  /// Of a signal in several messages, the observation from the highest message type is kept: MSM before
  /// 1001–1012, MSM7 before MSM4.
  public mutating func add(_ more: [SignalObservation], from messageType: UInt16) {
    if !messageTypes.contains(messageType) { messageTypes.append(messageType) }
    // An MSM has each signal once, so no search is needed when its constellation is new to the epoch.
    let isMSM = MSMType(messageType: messageType) != nil
    if isMSM, !observations.contains(where: { $0.constellation == more.first?.constellation }) {
      observations += more
      return
    }
    for observation in more {
      guard let index = observations.firstIndex(where: { $0.isOfSameSignal(as: observation) })
      else {
        observations.append(observation)
        continue
      }
      if observation.messageType ?? 0 > observations[index].messageType ?? 0 {
        observations[index] = observation
      }
    }
  }

  /// Returns whether the epoch has observations of another constellation.
  package func hasSystem(otherThan constellation: Constellation) -> Bool {
    observations.contains { $0.constellation != constellation }
  }
}
