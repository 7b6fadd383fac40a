internal import GNSSBasics
internal import TextOutput

/// The axis of time that the strips of a drawing share.
struct TimeAxis {
  /// The time from the left end of the strips to the right.
  let span: ClosedRange<GPSTime>
  /// Whether the dates are known; times are UTC then, and GPS time otherwise.
  let isDated: Bool

  /// The left end of the strips and their width.
  static let place = (left: 480.0, width: 720.0)

  init(_ span: ClosedRange<GPSTime>, isDated: Bool = true) {
    (self.span, self.isDated) = (span, isDated)
  }

  /// Returns the x coordinate of an instant on the strips.
  func x(_ time: GPSTime) -> Double {
    let length = span.upperBound.seconds(since: span.lowerBound)
    let share = length > 0 ? time.seconds(since: span.lowerBound) / length : 0.5
    return Self.place.left + share * Self.place.width
  }

  /// The instants with a label, and the x coordinates of the labels.
  fileprivate var labels: [(x: Double, text: String)] {
    let length = span.upperBound.nanoseconds - span.lowerBound.nanoseconds
    return (length > 0 ? Array(0...6) : [3]).map { part in
      let shift = length > 0 ? Double(length) * Double(part) / 6 : 0
      let time = span.lowerBound.advanced(byNanoseconds: Int64(shift.rounded()))
      return (Self.place.left + Self.place.width * Double(part) / 6, clock(time))
    }
  }

  private func clock(_ time: GPSTime) -> String {
    let shift = isDated ? Int64(time.leapSeconds) : 0
    let rounded = time.advanced(byNanoseconds: 500_000_000 - shift * 1_000_000_000)
    return PlainText.clock(seconds: rounded.millisecondsOfWeek / 1000 % 86_400)
  }
}

extension SVGText {
  /// Adds the labels of an axis of time below the strips.
  mutating func draw(_ axis: TimeAxis, below y: Double) {
    for (x, text) in axis.labels { label(text, x: x - 22, y: y + 16, size: 11) }
    label(axis.isDated ? "UTC" : "GPS time", x: TimeAxis.place.left - 90, y: y + 16, size: 11)
  }
}
