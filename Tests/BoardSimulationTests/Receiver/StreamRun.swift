@testable import BoardSimulation
import GNSSBasics

/// A receiver near a captured station, and its fix states while the capture is sent to it.
struct StreamRun {
  let receiver: UBloxReceiverModel
  var now = Duration.seconds(60)  // by then it has its first position
  var states: [GNSSFix] = []
  /// The distances from the true position while fixed, metres.
  var fixedErrors: [Double] = []
  var sentBytes = 0

  /// Creates a receiver, by default the statistical model, which needs no orbits.
  init(
    origin: GeodeticPosition?, seed: UInt64 = 1, positions: PositionSource = .statistical,
    headingBaseline: Double? = nil
  ) {
    let world = World(scenario: .standing, origin: origin)
    receiver = UBloxReceiverModel(
      world: world, seed: seed, bootDate: ReceiverBench.bootDate, positions: positions,
      headingBaseline: headingBaseline)
    receiver.advance(to: now)
  }

  /// Sends epochs in real time, half a second after the receiver's own epochs.
  mutating func send(_ capture: CaptureEpochs, pieces: Int = 1000) {
    let start = now + .milliseconds(500)
    guard let first = capture.epochs.first else { return }
    for epoch in capture.epochs {
      advance(to: start + .seconds(epoch.time - first.time))
      var rest = epoch.bytes[...]
      while !rest.isEmpty {
        let piece = Array(rest.prefix(rest.count == pieces + 1 ? pieces + 1 : pieces))
        _ = receiver.write(piece.span)
        rest = rest.dropFirst(piece.count)
      }
      sentBytes += epoch.bytes.count
    }
    advance(to: now + .milliseconds(500))
  }

  /// Advances to a time and records each change of state.
  mutating func advance(to time: Duration) {
    while now < time {
      now = min(now + .milliseconds(500), time)
      receiver.advance(to: now)
      if states.last != receiver.fixState { states.append(receiver.fixState) }
      guard receiver.fixState == .rtkFixed, let measured = receiver.measuredPosition else {
        continue
      }
      let truth = ECEFPosition(receiver.world.state(at: now).position)
      fixedErrors.append(ECEFPosition(measured).distance(to: truth))
    }
  }
}
