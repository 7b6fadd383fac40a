import Foundation
import GNSSBasics
import RTCMParser
import RTCMStreams
import TestSupport
import Testing

@testable import Positioning

/// Observations of real receivers, and of a synthesizer that is not ours, in ``SharedCaptures``.
@Suite("A receiver that solves")
struct RTKEngineTests {
  /// A pair of streams with the positions of their antennas.
  struct Pair: Sendable {
    let rover, base: Stream
    let roverPosition, basePosition: GeodeticPosition

    /// The epochs and ephemerides of a stream.
    struct Stream: Sendable {
      var epochs: [ObservationEpoch] = []
      var messages: [RTCMMessage] = []

      init(_ path: String) throws {
        var assembler = EpochAssembler(near: RTKEngineTests.date)
        let bytes = try Array(Data(contentsOf: SharedCaptures.file(path)))
        for frame in scan(bytes, chunkLengths: [bytes.count]).frames {
          guard let message = try? RTCMMessage(decoding: frame.payload.span) else { continue }
          messages.append(message)
          assembler.add(message) { epochs.append($0) }
        }
        assembler.finish { epochs.append($0) }
      }
    }

    init(_ name: String, rover: GeodeticPosition) throws {
      self.rover = try Stream("rtk/\(name)/rover.rtcm3")
      base = try Stream("rtk/\(name)/base.rtcm3")
      roverPosition = rover
      basePosition = GeodeticPosition(
        latitude: 35.134707705, longitude: 136.977577939, height: 104.853)
    }

    static func mosaic() throws -> Pair {
      try Pair(
        "mosaic-static",
        rover: GeodeticPosition(latitude: 35.13469901, longitude: 136.97757549, height: 104.8626))
    }

    static func synthetic() throws -> Pair {
      try Pair(
        "synth-3km",
        rover: GeodeticPosition(
          latitude: 35.1437166837, longitude: 137.0104979225, height: 125.6364))
    }

    /// Solves all epochs of the rover, with changes of what is observed.
    func solve(
      _ options: RTKOptions = RTKOptions(), base position: GeodeticPosition? = nil,
      changing: (inout ObservationEpoch, Int) -> Void = { _, _ in },
      changingBase: (inout ObservationEpoch, Int) -> Void = { _, _ in }
    ) -> [Solution] {
      var engine = RTKEngine(options)
      engine.basePosition = ECEFPosition(position ?? basePosition)
      for message in base.messages + rover.messages {
        engine.take(message, near: RTKEngineTests.date)
      }
      var number = 0
      return rover.epochs.enumerated().map { index, epoch in
        while number < base.epochs.count, base.epochs[number].time <= epoch.time {
          var epoch = base.epochs[number]
          changingBase(&epoch, number)
          engine.takeBase(epoch)
          number += 1
        }
        var epoch = epoch
        changing(&epoch, index)
        return engine.solve(epoch)
      }
    }

    /// Returns the root mean squares of the errors, metres.
    func errors(_ solutions: [Solution]) -> (horizontal: Double, up: Double) {
      var (horizontal, up) = (0.0, 0.0)
      for solution in solutions {
        let off = roverPosition.localOffset(to: GeodeticPosition(solution.position))
        horizontal += off.east * off.east + off.north * off.north
        up += off.up * off.up
      }
      let count = Double(max(solutions.count, 1))
      return ((horizontal / count).squareRoot(), (up / count).squareRoot())
    }
  }

  /// The time of the streams, 2024-06-24 08:20:00 in GPS time.
  static let date = GPSTime(week: 2320, secondsOfWeek: 116_400)

  /// The errors of RTKLIB 2.4.3 b34 on the same files are 0.9 and 1.5 mm, on `synth-3km` 9.2 and 3.2 mm.
  @Test(
    "fixes every epoch of two real receivers, within two millimetres", .compares(with: .captures))
  func mosaic() throws {
    let pair = try Pair.mosaic()
    let solutions = pair.solve()
    #expect(solutions.count == 301)
    #expect(solutions.allSatisfy { $0.state == .fixed })
    let errors = pair.errors(solutions)
    #expect(errors.horizontal < 0.001 && errors.up < 0.0018, "\(errors)")
  }

  @Test("fixes every epoch of a pair three kilometres apart", .compares(with: .captures))
  func synthetic() throws {
    let pair = try Pair.synthetic()
    let solutions = pair.solve()
    #expect(solutions.count == 300)
    #expect(solutions.allSatisfy { $0.state == .fixed })
    let errors = pair.errors(solutions)
    #expect(errors.horizontal < 0.006 && errors.up < 0.006, "\(errors)")
  }

  @Test(
    "fixes every epoch with one system alone", .compares(with: .captures),
    arguments: zip(
      [Constellation.gps, .glonass, .galileo, .beidou], [0.0047, 0.0042, 0.0032, 0.0024]))
  func alone(system: Constellation, horizontal: Double) throws {
    let pair = try Pair.mosaic()
    var options = RTKOptions()
    options.systems = [system]
    let solutions = pair.solve(options)
    #expect(solutions.allSatisfy { $0.state == .fixed })
    let errors = pair.errors(solutions)
    #expect(errors.horizontal < horizontal, "\(errors)")
  }

  @Test(
    "is as good below a fix as RTKLIB: code differences, and float", .compares(with: .captures),
    arguments: [(RTKOptions.Mode.dgnss, 0.2, 0.4), (.float, 0.12, 0.2)])
  func ladder(mode: RTKOptions.Mode, horizontal: Double, up: Double) throws {
    let pair = try Pair.mosaic()
    var options = RTKOptions()
    options.mode = mode
    let solutions = pair.solve(options)
    #expect(solutions.allSatisfy { $0.state == (mode == .dgnss ? .differential : .float) })
    let errors = pair.errors(solutions)
    #expect(errors.horizontal < horizontal && errors.up < up, "\(errors)")
  }

  @Test("gives the same bytes on every run", .compares(with: .captures))
  func deterministic() throws {
    let pair = try Pair.mosaic()
    #expect(pair.solve() == pair.solve())
  }
}
