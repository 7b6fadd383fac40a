internal import RINEX
internal import RTCMParser

/// The arguments of `rtcm convert --to rinex`, without the name of the observation file.
struct RINEXArguments {
  var date: StreamDateArgument?
  var navigation: String?
  var markerName: String?
  var version: RINEXFormat?
  var fields: [HeaderFieldArgument] = []
  var longName: LongNameArgument?
  var isCompact = false

  static func parameters<C>(_ path: WritableKeyPath<C, RINEXArguments>) -> [Parameter<C>] {
    [
      .option(
        "date", path.appending(path: \.date), "DATE",
        help: """
          for RINEX and CSV, a date of the stream to within half a week, as
          2018-10-04: observations say only the time of their week;
          default: what most of 1013, 1029 and the ephemerides tell, which
          a date that is given must not contradict; GPS, QZSS and NavIC
          alone tell none
          """)
    ] + fileParameters(path)
  }

  /// The options of the files that are written.
  static func fileParameters<C>(_ path: WritableKeyPath<C, RINEXArguments>) -> [Parameter<C>] {
    [
      .option(
        "nav", path.appending(path: \.navigation), "FILE",
        help: """
          for RINEX, where ephemerides go; default: beside -o, as .nav.
          In version 2.11 that is of GPS; GLONASS's go beside it as .gnav,
          SBAS's as .hnav
          """),
      .option(
        "rinex-version", path.appending(path: \.version), "N",
        help: """
          2.11, 3.03, 3.04, 3.05, 4.00, 4.01 or 4.02; default: 3.04, and of
          RINEX files the first one's; 2.11 has GPS, GLONASS, Galileo and
          SBAS, and of each band one phase; what a version has no place for
          is told
          """),
      .option(
        "long-name", path.appending(path: \.longName), "SITE[_R|_S|_U]",
        help: """
          long names of RINEX for the files in the folder -o: SITE is four
          letters or digits, the numbers of monument and receiver and the
          country, as MILA00ITA; R for a receiver's data (default), S for
          a stream's. Of MILA00ITA and --hatanaka becomes
          MILA00ITA_R_20261520000_01D_01S_MO.crx.gz, and _MN.rnx.gz
          """),
      .flag(
        "hatanaka", path.appending(path: \.isCompact),
        help: """
          compact observations of Hatanaka, as .crx and .26d have them;
          with --long-name compressed as well
          """),
      .option(
        "marker", path.appending(path: \.markerName), "NAME",
        help: "for RINEX, the station's name; default: its ID, or a file's name of it"),
      .list(
        "header", path.appending(path: \.fields), "FIELD=TEXT|@FILE",
        help: """
          for RINEX, what a header says instead of what the stream tells;
          may be repeated. FIELD is
          \(HeaderFieldArgument.help)
          """),
    ]
  }

  /// Whether an option for RINEX only was given.
  var isGiven: Bool {
    navigation != nil || markerName != nil || version != nil || !fields.isEmpty || longName != nil
      || isCompact
  }

  /// Returns the paths of files with a long name: the observations, and the ephemerides.
  func paths(of name: RINEXLongName, in folder: String) -> (
    observations: String, navigation: String
  ) {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    let end = isCompact ? ".gz" : ""
    return (
      folder + name.observations + (isCompact ? ".crx" : ".rnx") + end,
      navigation ?? folder + name.navigation + ".rnx" + end
    )
  }

  /// The content of the files' headers.
  var header: RINEXHeader {
    var header = RINEXHeader(markerName: markerName)
    for field in fields { field.apply(to: &header) }
    return header
  }

  /// Returns the path of the navigation file; `nil` for standard output, which has observations only.
  func navigationPath(beside output: String) throws(UsageError) -> String? {
    let path = navigation ?? Self.navigationName(beside: output)
    guard path != output else {
      throw UsageError(message: "--nav and -o must be two files, not '\(output)' twice")
    }
    return path
  }

  /// Returns the path of another system's navigation file beside that of GPS, in version 2.
  ///
  /// The letter `g` makes `base.gnav` of `base.nav`, and `base.26g` of `base.26n`.
  static func navigationPath(of letter: Character, beside path: String) -> String {
    let (ending, plain) = (FileEnding(ofCompressed: path), FileEnding.withoutGzip(path))
    let end = FileEnding.isGzip(path) ? ".gz" : ""
    if ending.isOne(of: [".nav"]) { return plain.dropLast(3) + "\(letter)nav" + end }
    return (ending.isOfYear("n") ? plain.dropLast() + "\(letter)" : plain + ".\(letter)nav") + end
  }

  /// Returns the name of the navigation file beside an observation file, compressed as that is.
  private static func navigationName(beside output: String) -> String? {
    if output == "-" { return nil }
    let ending = FileEnding(ofCompressed: output)
    let (plain, end) = (FileEnding.withoutGzip(output), FileEnding.isGzip(output) ? ".gz" : "")
    for longName in ["O.rnx", "O.crx"] where plain.hasSuffix(longName) {
      return plain.dropLast(longName.count) + "N.rnx" + end
    }
    if ending.isOfYear("o") || ending.isOfYear("d") { return plain.dropLast() + "n" + end }
    let name = plain.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return plain + ".nav" + end
    }
    return plain[..<dot] + ".nav" + end
  }
}

/// The site of a long name, and the origin of its data: `MILA00ITA`, `MILA00ITA_S`.
struct LongNameArgument: OptionValue {
  let site: String
  let origin: RINEXLongName.Origin

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
    let origin = parts.count == 1 ? .receiver : RINEXLongName.Origin(rawValue: parts[1])
    guard parts.count <= 2, RINEXLongName.isSite(parts[0]), let origin else {
      throw UsageError(
        message:
          "\(parameter) must be a site such as MILA00ITA, and _R, _S or _U behind it, not '\(text)'"
      )
    }
    (site, self.origin) = (parts[0], origin)
  }
}

/// The approximate date of a stream, with or without a time.
struct StreamDateArgument: OptionValue {
  let time: GPSTime
  let text: String

  init(optionText text: String, of parameter: String) throws(UsageError) {
    // A date without a time means noon, so that it is accurate to half a day.
    let noon = DateArgument.time(text + "T12:00:00Z").map { DateArgument($0) }
    let date = if let noon { noon } else { try DateArgument(optionText: text, of: parameter) }
    guard let time = GPSTime(date.time) else {
      throw UsageError(message: "\(parameter) must be after 1980-01-05, not '\(text)'")
    }
    (self.time, self.text) = (time, text)
  }
}

extension RINEXFormat: OptionChoice {}
