internal import Mathematics
public import BoardSimulation
public import TextOutput

/// An expectation of a board: a claim, and the time at which the claim has to hold.
///
/// ```swift
/// try Expectation("gnss.best_fix == rtk-fixed")                    // of the report at the end
/// try Expectation("sensors.sps30.state == failed @ 65")            // at that board time
/// try Expectation("always measurement.temperature.value < 40 after 60")
/// try Expectation("within 10 s of fault-end:nack sensors.sps30.state == ok")
/// ```
public struct Expectation: Hashable, Sendable {
  /// The time at which a claim has to hold.
  public enum Period: Hashable, Sendable {
    /// At the end of the run, of the report.
    case atEnd
    /// At a board time.
    case at(Duration)
    /// At each check of the board within a range of board time.
    case always(Range<Duration>)
    /// At no check of the board within a range of board time.
    case never(Range<Duration>)
    /// At one or more checks of the board within a range of board time.
    case once(Range<Duration>)
    /// Within a length of time after each occurrence of a moment.
    case within(Duration, of: Moment)
  }

  /// A moment on a board from which time is counted.
  public enum Moment: Hashable, Sendable {
    /// The beginning of each fault of a kind.
    case fault(BoardFault.Kind)
    /// The end of each fault of a kind.
    case faultEnd(BoardFault.Kind)
    /// Each power-on, except the first at board time zero.
    case powerOn
    /// A given board time.
    case time(Duration)
  }

  /// The expectation as it was written.
  public let text: String
  /// The claim that has to hold in `period`.
  public let claim: Claim
  /// The time at which the claim has to hold.
  public let period: Period

  /// Reads an expectation.
  ///
  /// The forms are `CLAIM`, `CLAIM @ T`, `always|never|once CLAIM [after T] [before T]` and `within N
  /// s of fault:NAME|fault-end:NAME|power:on|T CLAIM`. Times are seconds of board time.
  ///
  /// - Throws: ``ExpectationError`` for any other text.
  public init(_ text: String) throws(ExpectationError) {
    self.text = text
    var words = text.split(separator: " ")[...]
    switch words.first {
    case "always", "never", "once":
      let word = words.removeFirst()
      let range = try Self.takeRange(from: &words, of: text)
      period = word == "always" ? .always(range) : word == "never" ? .never(range) : .once(range)
    case "within":
      words.removeFirst()
      period = try Self.takeMoment(from: &words, of: text)
    default:
      if let at = text.lastIndex(of: "@") {
        let time = text[text.index(after: at)...].split(separator: " ")
        guard time.count == 1 else { throw .noTime(text) }
        period = .at(try Self.time(time[0], in: text))
        words = text[..<at].split(separator: " ")[...]
      } else {
        period = .atEnd
      }
    }
    claim = try Claim(words.joined(separator: " "))
  }

  /// Returns the outcome for a report, of an expectation whose period is the end.
  ///
  /// Any other period needs a board, and is not met here.
  public func check(_ report: DescribedValue) -> ExpectationOutcome {
    ExpectationWatch([self]).outcomes(report, at: .zero)[0]
  }

  /// Takes `after T` and `before T` off the end of the words.
  private static func takeRange(
    from words: inout ArraySlice<Substring>, of text: String
  ) throws(ExpectationError) -> Range<Duration> {
    var (start, end) = (Duration.zero, Duration.seconds(Int64.max / 4))
    while words.count > 2, let last = words.last, let word = words.dropLast().last {
      switch word {
      case "after": start = try time(last, in: text)
      case "before": end = try time(last, in: text)
      default: return try range(start, end, text)
      }
      words.removeLast(2)
    }
    return try range(start, end, text)
  }

  private static func range(
    _ start: Duration, _ end: Duration, _ text: String
  ) throws(ExpectationError) -> Range<Duration> {
    guard start < end else { throw .noTime(text) }
    return start..<end
  }

  /// Takes `N s of MOMENT` off the beginning of the words.
  private static func takeMoment(
    from words: inout ArraySlice<Substring>, of text: String
  ) throws(ExpectationError) -> Period {
    guard words.count > 4, let number = words.popFirst(), words.popFirst() == "s",
      words.popFirst() == "of", let moment = words.popFirst()
    else { throw .noMoment(text) }
    return .within(try time(number, in: text), of: try Self.moment(moment, in: text))
  }

  private static func moment(
    _ word: Substring, in text: String
  ) throws(ExpectationError) -> Moment {
    if word == "power:on" { return .powerOn }
    for (prefix, make) in [("fault:", Moment.fault), ("fault-end:", Moment.faultEnd)] {
      guard word.hasPrefix(prefix) else { continue }
      let name = String(word.dropFirst(prefix.count))
      guard let kind = BoardFault.Kind(rawValue: name) else { throw .noFault(.unknown(name)) }
      return make(kind)
    }
    guard Double(word) != nil else { throw .noMoment(text) }
    return .time(try time(word, in: text))
  }

  private static func time(
    _ word: Substring, in text: String
  ) throws(ExpectationError) -> Duration {
    guard let time = Duration(eventSeconds: Double(word)) else { throw .noTime(text) }
    return time
  }
}

/// The outcome of an expectation.
public struct ExpectationOutcome: Hashable, Sendable, CustomStringConvertible {
  /// The expectation that was checked.
  public var expectation: Expectation
  /// The value found; `nil` when the path does not exist or the board was not checked.
  public var found: DescribedValue?
  /// Whether the expectation was met.
  public var isMet: Bool
  /// The board time at which the value was found; `nil` at the end.
  public var time: Duration?
  /// A remark on the outcome: an earlier event, or that the board was not checked.
  public var reason: String?

  /// The expectation in words, with the value found and its board time.
  public var description: String {
    let when = time.map { " at \(PlainText.number($0.inSeconds, decimals: 3)) s" } ?? ""
    let isEnd = expectation.period == .atEnd
    let missing = isEnd ? "the report has no" : "the status has no"
    let what = found.map { "found \($0.json)" } ?? "\(missing) '\(expectation.claim.path)'"
    let words = [time != nil || isEnd ? what + when : nil, reason].compactMap(\.self)
    return "\(expectation.text): \(words.joined(separator: "; "))"
  }
}

/// The error for an expectation that cannot be read.
public enum ExpectationError: Error, Hashable, Sendable {
  /// A text without a claim.
  case noClaim(String)
  /// A text with an invalid time.
  case noTime(String)
  /// A text with an invalid moment.
  case noMoment(String)
  /// A text with an unknown fault.
  case noFault(FaultError)
}

extension ExpectationError: CustomStringConvertible {
  /// The error and the right form, in words.
  public var description: String {
    switch self {
    case .noClaim(let text):
      "'\(text)' is no expectation; write PATH OP VALUE with one of == != < <= > >=, "
        + "for example 'gnss.best_fix == rtk-fixed'"
    case .noTime(let text):
      "'\(text)': times are seconds of board time, as in 'sensors.sps30.state == ok @ 80' or "
        + "'always gnss.satellites > 5 after 60 before 120'"
    case .noMoment(let text):
      "'\(text)': write 'within N s of MOMENT CLAIM', MOMENT one of fault:NAME, fault-end:NAME, "
        + "power:on or a board time"
    case .noFault(let error): error.description
    }
  }
}
