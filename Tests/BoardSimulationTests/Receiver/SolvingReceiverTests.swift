import GNSSBasics
import GNSSSimulation
import RTCMParser
import SensorDrivers
import Testing

@testable import BoardSimulation

/// The receiver that solves, on the bus, with the bytes of a station.
@Suite struct SolvingReceiverTests {
  @Test("a fix is computed: millimetres from the truth, with the numbers of the solution")
  func earned() throws {
    var rover = try SolvingReceiver()
    try rover.run(for: 60)
    let first = try #require(rover.fixed.first)
    #expect(first.second < 45)
    #expect(rover.epochs.suffix(10).allSatisfy { $0.state == .rtkFixed })
    #expect(rover.fixed.allSatisfy { $0.level < 0.02 && $0.up.magnitude < 0.04 })
    // What is computed is never the truth itself.
    #expect(Set(rover.fixed.map(\.level)).count == rover.fixed.count)
    let last = try #require(rover.fixed.last)
    let reference = try #require(last.reference)
    #expect(reference.stationID == 1)
    #expect((reference.length - 500 * 2.0.squareRoot()).magnitude < 0.1)
    #expect(reference.age <= .seconds(1))
    let receiver = rover.bench.receiver
    let solution = try #require(receiver.solution)
    #expect(solution.satellitesUsed >= 15)
    #expect((0.001...0.05).contains(solution.horizontalAccuracy))
    let details = try #require(receiver.solutionDetails)
    #expect(details.ratio > 1 && details.used.count == solution.satellitesUsed)
    let version = try #require(rover.bench.ask(.monVER).first?.version)
    #expect(version["MODEL"] == "boardsim rtk")
  }

