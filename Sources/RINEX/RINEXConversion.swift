internal import GNSSBasics
public import RTCMStreams

/// Makes the texts of an observation file and a navigation file, or several, of a stream, in three passes over it.
///
/// ```swift
/// var conversion = RINEXConversion()
/// var text = RINEXConversion.Text()
/// while conversion.pass != .done {
///   conversion.consume(stream.span, into: &text)
///   try conversion.endPass(into: &text)
/// }
/// ```
/// Observations say only the time of their week, and the header of their file what follows it. So the
/// first pass looks for the date, or whether the one that is given can be true; the second finds what the
/// header must say; the third writes.
public struct RINEXConversion: Sendable {
  /// A pass over the stream.
  public enum Pass: Hashable, Sendable {
    /// When it was made.
    case date
    /// The pass that collects the header's content.
    case survey
    /// Everything: text comes of it.
    case writing
    /// Nothing more.
    case done
  }

  /// The text made from a piece of the stream.
  public struct Text: Hashable, Sendable {
    /// The next bytes of the observation file.
    public var observations: [UInt8] = []
    /// The next bytes of the navigation file; in version 2 that of GPS.
    public var navigation: [UInt8] = []
    /// In version 2 the next bytes of the navigation file of GLONASS, if there is one.
    public var glonassNavigation: [UInt8] = []
    /// In version 2 the next bytes of the navigation file of SBAS, if there is one.
    public var sbasNavigation: [UInt8] = []

    /// Creates what comes of nothing.
    public init() {}
  }

  /// The present pass.
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

  /// Creates a conversion that has seen nothing.
  ///
  /// - Parameters:
  ///   - date: A time within half a week of the stream; what its messages tell when `nil`.
  ///   - version: The version of the files.
  ///   - header: What their headers say beside what the stream tells.
  ///   - glonassChannels: Frequency channels of GLONASS satellites by slot, where the stream may not tell them.
  public init(
    near date: GPSTime? = nil, version: RINEXFormat = .version3,
    header: RINEXHeader = RINEXHeader(), glonassChannels: [UInt8: Int] = [:]
  ) {
    self.date = StreamDate(given: date)
    self.version = version
    self.header = header
    self.glonassChannels = glonassChannels
  }

  /// The number of epochs written.
  public var epochs: Int { observationWriter?.epochs ?? 0 }
  /// The number of ephemerides written.
  public var ephemerides: Int { navigation?.records ?? 0 }
  /// The omissions, with their reasons.
  public var omissions: [Omission] {
    (survey?.omissions ?? []) + (navigation?.omissions ?? [])
  }
  /// Messages that were left out, as their times cannot be.
  public var impossibleTimes: [ImpossibleTimes] { times.all }

  /// The slots of GLONASS satellites whose channels the stream told otherwise than they were given.
  public var contradictedChannels: [UInt8] { survey?.contradictedChannels ?? [] }

  /// Messages that contradict the date that most of the stream tells; known after the first pass.
  public var dateOutliers: [DateClaim] { date.outliers }

  /// Takes the next bytes of the stream, the whole of which is to be given once in each pass.
  public mutating func consume(_ bytes: Span<UInt8>, into text: inout Text) {
    // The scanner lends each frame while it is in use itself: it is moved out for as long.
    var scanner = FrameScanner()
    swap(&scanner, &self.scanner)
    scanner.consume(bytes) { convert($0, &text) }
    swap(&scanner, &self.scanner)
  }

  /// Takes an epoch of the stream that is in no message, in its place among the bytes.
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

  /// Ends a pass at the end of the stream.
  ///
  /// - Throws: `StreamDateError` at the end of the first.
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
    guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
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
  /// Whether something of the message is written to RINEX with its time, if that is one.
  fileprivate var isWrittenToRINEX: Bool {
    switch self {
    case .msm, .legacyObservations: true
    default: orbitingSatellite != nil
    }
  }
}
