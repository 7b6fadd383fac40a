import RTCMStreams
import TestSupport
import Testing

@Suite("Epoch assembler")
struct EpochAssemblerTests {
  static let reference = GPSTime(week: 2421, secondsOfWeek: 86_400)
  static let time = 129_618_000

  /// Returns an MSM without cells, with a given time and flag.
  private func message(
    _ constellation: Constellation, at time: Int = time, more: Bool, stationID: UInt16 = 17,
    leapSeconds: Int = 18
  ) throws -> RTCMMessage {
    var message = try MadeUpBase.observations(of: constellation, at: time)
    (message.header.isMoreToFollow, message.header.stationID) = (more, stationID)
    message.header.epoch = MSMEpoch(
      constellation: constellation, gpsTimeOfWeekMilliseconds: time, leapSeconds: leapSeconds)
    return .msm(message)
  }

  private func epochs(
    of messages: [RTCMMessage], near reference: GPSTime = reference, finish: Bool = true
  ) -> [ObservationEpoch] {
    var assembler = EpochAssembler(near: reference)
    var epochs: [ObservationEpoch] = []
    for message in messages { assembler.add(message) { epochs.append($0) } }
    if finish { assembler.finish { epochs.append($0) } }
    return epochs
  }

  @Test("the messages of a time are one epoch, with the observations of all systems")
  func joins() throws {
    let epochs = epochs(of: [
      try message(.gps, more: true), try message(.glonass, more: true),
      try message(.beidou, more: false), try message(.gps, at: Self.time + 1000, more: true),
    ])
    #expect(epochs.map(\.messageTypes) == [[1077, 1087, 1127], [1077]])
    #expect(epochs.map(\.isComplete) == [true, false])
    #expect(epochs.map(\.time.millisecondsOfWeek) == [Self.time, Self.time + 1000])
    #expect(epochs.map(\.time.week) == [2421, 2421])
    #expect(epochs.map(\.observations.count) == [15, 5])
    #expect(epochs.map(\.stationID) == [17, 17])
  }

  @Test("once the flag has proved right, an epoch is given with its last message")
  func doesNotWait() throws {
    let epochs = epochs(
      of: try (0..<3).flatMap { second in
        let time = Self.time + second * 1000
        return [
          try message(.gps, at: time, more: true), try message(.galileo, at: time, more: false),
        ]
      }, finish: false)
    #expect(epochs.count == 3)
    #expect(epochs.allSatisfy { $0.isComplete && $0.messageTypes == [1077, 1097] })
  }

  @Test("a station whose every message says that no more follows has whole epochs, without waiting")
  func survivesFalseFlags() throws {
    let systems: [Constellation] = [.gps, .glonass, .galileo]
    let epochs = epochs(
      of: try (0..<3).flatMap { second in
        try systems.map { try message($0, at: Self.time + second * 1000, more: false) }
      }, finish: false)
    #expect(epochs.count == 3)
    #expect(epochs.allSatisfy { $0.isComplete && $0.messageTypes == [1077, 1087, 1097] })
  }

  @Test("an epoch whose last message was lost ends with the next one")
  func endsWithNextTime() throws {
    let messages = try (0..<3).flatMap { second in
      let time = Self.time + second * 1000
      return [
        try message(.gps, at: time, more: true), try message(.galileo, at: time, more: false),
      ]
    }
    let epochs = epochs(of: messages.enumerated().filter { $0.offset != 3 }.map(\.element))
    #expect(epochs.map(\.messageTypes) == [[1077, 1097], [1077], [1077, 1097]])
    #expect(epochs.map(\.isComplete) == [true, false, true])
  }

  @Test("two stations in one stream have epochs of their own")
  func keepsStationsApart() throws {
    let epochs = epochs(of: [
      try message(.gps, more: true), try message(.galileo, more: false),
      try message(.gps, more: true, stationID: 5), try message(.galileo, more: false, stationID: 5),
    ])
    #expect(epochs.map(\.stationID) == [17, 5])
    #expect(epochs.map(\.observations.count) == [10, 10])
  }

  @Test("messages of two stations that the flag joins are one epoch, as in merged streams")
  func joinsMergedStations() throws {
    let epochs = epochs(of: [
      try message(.gps, more: true), try message(.galileo, more: true, stationID: 5),
      try message(.beidou, more: false),
    ])
    #expect(epochs.map(\.stationID) == [17])
    #expect(epochs.map(\.messageTypes) == [[1077, 1097, 1127]])
  }

  @Test("the end of a stream gives its last epoch once, and what comes then is another epoch")
  func finishesOnce() throws {
    var assembler = EpochAssembler(near: Self.reference)
    var epochs: [ObservationEpoch] = []
    assembler.add(try message(.gps, more: true)) { epochs.append($0) }
    for _ in 0..<2 { assembler.finish { epochs.append($0) } }
    #expect(epochs.map(\.messageTypes) == [[1077]])
    assembler.add(try message(.galileo, more: true)) { epochs.append($0) }
    assembler.finish { epochs.append($0) }
    #expect(epochs.map(\.messageTypes) == [[1077], [1097]])
  }

  @Test("each epoch is the reference of the next, over weeks and leap seconds")
  func followsTime() throws {
    // One epoch a day, from two days before the leap second of 2016 to five weeks after it.
    let start = try #require(GPSTime(UnixTime(nanoseconds: 1_483_059_600_000_000_000)))
    let messages = try (0..<37).map { day in
      let time = start.advanced(byNanoseconds: Int64(day) * 86_400_000_000_000)
      return try message(
        .glonass, at: time.millisecondsOfWeek, more: false, leapSeconds: time.leapSeconds)
    }
    let epochs = epochs(of: messages, near: start)
    #expect(epochs.count == 37)
    for (day, epoch) in epochs.enumerated() {
      #expect(epoch.time == start.advanced(byNanoseconds: Int64(day) * 86_400_000_000_000))
    }
  }

