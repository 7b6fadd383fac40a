internal import RINEX
internal import RTCMStreams
internal import TextOutput

/// The options of the commands that write RINEX files anew, and their work.
struct RINEXEdit {
  var files: [String] = []
  var output = ""
  var rinex = RINEXArguments()
  var glonassChannels: [GLONASSChannelsArgument] = []
  var selection = SelectionArguments()
  var isJSON = false
  var isQuiet = false

  /// Returns the options' parameters.
  ///
  /// - Parameters:
  ///   - path: The options in their command.
  ///   - output: The meaning of `-o`.
  /// - Returns: The parameters, in the order of the help.
  static func parameters<C>(
    _ path: WritableKeyPath<C, RINEXEdit>, output: String
  ) -> [Parameter<C>] {
    [
      .arguments(
        "FILE", path.appending(path: \.files),
        help: """
          observation files of one station, and navigation files, of version
          2, 3 or 4, plain, compact (Hatanaka) or compressed
          """),
      .option("output", short: "o", path.appending(path: \.output), "FILE", help: output),
    ] + RINEXArguments.fileParameters(path.appending(path: \.rinex)) + [
      .list(
        "glonass-channel", path.appending(path: \.glonassChannels), "SAT=N,…",
        help: "frequency channels of -7 to 6 that no header tells; may be repeated")
    ] + SelectionArguments.parameters(path.appending(path: \.selection)) + [
      .flag(
        "json", path.appending(path: \.isJSON), help: "the summary as one JSON object on stdout"),
      .flag(
        "quiet", short: "q", path.appending(path: \.isQuiet),
        help: "show neither progress nor summary"),
    ]
  }

  static var rules: [CommandRule<RINEXEdit>] {
    [
      CommandRule(
        ["output"], says: "RINEX files are read twice and written whole: name files, not -"
      ) { $0.output == "-" || $0.files.contains("-") },
      CommandRule(["output", "nav"]) { options in
        let outputs = [options.output, options.rinex.navigation].compactMap { $0 }
        let path = outputs.first { path in options.files.contains { isSameFile($0, path) } }
        return path.map { "'\($0)' is the input as well; name another file" }
      },
      CommandRule(
        ["long-name", "rinex-version"],
        says: "files of version 2.11 have no long names: leave out --long-name"
      ) { $0.rinex.longName != nil && $0.rinex.version == .v2_11 },
      CommandRule(["long-name", "output"]) { options in
        guard options.rinex.longName != nil, !isFolder(options.output) else { return nil }
        return "--long-name needs a folder that there is for -o, not '\(options.output)'"
      },
    ]
  }

  /// The rules by which observations and ephemerides are kept.
  var conversion: ConversionRules {
    var rules = ConversionRules()
    selection.apply(to: &rules)
    return rules
  }

  /// Returns the frequency channels of the files' headers, and the given ones of other slots.
  func channels(of sources: RINEXSources) -> [UInt8: Int] {
    sources.observations.compactMap(\.header).reduce(glonassChannels.bySlot) { all, header in
      all.merging(header.glonassChannels) { $1 }
    }
  }

  /// Reads the files' kinds and headers.
  func sources() throws -> RINEXSources {
    let sources = try RINEXSources(files, glonassChannels: glonassChannels.bySlot)
    let names = Set(sources.observations.compactMap { $0.header?.station[.markerName] })
    guard names.count <= 1 || rinex.header[.markerName] != nil else {
      throw UsageError(
        message: "the files are of several stations, \(names.sorted().joined(separator: ", ")); "
          + "if they are one, name it: --marker NAME")
    }
    return sources
  }

  /// Returns the header of the output: the first file's, with the fields that are given.
  func header(of sources: RINEXSources) -> RINEXHeader {
    var header = RINEXHeader()
    if let first = sources.observations.first?.header {
      header = first.station
      header.glonassBiases = first.biases
    }
    if let name = rinex.markerName { header[.markerName] = name }
    // Comments that are given replace those of the file.
    if !rinex.header.comments.isEmpty { header.comments = [] }
    for field in rinex.fields { field.apply(to: &header) }
    return header
  }

  /// Returns the version of the output: that of the option, or else the one of the first file.
  func version(of sources: RINEXSources) -> RINEXFormat {
    let first =
      sources.observations.first?.header?.version ?? sources.navigation.first?.file.version
    return rinex.version ?? first.map(RINEXFormat.init(nearest:)) ?? .v3_04
  }
}
