/// A merger of streams into one, epoch by epoch in order of time.
///
/// ```swift
/// var merger = EpochMerger(sourceCount: 2)
/// scanners[0].consume(chunk.span) { frame in merger.add(frame, from: 0, into: &output) }
/// merger.finish(source: 0, into: &output)
/// ```
/// Observations of one time become one epoch; all its messages but the last say that more follows (DF393,
/// or DF005 in 1001–1004 and 1009–1012). Where several sources observe a system at that time, the first
/// source's observations are used. Other messages pass, each before the observations that followed it in
/// its source. A message that several sources have there, bit for bit, passes once.
///
/// Times are compared by the GPS time of day, so sources must be less than 12 h apart. Station IDs are
/// unchanged.
public struct EpochMerger: Sendable {
  /// A stream with its queue of groups that wait for other sources.
  private struct Source: Sendable {
    var assembler = FrameGrouper()
    var groups: [EpochGroup] = []
    var hasEnded = false

    /// The time of the first group in the queue.
    var time: Int? { groups.first?.time }

    mutating func add(_ frame: borrowing FrameView, leapSeconds: Int) {
      assembler.add(frame, leapSeconds: leapSeconds, to: &groups)
    }

    mutating func end() {
      assembler.end(into: &groups)
      hasEnded = true
    }
  }

  private var sources: [Source]
  /// The number of times that each source sent a frame without a time, by the frame's bytes.
  ///
  /// Another source may send the same frame.
  private var untimed: [[UInt8]: [Int]] = [:]
  private let leapSeconds: Int
  private let maximumBacklog: Int

  /// Creates a merger at the beginning of its streams.
  ///
  /// - Parameters:
  ///   - sourceCount: The number of streams.
  ///   - leapSeconds: GPS time minus UTC in seconds, for comparing the epochs of GLONASS.
  ///   - maximumBacklog: The number of epochs of a source that wait for a silent source.
  public init(sourceCount: Int, leapSeconds: Int = LeapSeconds.latest, maximumBacklog: Int = 64) {
    sources = [Source](repeating: Source(), count: sourceCount)
    self.leapSeconds = leapSeconds
    self.maximumBacklog = maximumBacklog
  }

  /// The source that the others wait for, the first in a tie; `nil` when all sources have ended.
  public var awaitedSource: Int? {
    sources.firstIndex { !$0.hasEnded && $0.groups.isEmpty }
      ?? sources.firstIndex { !$0.hasEnded }
  }

  /// Adds the next frame of a source, and appends the epochs that are ready to `output`.
  ///
  /// - Parameters:
  ///   - frame: The frame to add.
  ///   - source: The index of the frame's source, `0..<sourceCount`; any other index traps.
  ///   - output: The output, to which whole frames are appended.
  public mutating func add(
    _ frame: borrowing FrameView, from source: Int, into output: inout [UInt8]
  ) {
    sources[source].add(frame, leapSeconds: leapSeconds)
    giveOut(into: &output)
  }

  /// Ends a source: the others no longer wait for it.
  public mutating func finish(source: Int, into output: inout [UInt8]) {
    sources[source].end()
    giveOut(into: &output)
  }

  // MARK: -

  private mutating func giveOut(into output: inout [UInt8]) {
    while canGiveOut {
      // Frames without a time, at the end of a stream, need not wait.
      if let source = sources.firstIndex(where: { !$0.groups.isEmpty && $0.time == nil }) {
        takeUntimed(of: source).write(to: &output)
      } else if let time = earliestTime {
        takeEpoch(at: time).write(to: &output)
      }
    }
  }

  /// Whether the next epoch is ready: no unfinished source can still send an earlier one, or the backlog is
  /// full.
  private var canGiveOut: Bool {
    let isWaiting = sources.contains { $0.groups.isEmpty && !$0.hasEnded }
    return isWaiting
      ? sources.contains { $0.groups.count > maximumBacklog }
      : sources.contains { !$0.groups.isEmpty }
  }

  private var earliestTime: Int? {
    sources.compactMap { $0.time }.reduce(nil) { (earliest: Int?, time: Int) in
      guard let earliest else { return time }
      return Self.isEarlier(time, than: earliest) ? time : earliest
    }
  }

  /// Whether a time of day is before another; the times are less than half a day apart.
  private static func isEarlier(_ time: Int, than other: Int) -> Bool {
    let later = (other - time + millisecondsPerDay) % millisecondsPerDay
    return later > 0 && later < millisecondsPerDay / 2
  }

  /// Joins the groups that the sources have at a time.
  private mutating func takeEpoch(at time: Int) -> EpochGroup {
    var epoch = EpochGroup(time: time)
    for index in sources.indices where sources[index].time == time {
      let group = sources[index].groups.removeFirst()
      epoch.parts += group.parts.filter { part in
        part.constellation.map { !epoch.has($0) } ?? !epoch.parts.contains {
          $0.bytes == part.bytes
        }
      }
    }
    return epoch
  }

  /// Takes a source's next group without a time, minus the frames that another source has sent already.
  private mutating func takeUntimed(of source: Int) -> EpochGroup {
    var group = sources[source].groups.removeFirst()
    guard sources.count > 1 else { return group }
    group.parts.removeAll { part in
      var counts = untimed[part.bytes] ?? [Int](repeating: 0, count: sources.count)
      let written = counts.max() ?? 0
      counts[source] += 1
      untimed[part.bytes] = counts
      return counts[source] <= written
    }
    forgetUntimed()
    return group
  }

  /// Forgets the frames that all sources sent equally often; forgets all frames when too many are left.
  private mutating func forgetUntimed() {
    guard untimed.count > Self.mostUntimed else { return }
    untimed = untimed.filter { $0.value.min() != $0.value.max() }
    if untimed.count > Self.mostUntimed { untimed = [:] }
  }

  /// The number of distinct frames without a time that are remembered.
  private static var mostUntimed: Int { 4096 }
}
