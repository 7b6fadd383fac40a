internal import RTCMParser

/// What `rtcm convert --to rinex` is told beside the name of the observation file.
struct RINEXArguments {
  var date: StreamDateArgument?
  var navigation: String?
  var markerName: String?

  static func parameters<C>(_ path: WritableKeyPath<C, RINEXArguments>) -> [Parameter<C>] {
    [
      .option(
        "date", path.appending(path: \.date), "DATE",
        help: """
          for RINEX and CSV, a date of the stream to within half a week, as
          2018-10-04: observations say only the time of their week;
          default: what 1013, 1029, 1042, 1045 or 1046 in the stream tells,
          which a date that is given must not contradict
          """),
      .option(
        "nav", path.appending(path: \.navigation), "FILE",
        help: "for RINEX, where ephemerides go; default: beside -o, as .nav"),
      .option(
        "marker", path.appending(path: \.markerName), "NAME",
        help: "for RINEX, the station's name; default: its ID"),
    ]
  }

  /// The navigation file, `nil` for none: only observations go to standard output.
  func navigationPath(beside output: String) throws(UsageError) -> String? {
    let path = navigation ?? Self.navigationName(beside: output)
    guard path != output else {
      throw UsageError(message: "--nav and -o must be two files, not '\(output)' twice")
    }
    return path
  }

  private static func navigationName(beside output: String) -> String? {
    if output == "-" { return nil }
    let longName = "O.rnx"
    if output.hasSuffix(longName) { return output.dropLast(longName.count) + "N.rnx" }
    let name = output.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return output + ".nav" }
    return output[..<dot] + ".nav"
  }
}

/// About when a stream was made: a date with or without a time.
struct StreamDateArgument: OptionValue {
  let time: GPSTime
  let text: String

  init(optionText text: String, of parameter: String) throws(UsageError) {
    // Noon: a day alone is then right to within half a day.
    let noon = DateArgument.time(text + "T12:00:00Z").map { DateArgument($0) }
    let date = if let noon { noon } else { try DateArgument(optionText: text, of: parameter) }
    guard let time = GPSTime(date.time) else {
      throw UsageError(message: "\(parameter) must be after 1980-01-05, not '\(text)'")
    }
    (self.time, self.text) = (time, text)
  }
}
