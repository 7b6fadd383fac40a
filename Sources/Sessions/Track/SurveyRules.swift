internal import GNSSBasics

/// The rules by which sessions and laps are found in a track.
package struct SurveyRules: Hashable, Sendable {
  /// The time without a position, or without a step, that ends a session, seconds.
  package var pause = 300.0
  /// The minimum step, metres; `nil` for one that follows the accuracy of each position.
  package var minimumStep: Double?
  /// The line of laps; `nil` for a line through the beginning of each session.
  package var line: LapLine?
  /// The zone whose days are summed up.
  package var zone = DayZone.utc
  /// Whether times are dates in UTC; otherwise they are board time.
  package var isDated = true

  /// Creates the default rules.
  package init() {}

  /// The minimum step as a multiple of the accuracy.
  ///
  /// With independent errors of the accuracy, a step of this length is 2 % too long on average, and a board
  /// that stands makes none.
  package static let stepPerAccuracy = 4.0
  /// The greatest credible speed, metres a second; a faster change of position is no way that was gone.
  package static let greatestSpeed = 100.0
  /// The speed below which a step includes a stop, metres a second.
  package static let slowestSpeed = 0.3
  /// The distance over which the direction of travel is found, metres.
  static let directionBase = 5.0

  /// Returns the distance from the last counted position at which a position counts, metres.
  func step(_ sample: TrackSample) -> Double {
    if let minimumStep { return minimumStep }
    let accuracy = sample.accuracy ?? (sample.fix ?? .threeD).usualAccuracy
    return Self.stepPerAccuracy * min(max(accuracy, 0), Self.worstAccuracy)
  }

  /// The largest accuracy that is believed, metres: a receiver tells kilometres before its first fix.
  private static let worstAccuracy = 50.0
}

extension GNSSFix {
  /// The horizontal accuracy of a fix where a file does not tell it, metres.
  ///
  /// Two thirds of the errors are smaller. The values are for a receiver under an open sky.
  package var usualAccuracy: Double {
    switch self {
    case .none, .threeD: 1.8
    case .dgnss: 0.5
    case .rtkFloat: 0.3
    case .rtkFixed: 0.015
    }
  }
}
