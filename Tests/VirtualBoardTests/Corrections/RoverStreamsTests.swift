import BoardSimulation
import GNSSBasics
import NtripMemory
import RTCMParser
import RTCMStreams
import SensorDrivers
import Testing
import UBloxRaw

@testable import VirtualBoard

@Suite("What a board's receiver measures, for others")
struct RoverStreamsTests {
  /// Returns the bytes that a client reads from a mountpoint of a standing board's caster in some seconds.
  private static func read(_ name: String, sky: SkyMode = .on, for seconds: Int) throws -> [UInt8] {
    var options = BoardOptions()
    (options.scenario, options.sky) = (.standing, sky)
    let supply = try CorrectionSupply(.builtInBase, from: options.bootDate)
    let wiring = try supply.wiring(of: options)
    let caster = try #require(wiring.caster)
    let board = try Board(options, world: wiring.world, link: wiring.link)
    board.offerMeasurements(over: caster)
    board.run(until: .seconds(45))
    let request = Array("GET /\(name) HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n".utf8)
    let id = caster.connect(saying: request, at: board.now)
    board.run(until: board.now + .seconds(seconds))
    let bytes = caster.takeOutput(of: id).bytes
    let head = Array("ICY 200 OK\r\n\r\n".utf8)
    try #require(bytes.starts(with: head))
    return Array(bytes.dropFirst(head.count))
  }

  private static func epochs(_ rtcm: [UInt8]) throws -> (
    epochs: [ObservationEpoch], types: Set<UInt16>
  ) {
    let date = try #require(GPSTime(World.defaultBootDate))
    var assembler = EpochAssembler(near: date)
    var (epochs, types): ([ObservationEpoch], Set<UInt16>) = ([], [])
    var scanner = FrameScanner()
    scanner.consume(rtcm.span) { frame in
      guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
      types.insert(message.type)
      assembler.add(message) { epochs.append($0) }
    }
    assembler.finish { epochs.append($0) }
    #expect(scanner.counts.badCRC == 0 && scanner.counts.otherBytes == 0)
    return (epochs, types)
  }

  @Test("ROVER has an epoch of MSM7 each second, and the ephemerides of its satellites")
  func rtcm() throws {
    let stream = try Self.read("ROVER", for: 20)
    let (epochs, types) = try Self.epochs(stream)
    #expect((19...21).contains(epochs.count))
    #expect(types.isSuperset(of: [1077, 1087, 1097, 1127, 1019, 1020, 1042, 1046]), "\(types)")
    #expect(epochs.allSatisfy { Set($0.observations.map(\.satellite)).count >= 20 })
  }

  @Test("ROVER_UBX has the same measurements, as a receiver sends them")
  func ubx() throws {
    let rtcm = try Self.read("ROVER", for: 20)
    let epochs = try Self.epochs(rtcm).epochs
    var (raw, words): ([GPSTime: ObservationEpoch], Int) = ([:], 0)
    var scanner = UBXScanner(maximumPayload: RxmRAWX.greatestLength)
    let stream = try Self.read("ROVER_UBX", for: 20)
    scanner.consume(stream.span) { id, payload in
      if id == .rxmSFRBX { words += 1 }
      guard id == .rxmRAWX, let rawx = try? RxmRAWX(decoding: payload),
        let epoch = try? rawx.observationEpoch()
      else { return }
      raw[epoch.time] = epoch
    }
    #expect(words > 50)
    var compared = 0
    for epoch in epochs {
      guard let other = raw[epoch.time] else { continue }
      for (a, b) in zip(epoch.observations, other.observations) {
        #expect(a.satellite == b.satellite)
        let difference = (a.pseudorange ?? 0) - (b.pseudorange ?? 1)
        #expect(abs(difference) < 0.001)
        compared += 1
      }
    }
    #expect(compared > 19 * 40)
  }

  @Test("with the sky off they are silent")
  func off() throws {
    let bytes = try Self.read("ROVER", sky: .off, for: 5)
    #expect(bytes.isEmpty)
  }
}
