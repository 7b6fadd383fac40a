internal import GNSSBasics
public import RTCMStreams

/// Makes the texts of an observation file and a navigation file of a stream, in three passes over it.
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
  /// What is looked for in the stream.
  public enum Pass: Hashable, Sendable {
    /// When it was made.
    case date
    /// What the header must say.
    case survey
    /// Everything: text comes of it.
    case writing
    /// Nothing more.
    case done
  }

  /// What comes of a piece of the stream.
  public struct Text: Hashable, Sendable {
    /// The next bytes of the observation file.
    public var observations: [UInt8] = []
    /// The next bytes of the navigation file.
    public var navigation: [UInt8] = []

    /// Creates what comes of nothing.
    public init() {}
  }

  /// What the stream is gone through for now.
  public private(set) var pass = Pass.date
  private let markerName: String?
  private var scanner = FrameScanner()
  private var date: StreamDate
  private var survey: RINEXSurvey?
  private var observationWriter: RINEXObservationWriter?
  private var navigationWriter: RINEXNavigationWriter?

  /// Creates a conversion that has seen nothing.
  ///
  /// - Parameters:
  ///   - date: A time within half a week of the stream; what its messages tell when `nil`.
  ///   - markerName: The station's name; its ID when `nil`.
  public init(near date: GPSTime? = nil, markerName: String? = nil) {
    self.date = StreamDate(given: date)
    self.markerName = markerName
  }

  /// How many epochs were written.
  public var epochs: Int { observationWriter?.epochs ?? 0 }
  /// How many ephemerides were written.
  public var ephemerides: Int { navigationWriter?.records ?? 0 }

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
    case .date: if !date.isSettled { date.learn(epoch.time, of: nil) }
    case .survey: survey?.add(epoch)
    case .writing:
      observationWriter?.append(epoch, to: &text.observations)
      navigationWriter?.follow(epoch.time)
    case .done: break
    }
  }

  /// Ends a pass at the end of the stream.
  ///
  /// - Throws: ``StreamDateError`` at the end of the first.
  public mutating func endPass(into text: inout Text) throws(StreamDateError) {
    var scanner = FrameScanner()
    swap(&scanner, &self.scanner)
    scanner.finish { convert($0, &text) }
    switch pass {
    case .date:
      survey = RINEXSurvey(near: try date.settled(), markerName: markerName)
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
    // Observations are many and tell no date.
    let mayTellDate = frame.messageType.map { MSMType(messageType: $0) == nil } ?? false
    guard pass != .date || (mayTellDate && !date.isSettled),
      let message = try? RTCMMessage(decoding: frame.payload)
    else { return }
    switch pass {
    case .date: date.learn(from: message)
    case .survey: survey?.add(message)
    case .writing:
      observationWriter?.append(message, to: &text.observations)
      navigationWriter?.append(message, to: &text.navigation)
    case .done: break
    }
  }

  private mutating func beginWriting(_ text: inout Text) {
    guard var survey else { return }
    survey.finish()
    observationWriter = RINEXObservationWriter(of: survey)
    navigationWriter = RINEXNavigationWriter(near: survey.reference)
    observationWriter?.appendHeader(to: &text.observations)
    navigationWriter?.appendHeader(to: &text.navigation)
    pass = .writing
  }
}
