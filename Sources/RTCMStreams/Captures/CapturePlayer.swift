internal import Mathematics

/// A player of a capture: hands out slices when they are due, once or in a loop.
///
/// ```swift
/// var player = CapturePlayer(Capture(bytes))
/// while let slice = player.due(at: now) { send(slice.bytes) }
/// sleep(until: player.nextTime)
/// ```
/// The first pass is the capture, byte for byte, unless another date is given. In each further pass the
/// epochs continue from the last epoch, and the orbits are moved with them. A receiver sees time run on,
/// and satellites above the same places again.
///
/// The length of a pass is a multiple of the orbits' time steps: 16 s, 240 s with Galileo orbits, an hour
/// with GLONASS orbits if the capture is that long. The rest of the capture is not played, and a shorter
/// capture is followed by a gap. ``losses`` lists the messages that cannot be moved in time and are left
/// out.
///
/// The caller supplies `now`; the first slice is due at zero.
public struct CapturePlayer: Sendable {
  /// The behaviour after the last slice.
  public enum Mode: Hashable, Sendable {
    /// The capture begins again, at later times.
    case looping
    /// Playback ends.
    case once
  }

  /// A slice of the stream.
  public struct Slice: Hashable, Sendable {
    /// The number of the slice, counted from 0 through all passes.
    public var number: Int
    /// The time at which the slice is due.
    public var time: Duration
    /// The slice's bytes: whole frames and the data between them.
    public var bytes: [UInt8]
  }

  /// The slices of the whole capture, with their times.
  public let index: CaptureIndex
  /// The behaviour after the last slice.
  public let mode: Mode
  /// The time from the beginning of one pass to the beginning of the next.
  public let period: Duration
  /// The number of the next slice.
  public private(set) var nextNumber = 0
  private let bytes: [UInt8]
  private let plan: RedatingPlan
  /// The slices of a pass.
  private let slices: [CaptureIndex.Slice]
  /// The time in the first pass at which playing begins; negative for a wait before it.
  private let origin: Duration
  /// The shift of the first pass from the capture, milliseconds.
  private let start: Int

  /// Creates a player at the first slice.
  ///
  /// - Parameters:
  ///   - capture: The capture to play.
  ///   - mode: The behaviour after the last slice.
  ///   - options: The starting point, the treatment of pauses and the date.
  public init(
    _ capture: Capture, mode: Mode = .looping, options: PlayingOptions = PlayingOptions()
  ) {
    (bytes, index, plan) = (capture.bytes, capture.index, capture.plan)
    self.mode = mode
    var slices = capture.index.slices
    if mode == .looping { slices = slices.cut(at: capture.plan.end) }
    if options.gaps == .closed { slices = slices.withoutGaps(interval: capture.index.interval) }
    self.slices = slices
    period = slices.period(of: capture)
    (origin, start) = options.beginning(in: capture.plan, mode)
    skip(to: .zero)
  }

  /// The messages that are left out because they cannot be moved to another time.
  public var losses: [RedatingLoss] {
    plan.losses(firstMovedBy: start, isLooping: mode == .looping)
  }

  /// The time at which the next slice is due; `nil` after the last one.
  public var nextTime: Duration? { time(ofSlice: nextNumber) }

  /// Returns the next slice if it is due by `now`; call it until it returns `nil`.
  public mutating func due(at now: Duration) -> Slice? {
    guard let nextTime, nextTime <= now, let slice = slice(nextNumber) else { return nil }
    nextNumber += 1
    return slice
  }

  /// Skips all slices that were due before `now`, like a stream that nobody reads.
  public mutating func skip(to now: Duration) {
    guard let nextTime, nextTime < now else { return }
    let pass = mode == .once ? 0 : Int(min((now + origin) / period, 1e12))
    // The division may round to the wrong side of a border, so begin one pass early, within bounds.
    var number = max(nextNumber, max(pass - 1, 0) * slices.count)
    while let time = time(ofSlice: number), time < now { number += 1 }
    nextNumber = number
  }

  /// Returns the time at which a slice is due; `nil` when there is no slice of that number.
  public func time(ofSlice number: Int) -> Duration? {
    guard let (pass, position) = locate(number) else { return nil }
    return (pass == 0 ? .zero : period * pass) + slices[position].time - origin
  }

  /// Returns a slice by its number; `nil` when there is no slice of that number.
  public func slice(_ number: Int) -> Slice? {
    guard let (pass, position) = locate(number), let time = time(ofSlice: number) else {
      return nil
    }
    let bytes = plan.bytes(
      of: slices[position].range, in: bytes, plan.pass(pass, firstMovedBy: start))
    return Slice(number: number, time: time, bytes: bytes)
  }

  private func locate(_ number: Int) -> (pass: Int, position: Int)? {
    let count = slices.count
    guard number >= 0, count > 0, mode == .looping || number < count else { return nil }
    return (number / count, number % count)
  }
}

extension [CaptureIndex.Slice] {
  /// Returns the slices before an offset; a slice across the offset is shortened.
  fileprivate func cut(at end: Int) -> Self {
    var slices = self
    while let last = slices.last, last.range.upperBound > end {
      guard last.range.lowerBound < end else {
        slices.removeLast()
        continue
      }
      slices[slices.count - 1].range = last.range.lowerBound..<end
    }
    return slices
  }

  /// Returns the slices with each pause longer than ten intervals shortened to one interval.
  fileprivate func withoutGaps(interval: Duration) -> Self {
    var (slices, closed) = (self, Duration.zero)
    for position in indices.dropFirst() {
      let gap = self[position].time - self[position - 1].time
      if gap > interval * 10 { closed += gap - interval }
      slices[position].time -= closed
    }
    return slices
  }

  /// Returns the length of a pass as given by its epochs, except that jumps take only one interval.
  fileprivate func period(of capture: Capture) -> Duration {
    guard let last else { return .zero }
    let rest = capture.plan.passLength - capture.plan.span
    return last.time + (capture.index.epochCount > 0 ? .milliseconds(rest) : capture.index.interval)
  }
}
