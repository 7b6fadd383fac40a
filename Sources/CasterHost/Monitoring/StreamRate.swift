/// The bytes and frames of a stream in each of the last seconds, and their rates.
struct StreamRate: Sendable {
  /// The number of whole seconds over which rates are averaged.
  static let window = 10

  private struct Second {
    var number: Int
    var bytes = 0
    var frames = 0
  }

  /// The current second and up to ``window`` seconds before it, by their number modulo the count.
  private var seconds = [Second?](repeating: nil, count: window + 1)
  private var first: Int?

  /// Adds bytes and frames at a time, which never goes back.
  mutating func add(bytes: Int, frames: Int, at time: Duration) {
    let number = Self.number(of: time)
    first = first ?? number
    let place = number % seconds.count
    var second = seconds[place].flatMap { $0.number == number ? $0 : nil } ?? Second(number: number)
    second.bytes += bytes
    second.frames += frames
    seconds[place] = second
  }

  /// Returns the bytes and frames per second over the last whole seconds, ten at most; `nil` in the stream's
  /// first second.
  func perSecond(at time: Duration) -> (bytes: Double, frames: Double)? {
    let now = Self.number(of: time)
    guard let first, first < now else { return nil }
    let span = max(now - Self.window, first)..<now
    let counted = seconds.compactMap { $0 }.filter { span.contains($0.number) }
    let length = Double(span.count)
    return (
      Double(counted.reduce(0) { $0 + $1.bytes }) / length,
      Double(counted.reduce(0) { $0 + $1.frames }) / length
    )
  }

  private static func number(of time: Duration) -> Int { Int(max(time, .zero).components.seconds) }
}
