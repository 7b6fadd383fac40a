internal import Mathematics
internal import RINEX
internal import RTCMParser

/// A stretch of GPS time that a file holds, such as an hour; periods begin at multiples of their length.
struct FilePeriod: Hashable {
  /// The number of the period since the beginning of GPS time.
  let number: Int64
  /// The length, nanoseconds.
  let nanoseconds: Int64

  /// Creates the period that contains a time.
  init(of time: GPSTime, nanoseconds: Int64) {
    number = time.nanoseconds.dividedRoundingDown(by: nanoseconds).quotient
    self.nanoseconds = nanoseconds
  }

  /// The first time of the period.
  var start: GPSTime { GPSTime(nanoseconds: number * nanoseconds) }

  /// The beginning of the names of the period's files: `MILA00ITA_R_20261521200_01H`.
  func stem(_ name: LongNameArgument) -> String? {
    let last = start.advanced(byNanoseconds: nanoseconds - 1_000_000_000)
    return RINEXLongName(
      site: name.site, origin: name.origin, span: start...max(start, last), interval: nil
    )?.beginning
  }
}

/// The length of the time that a file holds: a number and `M`, `H` or `D`.
struct PeriodArgument: OptionValue {
  let seconds: Int

  static let hour = PeriodArgument(seconds: 3600)

  /// The length in nanoseconds.
  var nanoseconds: Int64 { Int64(seconds) * 1_000_000_000 }

  private init(seconds: Int) { self.seconds = seconds }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let units: [Character: Int] = ["M": 60, "H": 3600, "D": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()), count > 0,
      case let seconds = count.multipliedReportingOverflow(by: unit), !seconds.overflow,
      seconds.partialValue == 86_400
        || seconds.partialValue < 86_400 && 86_400 % seconds.partialValue == 0
    else {
      throw UsageError(
        message:
          "\(parameter) must be a part of the day in minutes, hours or days, such as 15M, 1H "
          + "or 1D, not '\(text)'")
    }
    self.seconds = seconds.partialValue
  }
}

extension RINEXArguments {
  /// Returns the paths of a period's files; their names have the whole period, also where observations are
  /// missing.
  func paths(
    of survey: RINEXSurvey, in period: FilePeriod, folder: String
  ) throws(Failure) -> (observations: String, navigation: String) {
    guard let longName,
      let name = survey.longName(
        site: longName.site, origin: longName.origin, from: period.start,
        nanoseconds: period.nanoseconds)
    else { throw Failure(message: "there is no observation by whose time a file could be named") }
    return paths(of: name, in: folder)
  }
}
