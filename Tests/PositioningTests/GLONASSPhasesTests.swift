import GNSSBasics
import RTCMParser
import TestSupport
import Testing

@testable import Positioning

/// Biases of GLONASS's phases, put into the observations of two receivers of one make.
@Suite("Phases of GLONASS")
struct GLONASSPhasesTests {
  private static func alone() -> RTKOptions {
    var options = RTKOptions()
    options.systems = [.glonass]
    return options
  }

  /// Adds a bias for each channel to the phases of GLONASS.
  private static func bias(_ epoch: inout ObservationEpoch, by slope: Double) {
    for index in epoch.observations.indices {
      let observation = epoch.observations[index]
      guard observation.constellation == .glonass, let frequency = observation.carrierFrequency
      else { continue }
      // The channels are 0.5625 MHz apart at 1602 MHz, and as far by their share at the others.
      let channel = ((frequency / (observation.code?.band == 1 ? 1602e6 : 1246e6) - 1) * 2848)
      epoch.observations[index].phaserange? += slope * channel.rounded()
    }
  }

  @Test(
    "of receivers of different makes are solved with their biases as unknowns",
    .compares(with: .captures), arguments: [-0.03, 0.012, 0.025])
  func estimates(slope: Double) throws {
    let pair = try RTKEngineTests.Pair.mosaic()
    let solutions = pair.solve(
      Self.alone(), epochs: 60, receivers: ("SEPT MOSAIC-X5", "TRIMBLE ALLOY")
    ) {
      epoch, _ in Self.bias(&epoch, by: slope)
    }
    #expect(solutions.dropFirst(15).allSatisfy { $0.state == .fixed })
    let errors = pair.errors(Array(solutions.dropFirst(15)))
    #expect(errors.horizontal < 0.06 && errors.up < 0.06, "\(errors)")
  }

  @Test("of receivers of one make are not, and cost nothing", .compares(with: .captures))
  func oneMake() throws {
    let pair = try RTKEngineTests.Pair.mosaic()
    let first = pair.solve(Self.alone(), epochs: 1, receivers: ("SEPT POLARX5", "Sept mosaic-X5"))
      .first
    #expect(first?.state == .fixed)
    let unknown = pair.solve(Self.alone(), epochs: 1, receivers: (nil, nil)).first
    #expect(unknown?.state == .float)
  }

  @Test("are aligned by what message 1230 tells", .compares(with: .captures))
  func aligns() throws {
    let pair = try RTKEngineTests.Pair.mosaic()
    // The rover is aligned; the base is 70 m short, and says so.
    let biases = GLONASSCodePhaseBiases(
      stationID: 0, isAligned: false, l1CA: 70, l1P: 70, l2CA: 70, l2P: 70)
    let solutions = pair.solve(
      Self.alone(), epochs: 60, receivers: (nil, nil), biases: .glonassCodePhaseBiases(biases),
      changingBase: { epoch, _ in
        for index in epoch.observations.indices
        where epoch.observations[index].constellation == .glonass {
          epoch.observations[index].phaserange? -= 70
        }
      })
    #expect(solutions.dropFirst(15).allSatisfy { $0.state == .fixed })
    let errors = pair.errors(Array(solutions.dropFirst(15)))
    #expect(errors.horizontal < 0.01 && errors.up < 0.015, "\(errors)")
  }

  @Test("the make is the first word, without signs and case; no name is no make")
  func makes() {
    func isSame(_ a: String?, _ b: String?) -> Bool {
      var (one, other) = (GLONASSPhases(), GLONASSPhases())
      (one.receiver, other.receiver) = (a, b)
      return one.isSameMake(as: other)
    }
    #expect(isSame("u-blox ZED-F9P", "UBLOX"))
    #expect(!isSame("TRIMBLE NETR9", "LEICA GR50"))
    #expect(!isSame(nil, nil) && !isSame("", "") && !isSame("- X", "- X"))
  }

  @Test("a message 1230 of zeros is aligned, as one that says so; one without signals is not")
  func told() {
    func phases(_ biases: GLONASSCodePhaseBiases) -> GLONASSPhases {
      var phases = GLONASSPhases()
      phases.take(.glonassCodePhaseBiases(biases))
      return phases
    }
    #expect(phases(GLONASSCodePhaseBiases(stationID: 1, isAligned: false, l1CA: 0)).isAligned)
    #expect(phases(GLONASSCodePhaseBiases(stationID: 1, isAligned: true, l1CA: 3)).isAligned)
    #expect(!phases(GLONASSCodePhaseBiases(stationID: 1, isAligned: false)).isAligned)
    let short = phases(
      GLONASSCodePhaseBiases(
        stationID: 1, isAligned: false, l1CA: 1, l1P: 2, l2CA: 3, l2P: 4))
    #expect(!short.isAligned)
    let codes: [(UInt8, Character, Double)] = [
      (1, "C", 1), (1, "P", 2), (2, "C", 3), (2, "P", 4), (3, "X", 0),
    ]
    for (band, attribute, bias) in codes {
      let code = RINEXSignalCode(band: band, attribute: attribute.asciiValue ?? 0)
      #expect(short.correction(of: code) == bias)
    }
    #expect(GLONASSPhases().correction(of: RINEXSignalCode(band: 1, attribute: 67)) == 0)
  }

  @Test("message 1033 tells the receiver, and one without a name changes nothing")
  func receiver() {
    var phases = GLONASSPhases()
    phases.take(
      .receiverAndAntenna(ReceiverAndAntenna(stationID: 1, receiverType: "LEICA GR50")))
    #expect(phases.receiver == "LEICA GR50")
    phases.take(.receiverAndAntenna(ReceiverAndAntenna(stationID: 1)))
    #expect(phases.receiver == "LEICA GR50")
  }
}
