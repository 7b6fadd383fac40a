internal import RTCMStreams

/// The time window of a stream that a command uses.
struct WindowArguments {
  var since: StreamTimeArgument?
  var until: StreamTimeArgument?

  static func parameters<C>(_ path: WritableKeyPath<C, WindowArguments>) -> [Parameter<C>] {
    [
      .option(
        "since", path.appending(path: \.since), "TIME",
        help: """
          only from this GPS time on: 12:00 or 12:00:30.5 on the day of the
          first observations, or 2026-06-01T12:00:00 within half a week of
          them; in UTC with a Z behind it
          """),
      .option(
        "until", path.appending(path: \.until), "TIME",
        help: "only before this time; a time of day not after --since is the next day's"),
    ]
  }

  /// The window; `nil` for the whole stream.
  var window: EpochWindow? {
    since == nil && until == nil ? nil : EpochWindow(since: since?.border, until: until?.border)
  }

  /// Cuts the window out of a whole stream.
  ///
  /// - Parameters:
  ///   - bytes: The stream.
  ///   - arrivals: The arrival times of its bytes.
  ///   - name: The stream, as it was typed.
  /// - Returns: The frames within the window, and their arrival times; the whole stream without a window.
  /// - Throws: ``Failure`` when the window is empty.
  func cut(
    _ bytes: [UInt8], arrivals: [CaptureArrival] = [], of name: String
  ) throws(Failure) -> (bytes: [UInt8], arrivals: [CaptureArrival]) {
    guard let window else { return (bytes, arrivals) }
    let part = window.cut(bytes, arrivals: arrivals)
    if part.bytes.isEmpty {
      throw Failure(
        message:
          "'\(StreamInput.title(of: name))' has no observations between --since and --until; "
          + "'boardsim rtcm decode --brief' shows the times of its frames")
    }
    return part
  }
}

/// A time in a stream: `HH:MM[:SS]`, or a date with a time; GPS time, or UTC with a `Z`.
struct StreamTimeArgument: OptionValue {
  let border: EpochWindow.Border

  init(optionText text: String, of parameter: String) throws(UsageError) {
    if let milliseconds = Self.timeOfDay(text) {
      border = .timeOfDay(milliseconds: milliseconds)
    } else if let time = Self.instant(text) {
      border = .instant(time)
    } else {
      throw UsageError(
        message:
          "\(parameter) must be a time such as 12:00, 12:00:30 or 2026-06-01T12:00:00, not '\(text)'"
      )
    }
  }

  /// Returns the milliseconds since midnight of `HH:MM`, `HH:MM:SS` or `HH:MM:SS.mmm`; `nil` for other
  /// text.
  private static func timeOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].count == 2, parts[1].count == 2,
      let hours = UInt(parts[0]), let minutes = UInt(parts[1]), hours <= 24, minutes < 60,
      let seconds = parts.count == 3 ? Double(parts[2]) : 0, (0..<60).contains(seconds)
    else { return nil }
    let milliseconds = Int(hours * 60 + minutes) * 60_000 + Int((seconds * 1000).rounded())
    return milliseconds <= 86_400_000 ? milliseconds : nil
  }

  private static func instant(_ text: String) -> GPSTime? {
    if text.hasSuffix("Z") { return DateArgument.time(text).flatMap { GPSTime($0) } }
    // The calendar of GPS time has no leap seconds.
    return DateArgument.time(text + "Z").flatMap { GPSTime($0, leapSeconds: 0) }
  }
}
