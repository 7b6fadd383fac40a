internal import GNSSBasics
public import RTCMStreams

/// A converter from a stream to RINEX observation and navigation files, in three passes over the stream.
///
/// ```swift
/// var conversion = RINEXConversion()
/// var text = RINEXConversion.Text()
/// while conversion.pass != .done {
///   conversion.consume(stream.span, into: &text)
///   try conversion.endPass(into: &text)
/// }
/// ```
/// Observations carry only the time of week, and an observation file's header depends on all records after
/// it. So the first pass finds the date, or checks the given date. The second pass collects the header's
/// content. The third pass writes the files.
public struct RINEXConversion: Sendable {
  /// A pass over the stream.
  public enum Pass: Hashable, Sendable {
    /// The pass that finds the stream's date.
    case date
    /// The pass that collects the header's content.
    case survey
    /// The pass that writes the files' text.
    case writing
    /// The state after the last pass.
    case done
  }

  /// The text made from a piece of the stream.
  public struct Text: Hashable, Sendable {
    /// The next bytes of the observation file.
    public var observations: [UInt8] = []
    /// The next bytes of the navigation file; in version 2 the file of GPS.
    public var navigation: [UInt8] = []
    /// The next bytes of GLONASS's own navigation file, which version 2 has if GLONASS ephemerides come.
    public var glonassNavigation: [UInt8] = []
    /// The next bytes of SBAS's own navigation file, which version 2 has if SBAS ephemerides come.
    public var sbasNavigation: [UInt8] = []

    /// Creates empty texts.
    public init() {}
  }

  /// The current pass.
  public private(set) var pass = Pass.date
  private let version: RINEXFormat
  private let header: RINEXHeader
  private let glonassChannels: [UInt8: Int]
  private var scanner = FrameScanner()
  private var date: StreamDate
  private var times = ImpossibleTimeTally()
  private var survey: RINEXSurvey?
  private var observationWriter: RINEXObservationWriter?
  private var navigation: NavigationFiles?

  /// Creates a conversion that begins with the first pass.
  ///
  /// - Parameters:
  ///   - date: A time within half a week of the stream; `nil` to find the date from the stream's messages.
  ///   - version: The version of the files.
  ///   - header: The header content that the stream does not have, or that replaces the stream's.
  ///   - glonassChannels: Frequency channels of GLONASS satellites by slot, for streams that may lack them.
  public init(
    near date: GPSTime? = nil, version: RINEXFormat = .v3_04,
    header: RINEXHeader = RINEXHeader(), glonassChannels: [UInt8: Int] = [:]
  ) {
    self.date = StreamDate(given: date)
    self.version = version
    self.header = header
    self.glonassChannels = glonassChannels
  }

  /// The number of epochs written to the observation file.
  public var epochs: Int { observationWriter?.epochs ?? 0 }
  /// The number of ephemerides written to navigation files.
  public var ephemerides: Int { navigation?.records ?? 0 }
  /// The observations and ephemerides left out of the files, with reasons and counts.
  public var omissions: [Omission] {
    (survey?.omissions ?? []) + (navigation?.omissions ?? [])
  }
  /// The messages left out because their times are invalid.
  public var impossibleTimes: [ImpossibleTimes] { times.all }

  /// Makes the files' long name, which is known after the survey.
  ///
  /// - Parameters:
  ///   - site: Four letters or digits, two digits, and three letters of a country, as `MILA00ITA`.
  ///   - origin: The origin of the data.
  /// - Returns: The name; `nil` without observations, and for a site of another form.
  public func longName(site: String, origin: RINEXLongName.Origin) -> RINEXLongName? {
    survey?.longName(site: site, origin: origin)
  }

  /// The slots of GLONASS satellites whose channels in the stream differ from the given channels.
  public var contradictedChannels: [UInt8] { survey?.contradictedChannels ?? [] }

  /// The messages that contradict the date of most of the stream; known after the first pass.
  public var dateOutliers: [DateClaim] { date.outliers }

  /// Reads the next bytes of the stream; each pass needs the whole stream once.
  public mutating func consume(_ bytes: Span<UInt8>, into text: inout Text) {
    // The scanner lends each frame during its own access, so the closure must not find it in `self`.
    var scanner = FrameScanner()
    swap(&scanner, &self.scanner)
    scanner.consume(bytes) { convert($0, &text) }
    swap(&scanner, &self.scanner)
  }

  /// Reads an epoch that came in no RTCM message; call this in the epoch's place among the bytes.
  public mutating func consume(_ epoch: ObservationEpoch, into text: inout Text) {
    switch pass {
    case .date: date.learn(from: epoch.time)
    case .survey: survey?.add(epoch)
    case .writing:
      observationWriter?.append(epoch, to: &text.observations)
      navigation?.follow(epoch.time)
    case .done: break
    }
  }

  /// Ends the current pass at the end of the stream.
  ///
  /// - Throws: `StreamDateError` at the end of the first pass.
  public mutating func endPass(into text: inout Text) throws(StreamDateError) {
    var scanner = FrameScanner()
    swap(&scanner, &self.scanner)
    scanner.finish { convert($0, &text) }
    switch pass {
    case .date:
      survey = RINEXSurvey(
        near: try date.settled(), version: version, header: header,
        glonassChannels: glonassChannels)
      pass = .survey
    case .survey: beginWriting(&text)
    case .writing:
      observationWriter?.finish(to: &text.observations)
      pass = .done
    case .done: break
    }
  }

  // MARK: -

  private mutating func convert(_ frame: borrowing FrameView, _ text: inout Text) {
    if pass == .date { return date.learn(from: frame.payload) }
    guard let message = try? RTCMMessage(decoding: frame.payload) else {
      if pass == .survey { survey?.noteUndecodable(frame.payload) }
      return
    }
    switch pass {
    case .date: break
    case .survey:
      if message.isWrittenToRINEX { times.count(message) }
      survey?.add(message)
    case .writing:
      observationWriter?.append(message, to: &text.observations)
      navigation?.append(message, to: &text)
    case .done: break
    }
  }

  private mutating func beginWriting(_ text: inout Text) {
    survey?.finish()
    guard let survey else { return }
    observationWriter = RINEXObservationWriter(of: survey)
    navigation = NavigationFiles(near: survey.reference, version: version, header: header)
    observationWriter?.appendHeader(to: &text.observations)
    navigation?.appendHeader(to: &text)
    pass = .writing
  }
}

extension RTCMMessage {
  /// Whether RINEX files hold data of this kind of message together with its time.
  package var isWrittenToRINEX: Bool {
    switch self {
    case .msm, .legacyObservations: true
    default: ephemerisSatellite != nil
    }
  }

  /// The satellite of an ephemeris, as RINEX names it; `nil` for any other message.
  package var ephemerisSatellite: SatelliteID? {
    switch self {
    case .sbasEphemeris(let orbit):
      SatelliteID(.sbas, Int(orbit.satelliteID) + NavigationRecord.firstSBASNumber)
    case .navicEphemeris(let orbit): SatelliteID(.navic, Int(orbit.satelliteID))
    default: orbitingSatellite
    }
  }
}
