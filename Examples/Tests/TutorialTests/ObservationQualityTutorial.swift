import ObservationQuality
import RTCMStreams
import Testing

@Suite("Tutorial: the quality of observations")
struct ObservationQualityTutorial {
  func quality(of messages: [RTCMMessage], near time: GPSTime) -> QualityTally {
    var tally = QualityTally()
    for message in messages { tally.take(message, near: time) }
    var assembler = EpochAssembler(near: time)
    var place: ECEFPosition?
    for message in messages {
      if case .antennaReferencePoint(let point) = message { place = point.position }
      assembler.add(message) { tally.add($0, at: place) }
    }
    assembler.finish { tally.add($0, at: place) }
    return tally
  }

  @Test("a stream without observations has no epoch, and says so")
  func judges() {
    let tally = quality(of: [], near: GPSTime(week: 2421, secondsOfWeek: 129_600))
    #expect(tally.epochCount == 0)
    #expect(tally.text.hasPrefix("first epoch   none"))
  }
}
