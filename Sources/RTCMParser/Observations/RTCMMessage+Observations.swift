extension RTCMMessage {
  /// The observations of an MSM or of a message before MSM in common units; empty for any other message.
  ///
  /// The values are those that the message alone gives: GLONASS frequencies are known only in MSM5, MSM7 and
  /// 1009–1012, and legacy phases may jump. `EpochAssembler` of RTCMStreams tracks both through a stream.
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
