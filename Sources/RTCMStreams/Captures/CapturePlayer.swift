internal import Mathematics

/// Plays a capture: hands out its slices when they are due, over and over if wanted.
///
/// ```swift
/// var player = CapturePlayer(Capture(bytes))
/// while let slice = player.due(at: now) { send(slice.bytes) }
/// sleep(until: player.nextTime)
/// ```
/// The first pass is the capture, byte for byte, unless it is given another date. In each further pass the
/// epochs are dated on from the last, and the sky with them: a receiver sees time run on, and satellites
/// that are above the same places again. Each pass is a whole number of the steps in which orbits tell
/// their times: of 16 s, of 240 s with Galileo's, of an hour with GLONASS's if it is as long; what is
/// behind that is not played, and a shorter capture is followed by a gap. ``losses`` says what cannot be
/// dated on, so is left out. `now` is the caller's; the first slice is due at zero.
public struct CapturePlayer: Sendable {
  /// The continuation after the last slice.
  public enum Mode: Hashable, Sendable {
    /// The capture begins again, dated on.
    case looping
    /// Playing ends.
    case once
  }

  /// A part of the stream.
  public struct Slice: Hashable, Sendable {
    /// The number of the slice, counted from 0 through all passes.
    public var number: Int
    /// When it is due.
    public var time: Duration
    /// Its bytes: whole frames and what stands between them.
    public var bytes: [UInt8]
  }

  /// The parts of the whole capture, with their times.
  public let index: CaptureIndex
  /// The continuation after the last slice.
  public let mode: Mode
  /// From the beginning of one pass to that of the next.
  public let period: Duration
  /// The number of the slice that is handed out next.
  public private(set) var nextNumber = 0
  private let bytes: [UInt8]
  private let plan: RedatingPlan
  /// The slices of a pass.
  private let slices: [CaptureIndex.Slice]
  /// The time in the first pass at which playing begins; negative for a wait before it.
  private let origin: Duration
  /// By how much the first pass is later than the capture, milliseconds.
  private let start: Int

  /// Creates a player that stands at the first slice.
  ///
  /// - Parameters:
  ///   - capture: What is played.
  ///   - mode: What happens after the last slice.
  ///   - options: From where on, and as of which date.
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

  /// The messages that are left out, since they cannot be told at another time.
  public var losses: [RedatingLoss] {
    plan.losses(firstMovedBy: start, isLooping: mode == .looping)
  }

  /// When the next slice is due; `nil` when there is none any more.
  public var nextTime: Duration? { time(ofSlice: nextNumber) }

  /// The next slice if it is due by `now`; to be called until it returns `nil`.
  public mutating func due(at now: Duration) -> Slice? {
    guard let nextTime, nextTime <= now, let slice = slice(nextNumber) else { return nil }
    nextNumber += 1
    return slice
  }

  /// Passes over all slices that were due before `now`, as a stream does that nobody reads.
  public mutating func skip(to now: Duration) {
    guard let nextTime, nextTime < now else { return }
    let pass = mode == .once ? 0 : Int(min((now + origin) / period, 1e12))
    // A division may round to the wrong side of a border: begin one pass early, within bounds.
    var number = max(nextNumber, max(pass - 1, 0) * slices.count)
    while let time = time(ofSlice: number), time < now { number += 1 }
    nextNumber = number
  }

  /// When a slice is due; `nil` when there is no such slice.
  public func time(ofSlice number: Int) -> Duration? {
    guard let (pass, position) = locate(number) else { return nil }
    return (pass == 0 ? .zero : period * pass) + slices[position].time - origin
  }

  /// A slice by its number; `nil` when there is no such slice.
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
  /// The slices in front of a border; of one that goes beyond, what is in front.
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

  /// The slices with one interval in place of each longer pause.
  fileprivate func withoutGaps(interval: Duration) -> Self {
    var (slices, closed) = (self, Duration.zero)
    for position in indices.dropFirst() {
      let gap = self[position].time - self[position - 1].time
      if gap > interval * 10 { closed += gap - interval }
      slices[position].time -= closed
    }
    return slices
  }

  /// Returns the length of a pass: as long as its epochs say, but for jumps that take no time.
  fileprivate func period(of capture: Capture) -> Duration {
    guard let last else { return .zero }
    let rest = capture.plan.passLength - capture.plan.span
    return last.time + (capture.index.epochCount > 0 ? .milliseconds(rest) : capture.index.interval)
  }
}
