import RTCMParser
import RTCMStreams
import Testing

@Suite("The record of a conversion's omissions")
struct OmissionRecordTests {
  private let time = GPSTime(week: 2400, secondsOfWeek: 10)

  private func observation(
    _ constellation: Constellation, _ number: Int, from type: UInt16, channel: Int? = nil
  ) -> SignalObservation {
    let code = RINEXSignalCode(band: 1, attribute: UInt8(ascii: "C"))
    var observation = SignalObservation(
      constellation: constellation, satelliteNumber: number, code: code,
      glonassFrequencyChannel: channel)
    observation.messageType = type
    return observation
  }

  @Test(
    "an observation without a value is a loss where its message has no whole milliseconds",
    arguments: [
      (1071, true), (1073, true), (1074, false), (1077, false), (1081, true), (1133, true),
      (1001, true), (1002, false), (1003, true), (1004, false), (1009, true), (1010, false),
      (1011, true), (1012, false),
    ] as [(UInt16, Bool)])
  func incomplete(type: UInt16, isLoss: Bool) {
    var record = OmissionRecord()
    for _ in 0..<2 {
      let isEmpty = record.noteLoss(in: observation(.gps, 3, from: type), at: time)
      #expect(isEmpty)
    }
    let expected = Omission(.message(type), .incompleteRange, count: 2, since: time)
    #expect(record.all == (isLoss ? [expected] : []))
  }

  @Test("a phase without a channel is a loss until the channel is known")
  func channels() {
    var record = OmissionRecord()
    for (number, channel) in [(1, nil), (2, nil), (3, 4)] as [(Int, Int?)] {
      var observation = observation(.glonass, number, from: 1084, channel: channel)
      observation.pseudorange = 20_000_000
      let isEmpty = record.noteLoss(in: observation, at: time)
      observation.phaserange = 20_000_000
      let isStillEmpty = record.noteLoss(in: observation, at: time)
      #expect(!isEmpty && !isStillEmpty)
    }
    record.note(.satellite(SatelliteID(.gps, 33)), .reservedSatellite, at: time)
    record.forgetUnknownChannels { $0 == 1 }
    record.note(.satellite(SatelliteID(.gps, 33)), .reservedSatellite, at: nil)
    #expect(
      record.all == [
        Omission(.satellite(SatelliteID(.glonass, 2)), .unknownChannel, since: time),
        Omission(.satellite(SatelliteID(.gps, 33)), .reservedSatellite, count: 2, since: time),
      ])
  }

  @Test("each subject has its name, and ephemerides their number")
  func names() {
    let code = RINEXSignalCode(band: 1, attribute: UInt8(ascii: "L"))
    let subjects: [(Omission.Subject, String)] = [
      (.message(1073), "1073"), (.satellite(SatelliteID(.gps, 33)), "G33"),
      (.signal(.gps, code), "GPS 1L"), (.signalNumber(.navic, 2), "NavIC signal 2"),
      (.system(.beidou), "BeiDou"), (.ephemerides(.galileo), "ephemerides of Galileo"),
    ]
    for (subject, name) in subjects { #expect("\(subject)" == name) }
    #expect("\(Omission(.ephemerides(.beidou), .notInVersion))" == "1 ephemeris of BeiDou")
    #expect(
      "\(Omission(.ephemerides(.beidou), .notInVersion, count: 4))" == "4 ephemerides of BeiDou")
    #expect("\(Omission(.message(1003), .incompleteRange, count: 4))" == "1003")
  }
}
