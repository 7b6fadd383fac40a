@testable import BoardSimulation
import GNSSBasics
import TestSupport
import Testing

/// A receiver that solves, on a recording that is played again and again.
@Suite("a recording that is played again is solved again", .compares(with: .captures))
struct RepeatedRecordingTests {
  /// Returns a receiver that was fixed by the first minute of a recording, and that minute.
  private func fixedRun() throws -> (run: StreamRun, minute: CaptureEpochs) {
    let minute = try CaptureEpochs(of: "swift__week-rollover-STR17.rtcm3", epochs: 0..<60)
    var run = StreamRun(
      origin: try #require(minute.station).moved(east: 0, north: 1000), positions: .rtk)
    run.send(minute)
    #expect(run.states.last == .rtkFixed)
    return (run, minute)
  }

  @Test("re-dated without its orbits, it is solved at the date of the orbits, in each pass")
  func redated() throws {
    var (run, minute) = try fixedRun()
    for pass in 1...3 {
      run.states = []
      run.send(try minute.redated(bySeconds: Int64(60 * pass)))
      #expect(run.states.contains(.rtkFixed), "pass \(pass): \(run.states)")
    }
    #expect(run.fixedErrors.count > 100)
    #expect(run.fixedErrors.allSatisfy { $0 < 0.05 })
    #expect(run.receiver.corrections.problem == nil)
  }

  @Test("re-dated by a quarter of an hour, it is solved too")
  func redatedByFar() throws {
    var (run, minute) = try fixedRun()
    run.advance(to: run.now + .seconds(60))
    // While nothing comes the fix is held, and drifts by a millimetre a second.
    (run.states, run.fixedErrors) = ([], [])
    run.send(try minute.redated(bySeconds: 900))
    #expect(run.states.last == .rtkFixed, "\(run.receiver.fixReason.sentence)")
    #expect(run.fixedErrors.allSatisfy { $0 < 0.05 })
  }

  @Test("begun again with its old dates, it is of another time and not late")
  func begunAgain() throws {
    var (run, minute) = try fixedRun()
    run.advance(to: run.now + .seconds(70))
    #expect(run.states.last == .threeD)
    run.fixedErrors = []
    run.send(minute)
    #expect(run.states.last == .rtkFixed, "\(run.receiver.fixReason.sentence)")
    #expect(run.fixedErrors.allSatisfy { $0 < 0.05 })
    #expect(run.receiver.corrections.problem == nil)
  }

  @Test("a station that is silent for two minutes is silent, and of no other time")
  func silence() throws {
    var (run, _) = try fixedRun()
    run.advance(to: run.now + .seconds(120))
    #expect(run.states.last == .threeD)
    #expect(run.receiver.fixReason.sentence.contains("have stopped, the last are 12"))
  }
}
