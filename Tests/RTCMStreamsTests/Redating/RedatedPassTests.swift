import Foundation
import TestSupport
import Testing

@testable import RTCMStreams

@Suite("Passes that are dated on")
struct RedatedPassTests {
  /// Returns the messages of a type in a stream, decoded.
  private static func messages(_ type: UInt16, in bytes: [UInt8]) throws -> [RTCMMessage] {
    try frames(of: bytes).filter { $0.type == type }.map { try decoded($0.payload) }
  }

  private static func slices(_ player: CapturePlayer, _ count: Int) -> [[UInt8]] {
    var player = player
    return (0..<count).compactMap { _ in player.due(at: player.nextTime ?? .zero)?.bytes }
  }

  private static func orbit(
    _ satellite: UInt8, toe: Double, iode: UInt8 = 1, week: UInt16 = 100
  ) throws -> [UInt8] {
    var orbit = GPSEphemeris(satelliteID: satellite)
    (orbit.week, orbit.iode, orbit.iodc) = (week, iode, UInt16(iode))
    (orbit.referenceTime, orbit.clockReferenceTime) = (toe, toe)
    orbit.squareRootOfSemiMajorAxis = 5153.5
    return try orbit.frame()
  }

  /// Returns a capture of GPS epochs a second apart from 160,000 s of the week on, preceded by orbits.
  private static func capture(epochs: Int, orbits: [[UInt8]]) throws -> Capture {
    var bytes = Array(orbits.joined())
    for epoch in 0..<epochs {
      bytes += try ObservationFrames.frame(1077, time: (160_000 + epoch) * 1000)
    }
    return Capture(bytes)
  }

  private static func orbits(in bytes: [UInt8]) throws -> [GPSEphemeris] {
    try messages(1019, in: bytes).compactMap { message in
      if case .gpsEphemeris(let orbit) = message { orbit } else { nil }
    }
  }

