internal import GNSSBasics
internal import RINEX
internal import RTCMParser
internal import RTCMStreams

/// A conversion of a stream's observations and ephemerides to two RINEX files, or more in version 2.
///
/// A stream that can be read only once is kept in memory for further passes.
final class RINEXOutput: ConversionOutput {
  /// The observation file; with long names the folder, until the survey has found their times.
  private var path: String
  private var navigationPath: String?
  private let arguments: RINEXArguments
  private var observations: ObservationTextFile?
  private var navigation: OutputFile?
  // The files of version 2, opened when there is content for them.
  private var glonassNavigation: OutputFile?
  private var sbasNavigation: OutputFile?
  private var conversion: RINEXConversion
  /// The whole stream, when it can be read only once; otherwise `nil`.
  private var kept: [Piece]?
  private(set) var byteCount = 0

  /// Creates the output; its files are opened once the date is known, so that a stream without a date does
  /// not replace existing files.
  ///
  /// - Parameters:
  ///   - path: The observation file, `-` for standard output.
  ///   - arguments: The other options of RINEX.
  ///   - glonassChannels: The given frequency channels of GLONASS satellites, by slot.
  ///   - comesOnce: Whether the stream cannot be read again.
  /// - Throws: ``UsageError`` when both files are the same.
  init(
    _ path: String, _ arguments: RINEXArguments, glonassChannels: [UInt8: Int], comesOnce: Bool
  ) throws(UsageError) {
    self.path = path
    self.arguments = arguments
    navigationPath = arguments.longName == nil ? try arguments.navigationPath(beside: path) : nil
    kept = comesOnce ? [] : nil
    conversion = RINEXConversion(
      near: arguments.date?.time, version: arguments.version ?? .v3_04, header: arguments.header,
      glonassChannels: glonassChannels)
  }

  /// A piece of the stream.
  private enum Piece {
    case bytes([UInt8])
    case epoch(ObservationEpoch)
  }

  var rinex: RINEXTotals? {
    RINEXTotals(epochs: epochs, ephemerides: ephemerides, files: longNames)
  }

  /// The files that got long names: the observations, and the ephemerides.
  private var longNames: [String] {
    arguments.longName == nil ? [] : [path] + (navigationPath.map { [$0] } ?? [])
  }
  private var epochs: Int { conversion.epochs }
  private var ephemerides: Int { navigationPath == nil ? 0 : conversion.ephemerides }

  var losses: ConversionLosses? {
    let omissions = conversion.omissions.filter { omission in
      guard case .ephemerides = omission.subject else { return true }
      return navigationPath != nil
    }
    return ConversionLosses(
      omissions: omissions, impossibleTimes: conversion.impossibleTimes,
      contradictedChannels: conversion.contradictedChannels, isEmpty: epochs + ephemerides == 0,
      verb: "left out")
  }

  var needsAnotherPass: Bool { conversion.pass != .done }

  var dateOutliers: [DateClaim] { conversion.dateOutliers }

  func write(_ stream: [UInt8]) throws { try take(.bytes(stream)) }

  func write(_ epoch: ObservationEpoch) throws { try take(.epoch(epoch)) }

  func flush() {}

  func finish() throws {
    try endPass()
    guard let pieces = kept else { return }
    while needsAnotherPass {
      for piece in pieces { try convert(piece) }
      try endPass()
    }
  }

  // MARK: -

  private func take(_ piece: Piece) throws {
    kept?.append(piece)
    try convert(piece)
  }

  private func convert(_ piece: Piece) throws {
    var text = RINEXConversion.Text()
    switch piece {
    case .bytes(let stream): conversion.consume(stream.span, into: &text)
    case .epoch(let epoch): conversion.consume(epoch, into: &text)
    }
    try write(text)
  }

  private func endPass() throws {
    var text = RINEXConversion.Text()
    do {
      try conversion.endPass(into: &text)
    } catch {
      throw UsageError(error, given: arguments.date)
    }
    if conversion.pass == .survey, arguments.longName == nil { try openFiles() }
    if conversion.pass == .writing, let name = arguments.longName {
      try nameFiles(name)
      try openFiles()
    }
    try write(text)
    if conversion.pass == .done {
      try observations?.finish()
      try navigation?.finish()
      try glonassNavigation?.finish()
      try sbasNavigation?.finish()
    }
  }

  /// Names the files in their folder, by the times of the observations.
  private func nameFiles(_ argument: LongNameArgument) throws {
    let name = conversion.longName(site: argument.site, origin: argument.origin)
    guard let name else {
      throw Failure(message: "there is no observation by whose time files could have long names")
    }
    (path, navigationPath) = arguments.paths(of: name, in: path)
  }

  private func openFiles() throws {
    let file = try ObservationTextFile(
      path, isCompact: arguments.isCompact, date: arguments.header.date)
    let written = file.workingPath
    observations = consume file
    if let navigationPath { navigation = try openNavigation(navigationPath, beside: written) }
  }

  private func openNavigation(_ path: String, beside other: String) throws -> OutputFile {
    let file = try OutputFile(path, isCompressed: FileEnding.isGzip(path))
    guard !isSameFile(file.workingPath, other) else {
      throw UsageError(message: "--nav and -o must be two files, not '\(self.path)' twice")
    }
    return file
  }

  private func write(_ text: RINEXConversion.Text) throws {
    try observations?.write(text.observations)
    byteCount += text.observations.count
    guard let navigationPath else { return }
    try navigation?.write(text.navigation)
    byteCount += text.navigation.count
    try Self.write(text.glonassNavigation, to: &glonassNavigation, "g", beside: navigationPath)
    try Self.write(text.sbasNavigation, to: &sbasNavigation, "h", beside: navigationPath)
    byteCount += text.glonassNavigation.count + text.sbasNavigation.count
  }

  /// Writes to another system's navigation file, which is opened on first use.
  private static func write(
    _ text: [UInt8], to file: inout OutputFile?, _ letter: Character, beside path: String
  ) throws {
    if text.isEmpty { return }
    if file == nil {
      file = try OutputFile(
        RINEXArguments.navigationPath(of: letter, beside: path),
        isCompressed: FileEnding.isGzip(path))
    }
    try file?.write(text)
  }
}

extension UsageError {
  /// Returns the remedy for messages with a wrong date.
  ///
  /// Ephemerides are not dropped as a whole: a stream without them is of no use to a sky, and only some are
  /// old.
  private static func remedy(ofMessage type: UInt16) -> String {
    guard LinkBudget.ephemerisTypes.contains(type) else {
      return ", or leave the message out with --drop-type \(type) if it is wrong"
    }
    return ", or leave out what is of another day: satellites with old ephemerides by "
      + "--drop-satellite, a stretch of the stream by --since and --until"
  }

  /// Creates the usage error for a date that is unknown or contradicted, with its remedy.
  init(_ error: StreamDateError, given: StreamDateArgument?) {
    switch error {
    case .unknown:
      self.init(
        message: """
          give --date: observations say only the time of the week, and no message of this stream \
          (1013, 1029, 1042, 1045 or 1046) says which week; a day such as 2018-10-04 will do
          """)
    case .contradicted(let type, let time):
      let source = type.map { "its message \($0) says" } ?? "its first observations are of"
      let remedy = type.map { Self.remedy(ofMessage: $0) } ?? ""
      self.init(
        message: "--date \(given?.text ?? "") is not when the stream was made: \(source) "
          + "\(time.utcText); give that date\(remedy)")
    case .divided(let claims):
      self.init(
        message: "the stream tells no one date: \(claims.phrase); give --date, "
          + "or leave out what is wrong with --drop-type")
    }
  }
}
