internal import NtripClient
internal import RTCMStreams
internal import Locks

/// A feeder of a source link: sends a capture at its pace, or standard input as it arrives.
final class Feeder: Sendable {
  private let link: NtripSourceLink
  private let speed: PushSpeed
  private let problem = Lock<Failure?>(nil)

  /// Creates the feeder of a link.
  init(link: NtripSourceLink, speed: PushSpeed) {
    self.link = link
    self.speed = speed
  }

  /// The failure of reading the input; `nil` without a failure.
  var failure: Failure? { problem.withLock { $0 } }

  /// Sends the whole input, and ends the stream.
  func run(_ capture: Capture?, _ file: String) {
    do {
      if let capture { play(capture) } else { try pass(file) }
      link.finish()
    } catch {
      problem.withLock { $0 = error as? Failure ?? Failure(message: "\(error)") }
      link.stop()
    }
  }

  /// Plays a capture once; its time stands still while the caster accepts no data.
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

  /// Waits until an instant; returns `false` when the link ends before that.
  private func pause(until due: ContinuousClock.Instant) -> Bool {
    while ContinuousClock.now < due {
      if link.isOver { return false }
      Interruption.pause(for: min(due - .now, .milliseconds(500)))
    }
    return true
  }

  /// Passes standard input on, in whole frames.
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
