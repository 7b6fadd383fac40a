internal import NtripClient
internal import RTCMStreams
internal import Locks

/// Gives a link what is pushed: a capture at its pace, or standard input as it comes.
final class Feeder: Sendable {
  private let link: NtripSourceLink
  private let speed: PushSpeed
  private let problem = Lock<Failure?>(nil)

  /// Creates the feeder of a link.
  init(link: NtripSourceLink, speed: PushSpeed) {
    self.link = link
    self.speed = speed
  }

  /// The failure to read everything; `nil` while all is well.
  var failure: Failure? { problem.withLock { $0 } }

  /// Sends all there is, and ends the stream.
  func run(_ capture: Capture?, _ file: String) {
    do {
      if let capture { play(capture) } else { try pass(file) }
      link.finish()
    } catch {
      problem.withLock { $0 = error as? Failure ?? Failure(message: "\(error)") }
      link.stop()
    }
  }

  /// Plays a capture once; while the caster does not take it, its time stands still.
  private func play(_ capture: Capture) {
    var player = CapturePlayer(capture, mode: .once)
    var start: ContinuousClock.Instant?
    while let time = player.nextTime, link.waitUntilReady() {
      if case .times(let factor) = speed {
        let offset = time / factor
        let due = (start ?? .now - offset) + offset
        let isLate = ContinuousClock.now - due > .seconds(1)
        start = isLate ? .now - offset : due - offset
        guard pause(until: isLate ? .now : due) else { return }
      }
      guard let slice = player.due(at: time), link.send(slice.bytes) else { return }
    }
  }

  /// Waits; `false` when the link is over before.
  private func pause(until due: ContinuousClock.Instant) -> Bool {
    while ContinuousClock.now < due {
      if link.isOver { return false }
      Interruption.pause(for: min(due - .now, .milliseconds(500)))
    }
    return true
  }

  /// Passes standard input on, whole frames at a time.
  private func pass(_ file: String) throws {
    var input = try InputStream(file)
    var frames = WholeFrames()
    var piece = WholeFrames.Piece()
    while try input.read({ piece = frames.consume($0) }) {
      guard link.send(piece.bytes) else { return }
    }
    _ = link.send(frames.finish().bytes)
  }
}
