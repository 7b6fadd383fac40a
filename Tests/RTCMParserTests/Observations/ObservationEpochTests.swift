import RTCMParser
import Testing

@Suite("Observations of one time")
struct ObservationEpochTests {
  private let time = GPSTime(week: 2421, secondsOfWeek: 129_618)

  private func observation(
    _ constellation: Constellation, _ number: Int, _ code: String, type: UInt16? = nil,
    range: Double = 2e7
  ) throws -> SignalObservation {
    let code = try #require(RINEXSignalCode(code))
    var observation = SignalObservation(
      constellation: constellation, satelliteNumber: number, code: code)
    (observation.messageType, observation.pseudorange) = (type, range)
    return observation
  }

  private func epoch(_ observations: [SignalObservation] = []) -> ObservationEpoch {
    ObservationEpoch(time: time, stationID: 17, observations: observations)
  }

  @Test("of a signal twice, the higher type of message stays, in the first one's place")
  func keepsHighest() throws {
    for types in [[1004, 1074, 1077], [1077, 1074, 1004], [1074, 1077, 1004]] as [[UInt16]] {
      var epoch = epoch()
      for type in types {
        epoch.add([try observation(.gps, 5, "1C", type: type)], from: type)
        epoch.add([try observation(.gps, 7, "1C", type: type)], from: type)
      }
      #expect(epoch.messageTypes == types)
      #expect(epoch.observations.map(\.messageType) == [1077, 1077])
      #expect(epoch.observations.map(\.satelliteNumber) == [5, 7])
    }
    var same = epoch()
    for range in [2e7, 3e7] {
      same.add([try observation(.gps, 5, "1C", type: 1077, range: range)], from: 1077)
    }
    #expect(same.observations.map(\.pseudorange) == [2e7])
    #expect(same.messageTypes == [1077])
  }

  @Test("another system, satellite or signal is another observation")
  func differ() throws {
    var epoch = epoch()
    for (constellation, number, code) in [
      (Constellation.gps, 5, "1C"), (.gps, 5, "2W"), (.gps, 6, "1C"), (.galileo, 5, "1C"),
    ] {
      epoch.add([try observation(constellation, number, code, type: 1004)], from: 1004)
    }
    #expect(epoch.observations.count == 4)
    #expect(epoch.hasSystem(otherThan: .gps))
    #expect(!self.epoch([try observation(.gps, 5, "1C")]).hasSystem(otherThan: .gps))
  }

  @Test("signals that the standard does not name are told apart by their places in the mask")
  func unnamed() throws {
    var first = try observation(.gps, 5, "1C", type: 1074)
    (first.code, first.signalID) = (nil, 31)
    var second = first
    second.signalID = 32
    var epoch = epoch()
    epoch.add([first], from: 1074)
    epoch.add([second], from: 1074)
    #expect(epoch.observations.count == 2)
    second.messageType = 1077
    epoch.add([second], from: 1077)
    #expect(epoch.observations.map(\.messageType) == [1074, 1077])
    // A legacy message has no signal ID, so only the RINEX code is compared.
    var named = try observation(.gps, 5, "1C", type: 1074)
    epoch.add([named], from: 1074)
    (named.signalID, named.messageType) = (nil, 1004)
    epoch.add([named], from: 1004)
    #expect(epoch.observations.count == 3)
  }

  @Test("becomes messages of each system, in order, the last of which says that it is")
  func messages() throws {
    var glonass = try observation(.glonass, 8, "1C", range: 2.3e7)
    glonass.glonassFrequencyChannel = -3
    let epoch = epoch([
      try observation(.beidou, 11, "2I", range: 2.4e7), glonass,
      try observation(.gps, 5, "1C", range: 2.1e7),
    ])
    let messages = try epoch.messages(msm: 7, stationID: 42)
    #expect(messages.map(\.header.type.messageType) == [1077, 1087, 1127])
    #expect(messages.map(\.header.isMoreToFollow) == [true, true, false])
    #expect(messages.allSatisfy { $0.header.stationID == 42 })
    for message in messages {
      #expect(message.header.epoch.gpsTime(near: time) == time)
    }
    let cells = messages.flatMap(\.cells)
    #expect(cells.map { $0.pseudorange.map { ($0 / 100).rounded() } } == [2.1e5, 2.3e5, 2.4e5])
    #expect(cells.map(\.glonassFrequencyChannel) == [nil, -3, nil])
    #expect(cells.map(\.minimumLockTimeMilliseconds) == [0, 0, 0])
  }

  @Test("a signal without a place in the mask is left out; without any, there are no messages")
  func withoutPlace() throws {
    var observation = try observation(.gps, 5, "1C")
    observation.signalID = nil
    #expect(try epoch([observation]).messages(msm: 7, stationID: 1).isEmpty)
    observation.signalID = 2
    observation.satelliteNumber = 65
    #expect(try epoch([observation]).messages(msm: 7, stationID: 1).isEmpty)
    #expect(try epoch().messages(msm: 7, stationID: 1).isEmpty)
  }

  @Test(
    "satellites that have no room in a mask of 64 cells go into another message",
    arguments: [(1, 60, [60]), (2, 32, [64]), (2, 33, [64, 2]), (3, 43, [63, 63, 3])])
  func splits(signals: Int, satellites: Int, cells: [Int]) throws {
    let codes = ["1C", "2W", "5X"].prefix(signals)
    let observations = try (1...satellites).flatMap { number in
      try codes.map { try observation(.gps, number, $0) }
    }
    let messages = try epoch(observations.reversed()).messages(msm: 4, stationID: 1)
    #expect(messages.map(\.cells.count) == cells)
    #expect(messages.map(\.header.isMoreToFollow) == cells.indices.map { $0 < cells.count - 1 })
    #expect(messages.flatMap(\.satellites).map(\.id) == (1...satellites).map(UInt8.init))
  }
}
