import Foundation
import RTCMStreams
import TestSupport
import Testing

@Suite("boardsim capture synth --rover, read by others")
struct CaptureSynthPairTests {
  /// The rover's two streams of one minute, with all effects, under an open sky.
  private struct Rover {
    /// The streams in RTCM 3 and in UBX.
    var rtcm, ubx: [UInt8]
    static let start = GPSTime(week: 2421, secondsOfWeek: 129_618)
    static let epochs = 60

    init() async throws {
      let folder = try TemporaryFolder()
      let words = [
        "capture", "synth", "--rover", "45.5,9.2572,150", "--duration", "\(Self.epochs)", "-q",
        "-o", folder.path("pair"),
      ]
      #expect(await boardsimHere(words).status == 0)
      rtcm = try folder.bytes(of: "pair/rover.rtcm3")
      ubx = try folder.bytes(of: "pair/rover.ubx")
    }

    /// The epochs of the RTCM 3 stream.
    var observations: [ObservationEpoch] {
      var (scanner, epochs) = (FrameScanner(), [ObservationEpoch]())
      var assembler = EpochAssembler(near: Self.start)
      scanner.consume(rtcm.span) { frame in
        guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
        assembler.add(message) { epochs.append($0) }
      }
      assembler.finish { epochs.append($0) }
      return epochs
    }
  }

  @Test("pyubx2 reads every frame of rover.ubx, and all measurements", .compares(with: .drivers))
  func isReadByPyubx2() async throws {
    let rover = try await Rover()
    let folder = try TemporaryFolder()
    // The foreign driver fails at the first byte outside a valid frame.
    let messages = try ForeignDrivers.messages(in: rover.ubx, scratch: folder.url)
    let raw = messages.filter { $0.hasPrefix("RXM-RAWX ") }
    let words = messages.filter { $0.hasPrefix("RXM-SFRBX ") }
    #expect(raw.count == Rover.epochs && raw.count + words.count == messages.count)
    func number(_ name: String, of message: String) -> Double? {
      message.split(separator: " ").first { $0.hasPrefix("\(name)=") }
        .flatMap { Double($0.dropFirst(name.count + 1)) }
    }
    let epochs = rover.observations
    try #require(epochs.count == raw.count)
    for (index, (message, epoch)) in zip(raw, epochs).enumerated() {
      #expect(number("rcvTow", of: message) == Double(129_618 + index))
      #expect((number("week", of: message), number("leapS", of: message)) == (2421, 18))
      #expect(number("numMeas", of: message) == Double(epoch.observations.count))
    }
    // Each half minute has three subframes of ephemeris; the stream begins 18 s into the first half minute.
    let ofGPS = words.filter { number("gnssId", of: $0) == 0 }
    let inView = Set(
      epochs.flatMap(\.observations).filter { $0.constellation == .gps }.map(\.satelliteNumber))
    for satellite in inView {
      let count = ofGPS.count { number("svId", of: $0) == Double(satellite) }
      #expect((5...10).contains(count), "G\(satellite): \(count)")
    }
  }

  @Test("a base's bias of GLONASS and the kinds of its messages are a matter of choice")
  func isChosen() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("base.rtcm3")
    let words = [
      "capture", "synth", "--glonass-bias", "12.34", "--station-messages", "1005,1007",
      "--duration", "1", "-q", "-o", path,
    ]
    #expect(await boardsimHere(words).status == 0)
    let bytes = try folder.bytes(of: "base.rtcm3")
    var scanner = FrameScanner()
    var types: Set<UInt16> = []
    var bias: Double?
    scanner.consume(bytes.span) { frame in
      types.insert(frame.messageType ?? 0)
      let message = try? RTCMMessage(decoding: frame.payload)
      if case .glonassCodePhaseBiases(let biases) = message { bias = biases.l1CA }
    }
    #expect(types.isSuperset(of: [1005, 1007, 1033]) && types.isDisjoint(with: [1006, 1008]))
    #expect(bias == 12.34)
  }

  @Test(
    "convbin makes the same of rover.ubx as of rover.rtcm3: code to 1 mm, phase to 0.2 mm, Doppler to 1 mHz",
    .compares(with: .convbin))
  func isTheSameToConvbin() async throws {
    let rover = try await Rover()
    let ubx = try Convbin.convert(rover.ubx, format: "ubx", near: Rover.start).observations
    let rtcm = try Convbin.convert(rover.rtcm, near: Rover.start).observations
    #expect(ubx.epochs.map(\.time) == rtcm.epochs.map(\.time) && ubx.epochs.count == Rover.epochs)
    var (compared, shifts) = (0, [String: Double]())
    for (one, other) in zip(ubx.epochs, rtcm.epochs) {
      #expect(Set(one.satellites) == Set(other.satellites))
      let (keys, others) = (Set(one.observations.keys), Set(other.observations.keys))
      #expect(keys == others, "\(one.time): \(keys.symmetricDifference(others).sorted())")
      for (key, value) in one.observations {
        guard let theirs = other.observations[key] else { continue }
        let difference = value.value - theirs.value
        switch key.dropFirst(4).first {
        // The resolution of MSM7 is 0.6 mm, that of RINEX 1 mm.
        case "C": #expect(difference.magnitude <= 1.01e-3 + 0.3e-3, "\(key)")
        case "D": #expect(difference.magnitude <= 1e-3 + 0.3e-3, "\(key)")
        case "L":
          // convbin subtracts the same number of whole cycles throughout an arc of RTCM.
          let cycles = difference.rounded()
          let isNew = other.observations[key]?.lossOfLock ?? 0 & 1 == 1
          if let before = shifts[key], !isNew { #expect(before == cycles, "\(one.time) \(key)") }
          shifts[key] = cycles
          #expect((difference - cycles).magnitude * 0.26 <= 0.2e-3 + 0.3e-3, "\(key)")
        default: #expect(difference.magnitude <= 0.51, "\(key)")
        }
        compared += 1
      }
    }
    #expect(compared > Rover.epochs * 4 * 40)
  }
}