  @Test("the first pass is the capture, up to a whole number of its steps")
  func cutsPass() throws {
    let capture = try Self.capture(epochs: 40, orbits: [try Self.orbit(1, toe: 160_000)])
    let player = CapturePlayer(capture)
    #expect(player.period == .seconds(32))
    let first = Self.slices(player, 32).joined()
    #expect(Array(first) == Array(capture.bytes.prefix(first.count)))
    #expect(player.slice(31)?.time == .seconds(31) && player.slice(32)?.time == .seconds(32))
    #expect(
      Self.slices(CapturePlayer(capture, mode: .once), 99).joined().elementsEqual(capture.bytes))
  }

  @Test("a capture shorter than a step is followed by a gap")
  func closesWithGap() throws {
    let capture = try Self.capture(epochs: 10, orbits: [try Self.orbit(1, toe: 160_000)])
    let player = CapturePlayer(capture)
    #expect(player.period == .seconds(16))
    let epochs = Capture(Array(Self.slices(player, 20).joined())).index
    #expect(epochs.slices.map(\.time)[10] == .seconds(16))
  }

  @Test(
    "the step is that of all systems together",
    arguments: [
      ([], 700.0), ([1019], 688), ([1044], 688), ([1042], 688), ([1045], 480), ([1019, 1046], 480),
    ] as [([UInt16], Double)])
  func knowsGrid(types: [UInt16], period: Double) throws {
    var orbits: [[UInt8]] = []
    for type in types {
      var payload = [UInt8](repeating: 0, count: 64)
      (payload[0], payload[1]) = (UInt8(type >> 4), UInt8(type & 15) << 4)
      orbits.append(try framed(payload))
    }
    let player = CapturePlayer(try Self.capture(epochs: 700, orbits: orbits))
    #expect(player.period == .seconds(period))
  }

  @Test("an orbit is told for the middle of each pass, whose neighbours are as far from the border")
  func restatesOrbits() throws {
    let orbit = try Self.orbit(7, toe: 165_600)
    let capture = try Self.capture(epochs: 320, orbits: [orbit])
    let slices = Self.slices(CapturePlayer(capture), 3 * 320)
    #expect(slices[0].starts(with: orbit))
    let second = try Self.orbits(in: slices[320])
    // The orbits are the first pass's, the second pass's, and the capture's own repetition.
    #expect(second.map(\.referenceTime) == [160_160, 160_480, 160_480])
    #expect(try Self.orbits(in: slices[640]).map(\.referenceTime) == [160_800, 160_800])
    #expect(Set(second.map(\.iode) + [1]).count == 3)
    #expect(second.allSatisfy { $0.iodc & 0xFF == UInt16($0.iode) })
    #expect(second.map(\.clockReferenceTime) == [165_600, 165_920, 165_920])
  }

  @Test("where the middle is between two steps, it is missed on either side in turn")
  func alternates() throws {
    let capture = try Self.capture(epochs: 336, orbits: [try Self.orbit(7, toe: 165_600)])
    let slices = Self.slices(CapturePlayer(capture), 3 * 336)
    // The middle is 168 s after the beginning; orbits have steps of 16 s.
    let second = try Self.orbits(in: slices[336])
    #expect(second.map(\.referenceTime) == [160_160, 160_512, 160_512])
    #expect(try Self.orbits(in: slices[672]).map(\.referenceTime) == [160_832, 160_832])
  }

  @Test("a stale Galileo orbit makes no difference to the one behind it")
  func leavesOutStale() throws {
    let model = GalileoEphemeris.model
    #expect(model.isForwardOnly)
    let stale = OrbitCells(
      toes: [-model.validity - 600_000, 1_800_000], passLength: 3_600_000, model: model)
    let alone = OrbitCells(toes: [1_800_000], passLength: 3_600_000, model: model)
    #expect(stale.restatements(of: 0, isOddPass: false) == [])
    #expect(
      stale.restatements(of: 1, isOddPass: false) == alone.restatements(of: 0, isOddPass: false))
  }

  @Test("of a satellite so many orbits are told anew, and where weeks disagree the first counts")
  func limits() throws {
    let orbits = try (1...130).map { try Self.orbit(7, toe: 160_000, iode: UInt8($0)) }
    let many = try Self.capture(epochs: 20, orbits: orbits)
    #expect(many.plan.orbits.count == 128)
    let weeks = try [100, 300].map { try Self.orbit(7, toe: 160_000, iode: 1, week: $0) }
    let capture = try Self.capture(epochs: 20, orbits: weeks)
    #expect(capture.plan.firstEpoch.week == 2148)
  }

  @Test("of two orbits each is in force in its part of every pass, and a stale one never is")
  func keepsTurns() throws {
    let orbits = [
      try Self.orbit(7, toe: 160_000, iode: 1), try Self.orbit(7, toe: 160_480, iode: 2),
      try Self.orbit(7, toe: 150_000, iode: 3),
    ]
    let capture = try Self.capture(epochs: 800, orbits: orbits)
    let player = CapturePlayer(capture)
    let told = try Self.orbits(in: Self.slices(player, 801)[800]).suffix(4)
    // The border of the orbits is 240 s into the pass of 800 s: 112 s on both sides of it and of the pass's
    // borders.
    #expect(told.map(\.referenceTime) == [160_912, 160_928, 161_152, 161_488])
    #expect(
      player.losses == [
        RedatingLoss(reason: .neverInForce, messageTypes: [1019], isFromBeginning: false)
      ])
  }

  @Test("what says times that nobody here can move is left out and told, from the second pass on")
  func leavesOut() throws {
    let unknown = try framed([0xFA, 0x10, 1, 2, 3])
    let station = try ObservationFrames.station()
    let capture = try Self.capture(epochs: 2, orbits: [unknown, station])
    let player = CapturePlayer(capture)
    let slices = Self.slices(player, 3)
    #expect(slices[0].starts(with: unknown + station))
    #expect(slices[2].starts(with: station))
    #expect(
      player.losses == [
        RedatingLoss(reason: .unknownTimes, messageTypes: [4001], isFromBeginning: false)
      ])
    #expect(player.losses.first?.description.hasPrefix("later passes without 4001 (") == true)
    #expect(CapturePlayer(capture, mode: .once).losses == [])
  }

  @Test("no phase is locked for longer than the pass lasts", .compares(with: .captures))
  func limitsLockTimes() throws {
    let capture = Capture(try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3"))
    let slices = Self.slices(CapturePlayer(capture), 2 * 960)
    var longest = 0
    for epoch in [0, 1, 30, 600, 959] {
      for frame in frames(of: slices[960 + epoch]) {
        guard case .msm(let message) = try decoded(frame.payload) else { continue }
        for cell in message.cells {
          let lock = cell.minimumLockTimeMilliseconds ?? 0
          #expect(lock <= epoch * 1000)
          longest = max(longest, lock)
        }
      }
    }
    #expect(longest > 500_000)
  }

  @Test("without GLONASS the last observation left ends its epoch", .compares(with: .captures))
  func dropsGLONASS() throws {
    let capture = Capture(try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3"))
    let slices = Self.slices(CapturePlayer(capture), 961)
    let types = frames(of: slices[960]).compactMap(\.type)
    #expect(!types.contains { [1020, 1087, 1230].contains($0) })
    #expect(types.contains(1077) && types.contains(1097))
    var flags: [Bool] = []
    for frame in frames(of: slices[960]) {
      if case .msm(let message) = try decoded(frame.payload) {
        flags.append(message.header.isMoreToFollow)
      }
    }
    #expect(flags.last == false && flags.dropLast().allSatisfy { $0 })
    #expect(
      CapturePlayer(capture).losses.first
        == RedatingLoss(
          reason: .glonassNeedsHours, messageTypes: [1020, 1087, 1230], isFromBeginning: false))
  }

  @Test("when GLONASS comes last, the one before it ends the epoch")
  func endsEpochs() throws {
    var glonass = GLONASSEphemeris(satelliteID: 3)
    glonass.day = 1
    var bytes = try glonass.frame()
    for second in 0..<20 {
      let time = 50_000_000 + second * 1000
      bytes += try ObservationFrames.frame(1077, time: time, isMoreToFollow: true)
      bytes += try ObservationFrames.frame(1087, time: time + 10_782_000)
    }
    let slices = Self.slices(CapturePlayer(bytes), 901)
    #expect(try slices[20] == ObservationFrames.frame(1077, time: 50_020_000))
    // The shift is sometimes a multiple of 15 min, but GLONASS still stays out of all later passes.
    #expect(try slices[900] == ObservationFrames.frame(1077, time: 50_900_000))
  }

  @Test("passes of an hour keep GLONASS, its clock times moved by it")
  func keepsGLONASS() throws {
    var glonass = GLONASSEphemeris(satelliteID: 3)
    (glonass.referenceTime, glonass.day) = (54_900, 10)
    var bytes = try glonass.frame()
    for epoch in 0..<400 {
      let time = 50_000_000 + epoch * 10_000
      bytes += try ObservationFrames.frame(1077, time: time, isMoreToFollow: true)
      bytes += try ObservationFrames.frame(1087, time: time + 10_782_000)
    }
    let player = CapturePlayer(bytes)
    #expect(player.period == .seconds(3600))
    #expect(player.losses == [])
    let second = Self.slices(player, 361)[360]
    (glonass.referenceTime, glonass.frameTimeField) = (58_500, 1 << 7)
    #expect(try Self.messages(1020, in: second) == [.glonassEphemeris(glonass)])
    #expect(frames(of: second).map(\.type) == [1020, 1077, 1087])
  }

  @Test("pyrtcm decodes every frame of three passes", .compares(with: .captures, .pyrtcm))
  func isReadByPyrtcm() throws {
    let capture = Capture(try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3"))
    let stream = Array(Self.slices(CapturePlayer(capture), 3 * 960).joined())
    let folder = try TemporaryFolder()
    _ = try folder.write(stream, to: "base.rtcm3")
    let output = try PythonPackage.pyrtcm.run("pyrtcm_counts.py", in: folder.url)
    let size = frames(of: stream).map(\.bytes.count).reduce(0, +)
    #expect(output.hasPrefix("\(size) "))
    #expect(output.contains(" 1077:2880"))
  }
}
