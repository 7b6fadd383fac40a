/// Plays a capture: hands out its slices when they are due, over and over if wanted.
///
/// ```swift
/// var player = CapturePlayer(Capture(bytes))
/// while let slice = player.due(at: now) { send(slice.bytes) }
/// sleep(until: player.nextTime)
/// ```
/// The first pass is the capture, byte for byte. In each further pass the observations are dated on
/// from the last, so that a receiver sees time run on; everything else is as it was. `now` is the
/// caller's; the first slice is due at zero.
public struct CapturePlayer: Sendable {
  /// What happens after the last slice.
  public enum Mode: Hashable, Sendable {
    /// The capture begins again, its observations re-dated.
    case looping
    /// Playing ends.
    case once
  }

  /// A part of the stream.
  public struct Slice: Hashable, Sendable {
    /// Which it is, counted from 0 through all passes.
    public var number: Int
    /// When it is due.
    public var time: Duration
    /// Its bytes: whole frames and what stands between them.
    public var bytes: [UInt8]
  }

  /// Where the capture is cut, and the times.
  public let index: CaptureIndex
  /// What happens after the last slice.
  public let mode: Mode
  /// The number of the slice that is handed out next.
  public private(set) var nextNumber = 0
  private let bytes: [UInt8]

  /// Creates a player that stands at the first slice.
  ///
  /// - Parameters:
  ///   - capture: What is played.
  ///   - mode: What happens after the last slice.
  public init(_ capture: Capture, mode: Mode = .looping) {
    (bytes, index) = (capture.bytes, capture.index)
    self.mode = mode
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
    let count = index.slices.count
    let pass = mode == .once ? 0 : Int(min(now / index.period, 1e12))
    // A division may round to the wrong side of a border: begin one pass early, within bounds.
    var number = max(nextNumber, max(pass - 1, 0) * count)
    while let time = time(ofSlice: number), time < now { number += 1 }
    nextNumber = number
  }

  /// When a slice is due; `nil` when there is no such slice.
  public func time(ofSlice number: Int) -> Duration? {
    guard let (pass, position) = locate(number) else { return nil }
    return index.period * pass + index.slices[position].time
  }

  /// A slice by its number; `nil` when there is no such slice.
  public func slice(_ number: Int) -> Slice? {
    guard let (pass, position) = locate(number), let time = time(ofSlice: number) else {
      return nil
    }
    let range = index.slices[position].range
    let bytes = pass == 0 ? Array(self.bytes[range]) : redated(range, pass: pass)
    return Slice(number: number, time: time, bytes: bytes)
  }

  private func locate(_ number: Int) -> (pass: Int, position: Int)? {
    let count = index.slices.count
    guard number >= 0, count > 0, mode == .looping || number < count else { return nil }
    return (number / count, number % count)
  }

  /// Copies a part of the capture, its observation frames moved in time.
  private func redated(_ range: Range<Int>, pass: Int) -> [UInt8] {
    // Epochs wrap after a week at the latest, so whole weeks may be left out.
    let week = millisecondsPerWeek
    let shift = (pass % week) * (index.redating % week) % week
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    var copied = range.lowerBound
    for frame in index.observations(in: range) {
      bytes.append(contentsOf: self.bytes[copied..<frame.lowerBound])
      let moved = RTCMFrame.redated(self.bytes.span.extracting(frame), byMilliseconds: shift)
      bytes.append(contentsOf: moved ?? Array(self.bytes[frame]))
      copied = frame.upperBound
    }
    bytes.append(contentsOf: self.bytes[copied..<range.upperBound])
    return bytes
  }
}
