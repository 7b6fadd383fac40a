/// A receiver's observations at one time, of all systems.
public struct ObservationEpoch: Hashable, Sendable {
  /// When, in GPS time.
  public var time: GPSTime
  /// DF003, reference station ID of the first message, `0...4095`; 0 for what no station sent.
  public var stationID: UInt16
  /// Whether the messages said that nothing more follows; otherwise another time or the end came.
  public var isComplete = false
  /// DF002 of the messages that it is made of, in the order in which they first came.
  public var messageTypes: [UInt16] = []
  /// The observations in the order of the messages, each signal of a satellite once.
  public var observations: [SignalObservation] = []

  /// Creates an epoch, of no messages.
  public init(time: GPSTime, stationID: UInt16, observations: [SignalObservation] = []) {
    self.time = time
    self.stationID = stationID
    self.observations = observations
  }

  /// Takes the observations of a message.
  ///
  /// Of a signal that several messages have, that of the highest message type is kept: MSM before
  /// 1001–1012, MSM7 before MSM4.
  public mutating func add(_ more: [SignalObservation], from messageType: UInt16) {
    if !messageTypes.contains(messageType) { messageTypes.append(messageType) }
    // An MSM has each signal once, so it need not be searched for where its system is new.
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

  /// Whether there are observations of another system.
  package func hasSystem(otherThan constellation: Constellation) -> Bool {
    observations.contains { $0.constellation != constellation }
  }
}