  @Test("SBAS by the time of day, and GLONASS with a wrong day, belong to the epoch under way")
  func corrects() throws {
    let day = Self.time % 86_400_000
    guard case .msm(var glonass) = try message(.glonass, more: true) else { return }
    glonass.header.epoch.glonassDayOfWeek = 6
    let epochs = epochs(of: [
      try message(.gps, more: true), .msm(glonass), try message(.sbas, at: day, more: false),
    ])
    #expect(epochs.map(\.messageTypes) == [[1077, 1087, 1107]])
    #expect(
      epochs[0].observations.contains { $0.constellation == .sbas && $0.satelliteNumber == 23 })
  }

  @Test(
    "GLONASS with leap seconds of another year belongs to the epoch under way from the third one on"
  )
  func wrongLeapSeconds() throws {
    func messages(leapSeconds: (Int) -> Int, more: Bool = true) throws -> [RTCMMessage] {
      try (0..<5).flatMap { second in
        let time = Self.time + second * 1000
        return [
          try message(.gps, at: time, more: more),
          try message(.glonass, at: time, more: false, leapSeconds: leapSeconds(second)),
        ]
      }
    }
    let joined = epochs(of: try messages { _ in 15 })
    #expect(joined.suffix(3).map(\.messageTypes) == [[1077, 1087], [1077, 1087], [1077, 1087]])
    #expect(
      joined.suffix(3).map(\.time.millisecondsOfWeek) == (2..<5).map { Self.time + $0 * 1000 })
    // One that is another time each time is no matter of leap seconds, and so is one that was not announced.
    #expect(!epochs(of: try messages { 15 + $0 % 2 }).contains { $0.messageTypes.count == 2 })
    #expect(
      !epochs(of: try messages(leapSeconds: { _ in 15 }, more: false)).contains {
        $0.messageTypes.count == 2
      })
    #expect(!epochs(of: try messages { _ in 18 - 21 }).contains { $0.messageTypes.count == 2 })
  }

  @Test("a GLONASS message whose GPS message is lost now and then is an epoch of its own each time")
  func lostFrames() throws {
    let lost = Set([3, 7, 11, 15])
    let epochs = epochs(
      of: try (0..<18).flatMap { second in
        let time = Self.time + second * 1000
        // Lost with a GPS message is the GLONASS message before it, which would have ended its epoch.
        let gps = lost.contains(second) ? [] : [try message(.gps, at: time, more: true)]
        let glonass =
          lost.contains(second + 1) ? [] : [try message(.glonass, at: time, more: false)]
        return gps + glonass
      })
    #expect(epochs.map(\.time.millisecondsOfWeek) == (0..<18).map { Self.time + $0 * 1000 })
    for (second, epoch) in epochs.enumerated() {
      let types: [UInt16] =
        lost.contains(second) ? [1087] : lost.contains(second + 1) ? [1077] : [1077, 1087]
      #expect(epoch.messageTypes == types, "\(second)")
    }
  }

  @Test("of a signal that two messages have, that of the higher type is kept")
  func keepsBest() throws {
    guard case .msm(let msm7) = try message(.gps, more: false) else { return }
    var msm4 = msm7
    msm4.header.type.kind = 4
    msm4.header.isMoreToFollow = true
    for messages in [[msm4, msm7], [msm7, msm4]] {
      let epochs = epochs(of: messages.map { .msm($0) })
      #expect(epochs.count == 1)
      #expect(epochs[0].observations.map(\.messageType) == [1077, 1077, 1077, 1077, 1077])
    }
  }

  @Test("signals without a name are told apart by their number, and keep their lock times")
  func namelessSignals() throws {
    let messages = try [4, 7].map { (kind: UInt8) in
      RTCMMessage.msm(
        try MSMMessage(
          type: MSMType(.gps, kind: kind), stationID: 17,
          epoch: MSMEpoch(constellation: .gps, gpsTimeOfWeekMilliseconds: Self.time),
          isMoreToFollow: kind == 4,
          observations: [1, 31].map {
            MSMObservation(
              satelliteID: 7, signalID: $0, pseudorange: 2e7, phaserange: 2e7,
              lockTimeMilliseconds: 1024, cnr: 40)
          }))
    }
    let epochs = epochs(of: messages)
    #expect(epochs.count == 1)
    #expect(epochs[0].observations.map(\.signalID) == [1, 31])
    #expect(epochs[0].observations.map(\.messageType) == [1077, 1077])
    #expect(epochs[0].observations.map(\.minimumLockTimeMilliseconds) == [1024, 1024])
  }

  @Test("GLONASS phases are in cycles once a message has told the channels")
  func learnsChannels() throws {
    guard case .msm(var msm) = try message(.glonass, more: false) else { return }
    for index in msm.satellites.indices { msm.satellites[index].extendedInformation = 15 }
    var orbit = GLONASSEphemeris(satelliteID: 9)
    orbit.frequencyChannelIndicator = 5
    var next = msm
    next.header.epoch = msm.header.epoch.advanced(byMilliseconds: 1000)
    let epochs = epochs(of: [.msm(msm), .glonassEphemeris(orbit), .msm(next)])
    let phases = epochs.flatMap(\.observations).filter { $0.phase != nil }
    #expect(phases.map(\.satelliteNumber) == [9, 9])
    #expect(phases.map(\.glonassFrequencyChannel) == [-2, -2])
    #expect(phases.first?.carrierFrequency == 1_600_875_000)
  }
}
