package import GNSSBasics

/// A line of a track: a time, and the position at that time where there is one.
package struct TrackSample: Hashable, Sendable {
  /// The time on the file's clock, seconds: since 1970 in UTC, or board time.
  package var time: Double
  /// The UTC day of the line, for a clock without dates; `nil` where it is unknown.
  package var day: CivilDate?
  /// The measured position; `nil` without a fix.
  package var position: GeodeticPosition?
  /// The quality of the position; `nil` where the file does not tell it.
  package var fix: GNSSFix?
  /// The receiver's estimate of the horizontal error, metres; `nil` where the file does not tell it.
  package var accuracy: Double?

  /// Whether the clock began anew with this line.
  package var beginsAnew = false

  /// Creates a line without a position.
  package init(time: Double, day: CivilDate? = nil) {
    (self.time, self.day) = (time, day)
  }
}