  @Test("a station that tells a position 10 m off shifts the fix by as much: nothing is declared")
  func wrongBase() throws {
    var rover = try SolvingReceiver()
    rover.edit = { _, message in message.movingStation(by: 10) }
    try rover.run(for: 60)
    #expect(rover.fixed.count >= 10)
    #expect(
      rover.fixed.allSatisfy {
        (($0.level * $0.level + $0.up * $0.up).squareRoot() - 10).magnitude < 0.05
      })
  }

  @Test(
    "a station that moves between two epochs ends the fix, and the reason says how far it moved")
  func movedBase() throws {
    var rover = try SolvingReceiver {
      ($0.systems, $0.stationInterval) = ([.gps], .seconds(1))
    }
    // With half cycles open nothing is whole at once.
    rover.damage = { second, epoch in
      guard (50..<54).contains(second) else { return }
      for index in epoch.observations.indices {
        epoch.observations[index].hasHalfCycleAmbiguity = true
      }
    }
    rover.edit = { second, message in second < 50 ? message : message.movingStation(by: 12) }
    try rover.run(for: 70)
    #expect(rover.epochs[45].state == .rtkFixed && rover.epochs[45].level < 0.02)
    let moved = rover.epochs.dropFirst(50).filter { $0.reason.sentence.contains("base moved 12 m") }
    #expect(!moved.isEmpty && moved.allSatisfy { $0.state < .rtkFixed })
    for epoch in rover.epochs.suffix(5) where epoch.state == .rtkFixed {
      #expect(((epoch.level * epoch.level + epoch.up * epoch.up).squareRoot() - 12).magnitude < 0.1)
    }
  }

  @Test("corrections that end are told with their age, and the fix comes back with them")
  func silence() throws {
    var rover = try SolvingReceiver()
    rover.edit = { (50..<120).contains($0) ? nil : $1 }
    try rover.run(for: 135)
    #expect(rover.epochs[60].state == .rtkFixed && rover.epochs[60].level < 0.1)
    guard case .holding(_, let age) = rover.epochs[70].reason else {
      Issue.record("\(rover.epochs[70].reason.sentence)")
      return
    }
    #expect((.seconds(19) ... .seconds(22)).contains(age))
    #expect(rover.epochs[118].state == .threeD)
    #expect(rover.epochs[118].reason.sentence.contains("have stopped"))
    #expect(rover.epochs.suffix(5).allSatisfy { $0.state == .rtkFixed && $0.level < 0.02 })
  }

  @Test("disturbed phases and a configuration for float keep the solution from whole ambiguities")
  func floatOnly() throws {
    var rover = try SolvingReceiver()
    rover.bench.receiver.defects.flags = [.float]
    try rover.run(for: 45)
    #expect(rover.fixed.isEmpty && rover.epochs.last?.state == .rtkFloat)
    #expect(rover.epochs.last?.reason.sentence.contains("gnss.float") == true)
    rover.bench.receiver.defects.flags = []
    try rover.run(for: 10)
    #expect(rover.epochs.last?.state == .rtkFixed)
    #expect(rover.bench.set([UBXConfigurationItem(.differentialMode, 2)]))
    try rover.run(for: 3)
    #expect(rover.epochs.last?.state == .rtkFloat)
  }

  @Test("a minute that is repeated is as old as it is, and the fix is back with what is new")
  func repeatedMinute() throws {
    var rover = try SolvingReceiver()
    rover.delay = { (60..<130).contains($0) ? 60 : 0 }
    try rover.run(for: 150)
    #expect(rover.epochs[59].state == .rtkFixed)
    #expect(rover.epochs[125].state == .threeD)
    #expect(
      rover.fixed.allSatisfy { $0.level < 0.1 && ($0.reference?.age ?? .zero) <= .seconds(61) })
    #expect(rover.epochs.suffix(5).allSatisfy { $0.state == .rtkFixed && $0.level < 0.02 })
  }

  @Test("corrections that are two minutes late are told as old, and nothing is fixed on them")
  func late() throws {
    var rover = try SolvingReceiver()
    rover.delay = { _ in 120 }
    try rover.run(for: 170)
    #expect(rover.fixed.isEmpty)
    let last = try #require(rover.epochs.last)
    #expect(last.state == .threeD)
    let words = last.reason.sentence
    #expect(words.contains("120 s old") || words.contains("121 s old"), "\(words)")
  }

  @Test("one satellite that is off by 30 m, a cycle or half of one at the station does no harm")
  func badSatellite() throws {
    for error in [30, 0.19, 0.095] {
      var rover = try SolvingReceiver()
      rover.damage = { second, epoch in
        guard second >= 40, let satellite = epoch.observations.first?.satellite else { return }
        for index in epoch.observations.indices
        where epoch.observations[index].satellite == satellite {
          epoch.observations[index].pseudorange? += error
          epoch.observations[index].phaserange? += error
        }
      }
      try rover.run(for: 60)
      #expect(rover.fixed.count >= 15, "\(error)")
      #expect(rover.fixed.allSatisfy { $0.level < 0.05 }, "\(error)")
    }
  }

  @Test("a stream of another date is solved under its own sky, and without orbits it never is")
  func anotherDate() throws {
    let later = SolvingReceiver.start.advanced(by: .seconds(1000 * 86_400 + 12_345))
    var rover = try SolvingReceiver(date: later)
    try rover.run(for: 90)
    #expect(rover.fixed.count >= 20)
    #expect(rover.fixed.allSatisfy { $0.level < 0.03 && $0.up.magnitude < 0.06 })
    var silent = try SolvingReceiver(date: later)
    silent.edit = { $1.orbitingSatellite == nil ? $1 : nil }
    try silent.run(for: 90)
    #expect(silent.fixed.isEmpty)
    let reason = try #require(silent.epochs.last).reason.sentence
    #expect(reason.contains("orbits of 0 of ") && reason.hasPrefix("rtk-float: "), "\(reason)")
  }

  @Test("a station with another atmosphere over the same satellites is solved by its own errors")
  func anotherAtmosphere() throws {
    for isOwn in [true, false] {
      var rover = try SolvingReceiver { $0.seed = 5 }
      rover.bench.receiver.hearsOwnBase = isOwn
      try rover.run(for: 60)
      #expect((rover.epochs.last?.state == .rtkFixed) == !isOwn)
      #expect(rover.fixed.allSatisfy { $0.level < 0.02 })
    }
  }

  @Test("orbits that are told slowly are used as they come")
  func slowOrbits() throws {
    let later = SolvingReceiver.start.advanced(by: .seconds(1000 * 86_400 + 12_345))
    var rover = try SolvingReceiver(date: later) { $0.ephemerisInterval = .seconds(300) }
    var told: Set<SatelliteID> = []
    rover.edit = { second, message in
      guard let satellite = message.orbitingSatellite else { return message }
      if told.count <= second / 4 { told.insert(satellite) }
      return told.contains(satellite) ? message : nil
    }
    try rover.run(for: 120)
    #expect(rover.epochs[45].state > .none)
    #expect(rover.fixed.allSatisfy { $0.level < 0.05 })
  }

  @Test("the same seed gives the same bytes, another one others")
  func repeatable() throws {
    func bytes(seed: UInt64) throws -> [UInt8] {
      var rover = try SolvingReceiver(seed: seed)
      try rover.run(for: 35)
      return rover.bench.ask(.navPVT).flatMap { $0.encode() }
    }
    let first = try bytes(seed: 1)
    #expect(try first == bytes(seed: 1))
    #expect(try first != bytes(seed: 2))
  }
}

extension RTCMMessage {
  /// Returns the message with the station's told position further from the Earth's centre.
  fileprivate func movingStation(by distance: Double) -> RTCMMessage {
    func moved(_ point: AntennaReferencePoint) -> AntennaReferencePoint {
      var point = point
      let radius = point.position.distance(to: ECEFPosition(x: 0, y: 0, z: 0))
      let factor = 1 + distance / radius
      point.position = ECEFPosition(
        x: point.position.x * factor, y: point.position.y * factor, z: point.position.z * factor)
      return point
    }
    guard case .antennaReferencePointAndHeight(var message) = self else { return self }
    message.station = moved(message.station)
    return .antennaReferencePointAndHeight(message)
  }
}
