import GNSSBasics
import Mathematics

@testable import Sessions

/// A way in metres east and north of a place, walked at even steps of time.
struct WalkedTrack {
  static let milan = GeodeticPosition(latitude: 45.4762204, longitude: 9.1803721, height: 0)

  var place = milan
  var start = 0.0
  var interval = 1.0
  var fix = GNSSFix?.some(.rtkFixed)
  /// The standard deviation of each axis, metres.
  var noise = 0.0
  var accuracy: Double?

  /// Returns the samples of a way.
  func samples(_ count: Int, _ way: (Double) -> (east: Double, north: Double)) -> [TrackSample] {
    var random = Xoshiro256(seed: 7, part: "track")
    return (0..<count).map { index in
      let time = Double(index) * interval
      let (east, north) = way(time)
      var sample = TrackSample(time: start + time)
      sample.position = place.moved(
        east: east + noise * random.normal(), north: north + noise * random.normal())
      (sample.fix, sample.accuracy) = (fix, accuracy)
      return sample
    }
  }

  /// Returns the outing of samples.
  static func outing(_ samples: [TrackSample], _ rules: SurveyRules = SurveyRules()) -> Outing {
    var survey = OutingSurvey(rules)
    for sample in samples { survey.consume(sample) }
    return survey.finish()
  }

  /// Returns the place on a circle of 400 m, which begins northwards, after a way.
  static func circle(_ way: Double) -> (east: Double, north: Double) {
    let radius = 200 / Double.pi
    let angle = way / radius
    return (radius * (Math.cosine(angle) - 1), radius * Math.sine(angle))
  }
}
