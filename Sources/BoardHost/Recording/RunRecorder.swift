package import BoardFirmware
internal import BoardSimulation
internal import Mathematics
internal import TextOutput
package import VirtualBoard

/// The recorder of a board's run: after each sample, the events that the control page shows.
///
/// A recording is lines of JSON. The first line is the head; each other line is an event, `{"event": KIND, "data": …}`,
/// with the data of the control port's stream of events.
package struct RunRecorder {
  /// The lines of a sample.
  package struct Lines {
    /// The lines of what changed, which a thinned recording keeps.
    package var changes: [UInt8] = []
    /// The lines of the sample itself.
    package var sample: [UInt8] = []
  }

  /// The board time between two pictures of the sky, which are long.
  private static let skyInterval = Duration.seconds(30)

  private let number: Int
  private var watch = SnapshotWatch()
  private var hasBegun = false
  private var nextSky = Duration.zero

  /// Creates a recorder of a board.
  package init(of number: Int) { self.number = number }

  /// Returns the head of a recording.
  ///
  /// - Parameters:
  ///   - title: The name of what ran: the scenario, or the capture that was replayed.
  ///   - outcomes: The outcomes of the expectations; none while the run goes on.
  /// - Returns: A line.
  package static func head(_ title: String, _ outcomes: [ExpectationOutcome] = []) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("recording", 1)
      json.member("title", title)
      json.array("expectations") { json in
        for outcome in outcomes {
          json.object { json in
            json.member("expectation", outcome.expectation.text)
            json.member("met", outcome.isMet)
            json.member("board_time", outcome.time?.inSeconds, decimals: 3)
            json.member("found", outcome.found?.json ?? outcome.reason)
          }
        }
      }
    }
    return json.bytes + [UInt8(ascii: "\n")]
  }

  /// Returns the lines of a sample that was just taken.
  package mutating func lines(of snapshot: BoardSnapshot, on board: Board) -> Lines {
    let moment = BoardMoment(
      board: number, snapshot: snapshot, world: board.simulation.world, faults: board.faults)
    var lines = Lines()
    lines.sample += Self.line("sample", moment.object { moment.write(.sample, to: &$0) })
    lines.sample += Self.line("status", moment.object { moment.write(.status, to: &$0) })
    for kind in changes(at: moment) {
      lines.changes += Self.line(kind.rawValue, moment.object { moment.write(kind, to: &$0) })
    }
    guard moment.now >= nextSky else { return lines }
    nextSky = moment.now + Self.skyInterval
    let satellites = board.simulation.sky(isPowered: board.isPowered)
    lines.sample += Self.line(
      "sky",
      moment.object { SkyReport(time: moment.now, satellites: satellites).write(to: &$0) })
    return lines
  }

  /// Returns the kinds of what is recorded on change only; all of them for the first sample.
  private mutating func changes(at moment: BoardMoment) -> [EventKind] {
    let kinds = watch.take(moment.snapshot, moment.faults)
    defer { hasBegun = true }
    return [.fault, .card].filter { !hasBegun || kinds.contains($0) }
  }

  private static func line(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    Array("{\"event\":\"\(kind)\",\"data\":".utf8) + data + Array("}\n".utf8)
  }
}

/// A recording in memory that stays short: where a run has more samples than fit, every second one is dropped, again and
/// again.
package struct ThinnedRecording {
  /// The largest number of samples.
  package static let limit = 1000

  private var changes: [UInt8] = []
  private var samples: [[UInt8]] = []
  private var count = 0
  private var stride = 1

  /// Creates an empty recording.
  package init() {}

  /// Adds the lines of the next sample.
  package mutating func append(_ lines: RunRecorder.Lines) {
    changes += lines.changes
    defer { count += 1 }
    guard count % stride == 0 else { return }
    samples.append(lines.sample)
    guard samples.count > Self.limit else { return }
    samples = samples.indices.filter { $0 % 2 == 0 }.map { samples[$0] }
    stride *= 2
  }

  /// The lines of all that is kept, without a head.
  package var lines: [UInt8] { changes + samples.joined() }
}
