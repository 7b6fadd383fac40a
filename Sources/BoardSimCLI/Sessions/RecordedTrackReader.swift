internal import Bytes
internal import GNSSBasics
internal import RTCMJSON
internal import Sessions
internal import VirtualBoard

/// A reader of the positions in a recording of a run, which may arrive in pieces of any size.
///
/// An event `sample` has the position and the true one, and the event `status` after it the fix and its
/// accuracy.
struct RecordedTrackReader {
  /// The lines that could not be read.
  private(set) var faults = TrackFaults()
  private var lines = LineSplitter(limit: 1 << 20)
  /// The sample before its status.
  private var pending: TrackSample?
  private var lastTime = -Double.infinity

  /// Reads the next bytes into a survey.
  mutating func consume(_ bytes: Span<UInt8>, into survey: inout TruthfulSurvey) {
    var lines = lines
    lines.consume(bytes) { number, line in read(line, number, into: &survey) }
    self.lines = lines
  }

  /// Ends the file.
  mutating func finish(into survey: inout TruthfulSurvey) {
    var lines = lines
    lines.finish { number, line in read(line, number, into: &survey) }
    emit(into: &survey)
  }

  private mutating func read(
    _ line: ArraySlice<UInt8>, _ number: Int, into survey: inout TruthfulSurvey
  ) {
    let isSample = line.starts(with: Self.sample)
    guard isSample || line.starts(with: Self.status) else { return checkOther(line, number) }
    guard let members = (try? JSONValue(parsing: Array(line)))?.members?["data"]?.members else {
      return faults.add("the line is no event in JSON; is it cut off?", at: "line \(number)")
    }
    if isSample {
      emit(into: &survey)
      take(sample: members, number, into: &survey)
    } else {
      take(status: members)
      emit(into: &survey)
    }
  }

  /// Notes a line that is no event; events of other kinds have no position.
  private mutating func checkOther(_ line: ArraySlice<UInt8>, _ number: Int) {
    guard !line.isEmpty, !line.starts(with: Self.event), !line.starts(with: Self.head) else {
      return
    }
    faults.add("the line is no event of a recording", at: "line \(number)")
  }

  private static let head = Array("{\"recording\":".utf8)
  private static let event = Array("{\"event\":\"".utf8)
  private static let sample = Array("{\"event\":\"sample\"".utf8)
  private static let status = Array("{\"event\":\"status\"".utf8)

  // MARK: Events

  private mutating func take(
    sample members: JSONMembers, _ number: Int, into survey: inout TruthfulSurvey
  ) {
    guard case .text(let date)? = members["time_utc"], let instant = DateText.time(date) else {
      return faults.add("the sample has no date from 1980 to 2200", at: "line \(number)")
    }
    let time = Double(instant.nanoseconds) / 1e9
    if let truth = members["true_position"]?.members?.position {
      survey.see(truth: truth, at: time)
    }
    let (position, age) = Self.position(members)
    // A position that grows old does not turn the clock back.
    lastTime = max(time - age, time < lastTime - 60 ? -.infinity : lastTime)
    pending = TrackSample(time: lastTime)
    pending?.position = position
  }

  /// Returns the position among a sample's fields, and its age in seconds.
  private static func position(_ sample: JSONMembers) -> (GeodeticPosition?, age: Double) {
    guard let fields = sample["fields"]?.elements else { return (nil, 0) }
    var (latitude, longitude, age) = (Double?.none, Double?.none, 0.0)
    for field in fields {
      guard let field = field.members, case .text(let name)? = field["name"] else { continue }
      if name == "latitude" { (latitude, age) = (field.number("value"), field.number("age") ?? 0) }
      if name == "longitude" { longitude = field.number("value") }
    }
    guard let latitude, let longitude else { return (nil, 0) }
    return (GeodeticPosition(trackLatitude: latitude, longitude: longitude), age)
  }

  private mutating func take(status members: JSONMembers) {
    guard let gnss = members["gnss"]?.members else { return }
    if case .text(let name)? = gnss["fix"] { pending?.fix = GNSSFix(name: name) }
    pending?.accuracy = gnss.number("horizontal_accuracy")
  }

  private mutating func emit(into survey: inout TruthfulSurvey) {
    if let pending { survey.consume(pending) }
    pending = nil
  }
}

extension JSONMembers {
  /// Returns a member that is a number; `nil` for any other.
  fileprivate func number(_ name: String) -> Double? {
    guard case .number(let number)? = self[name] else { return nil }
    return number
  }

  /// The position in the members `latitude` and `longitude`.
  fileprivate var position: GeodeticPosition? {
    guard let latitude = number("latitude"), let longitude = number("longitude") else { return nil }
    return GeodeticPosition(trackLatitude: latitude, longitude: longitude)
  }
}
