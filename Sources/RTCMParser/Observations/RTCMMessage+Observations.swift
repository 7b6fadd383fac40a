extension RTCMMessage {
  /// The observations of an MSM or of a message before MSM in the units that people use; empty for others.
  ///
  /// As far as the message by itself tells: GLONASS frequencies are known in MSM5, MSM7 and 1009–1012
  /// only, and legacy phases may leap. `EpochAssembler` of RTCMStreams follows both through a stream.
  public var observations: [SignalObservation] {
    switch self {
    case .msm(let message):
      message.cells.map {
        SignalObservation($0, glonassFrequencyChannel: $0.glonassFrequencyChannel)
      }
    case .legacyObservations(let message):
      message.observations().map { SignalObservation($0, messageType: message.messageType) }
    default: []
    }
  }
}
