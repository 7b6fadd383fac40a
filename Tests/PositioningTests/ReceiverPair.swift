import GNSSBasics
import RTCMParser
import TestSupport
import UBloxRaw

@testable import Positioning

/// Two u-blox M8P, a base and a rover, by their logs in ``SharedCaptures``.
struct ReceiverPair: Sendable {
  private let rover, base: Log
  private let basePosition: ECEFPosition

  /// The contents of a log.
  private struct Log: Sendable {
    var epochs: [ObservationEpoch] = []
    var ephemerides: [(message: RTCMMessage, time: GPSTime)] = []

    /// Phases that the receiver itself gives more than 0.02 cycles are left out, as `gnss solve` does.
    init(_ bytes: [UInt8]) {
      var reader = RawLogReader(greatestPhaseDeviation: 0.02)
      reader.consume(bytes.span) { event in
        switch event {
        case .epoch(let epoch): epochs.append(epoch)
        case .ephemeris(let ephemeris):
          if let last = epochs.last { ephemerides.append((ephemeris.message, last.time)) }
        default: break
        }
      }
    }
  }

  private init(rover: String, base: String) throws {
    self.rover = Log(try SharedCaptures.bytes(of: "jdesbonnet__\(rover).ubx"))
    let bytes = try SharedCaptures.bytes(of: "jdesbonnet__\(base).ubx")
    self.base = Log(bytes)
    // The log has the base's 1005 beside its measurements, many of them damaged.
    var counts: [ECEFPosition: Int] = [:]
    for frame in scan(bytes, chunkLengths: [bytes.count]).frames {
      guard case .antennaReferencePoint(let point) = try? RTCMMessage(decoding: frame.payload.span)
      else { continue }
      counts[point.position, default: 0] += 1
    }
    let told = counts.max { $0.value < $1.value }?.key
    basePosition = told ?? ECEFPosition(x: 0, y: 0, z: 0)
  }

  /// A rover that stands still, read once for all tests.
  static func standing() throws -> ReceiverPair { try standingPair.get() }
  /// A rover in a car.
  static func driving() throws -> ReceiverPair { try drivingPair.get() }

  private static let standingPair = Result {
    try ReceiverPair(
      rover: "pairA_rover-20181004-1237", base: "pairA_base-20181004-1236")
  }
  private static let drivingPair = Result {
    try ReceiverPair(
      rover: "pairB_rover-20181004-1532", base: "pairB_base-20181004-1452")
  }

  /// Solves all epochs of the rover with some of its signals, and returns the share that is fixed.
  func fixRate(
    _ options: RTKOptions = RTKOptions(),
    keeping isKept: (SignalObservation) -> Bool = { _ in true }
  ) -> Double {
    var engine = RTKEngine(options)
    engine.basePosition = basePosition
    (engine.roverPhases.receiver, engine.basePhases.receiver) = ("u-blox", "u-blox")
    for (message, time) in base.ephemerides + rover.ephemerides {
      engine.take(message, near: time)
    }
    var (next, fixed) = (0, 0)
    for var epoch in rover.epochs {
      while next < base.epochs.count, base.epochs[next].time <= epoch.time {
        engine.takeBase(base.epochs[next])
        next += 1
      }
      epoch.observations.removeAll { !isKept($0) }
      if engine.solve(epoch).state == .fixed { fixed += 1 }
    }
    return Double(fixed) / Double(max(rover.epochs.count, 1))
  }
}
