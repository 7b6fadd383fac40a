/// Merges streams into one, epoch by epoch in the order of their times.
///
/// ```swift
/// var merger = EpochMerger(sourceCount: 2)
/// scanners[0].consume(chunk.span) { frame in merger.add(frame, from: 0, into: &output) }
/// merger.finish(source: 0, into: &output)
/// ```
/// Observations of one time become one epoch, of which all messages but the last say that more follows
/// (DF393, or DF005 in 1001–1004 and 1009–1012). Where several sources observe a system at that time,
/// the first of them is taken. Other messages pass, each before the observations that it stood before, but
/// one that several sources have there, bit for bit, once.
///
/// Times are compared by the GPS time of day, so sources must not be more than 12 h apart. Station IDs
/// stay as they are.
public struct EpochMerger: Sendable {
  /// A stream and its frames that wait for the others.
  private struct Source: Sendable {
    var assembler = FrameGrouper()
    var groups: [EpochGroup] = []
    var hasEnded = false

    /// The time of the first group that waits.
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
  /// The number of times that each source had a frame of no time, which another one may have as well.
  private var untimed: [[UInt8]: [Int]] = [:]
  private let leapSeconds: Int
  private let maximumBacklog: Int

  /// Creates a merger at the beginning of its streams.
  ///
  /// - Parameters:
  ///   - sourceCount: How many streams there are.
  ///   - leapSeconds: GPS time less UTC in seconds, by which the epochs of GLONASS are compared.
  ///   - maximumBacklog: So many epochs of a source wait for those of one that is silent.
  public init(sourceCount: Int, leapSeconds: Int = LeapSeconds.latest, maximumBacklog: Int = 64) {
    sources = [Source](repeating: Source(), count: sourceCount)
    self.leapSeconds = leapSeconds
    self.maximumBacklog = maximumBacklog
  }

  /// The source that the others wait for, the first if several; `nil` when all have ended.
  public var awaitedSource: Int? {
    sources.firstIndex { !$0.hasEnded && $0.groups.isEmpty }
      ?? sources.firstIndex { !$0.hasEnded }
  }

  /// Takes the next frame of a source and appends the epochs that can go out now to `output`.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - source: Which stream it is of, `0..<sourceCount`; anything else traps.
  ///   - output: Gets whole frames.
  public mutating func add(
    _ frame: borrowing FrameView, from source: Int, into output: inout [UInt8]
  ) {
    sources[source].add(frame, leapSeconds: leapSeconds)
    giveOut(into: &output)
  }

  /// Ends a source: the others wait for it no longer.
  public mutating func finish(source: Int, into output: inout [UInt8]) {
    sources[source].end()
    giveOut(into: &output)
  }

  // MARK: -

  private mutating func giveOut(into output: inout [UInt8]) {
    while canGiveOut {
      // What has no time, at the end of a stream, need not wait.
      if let source = sources.firstIndex(where: { !$0.groups.isEmpty && $0.time == nil }) {
        takeUntimed(of: source).write(to: &output)
      } else if let time = earliestTime {
        takeEpoch(at: time).write(to: &output)
      }
    }
  }

  /// Whether no source that is still to send can have an earlier epoch, or it is waited for no longer.
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

  /// Compares times of day that are less than half a day apart.
  private static func isEarlier(_ time: Int, than other: Int) -> Bool {
    let later = (other - time + millisecondsPerDay) % millisecondsPerDay
    return later > 0 && later < millisecondsPerDay / 2
  }

  /// Joins what the sources have at a time.
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

  /// Takes a source's next frames that have no time, but for those that came from another source already.
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

  /// Forgets frames that all sources had equally often, and all when they are too many.
  private mutating func forgetUntimed() {
    guard untimed.count > Self.mostUntimed else { return }
    untimed = untimed.filter { $0.value.min() != $0.value.max() }
    if untimed.count > Self.mostUntimed { untimed = [:] }
  }

  /// The greatest number of different frames of no time that are remembered.
  private static var mostUntimed: Int { 4096 }
}
