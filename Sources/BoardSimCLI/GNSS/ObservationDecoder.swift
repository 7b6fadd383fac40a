internal import GNSSBasics
internal import RINEX
internal import RTCMParser
internal import RTCMStreams
internal import UBloxRaw

/// The form of a file of observations.
enum ObservationForm: String, OptionChoice {
  case rtcm, ubx, rinex

  /// Finds the form of a file in its first bytes.
  ///
  /// - Throws: ``Failure`` when the file cannot be read.
  init(of path: String) throws {
    var input = try InputStream(path)
    var finder = InputFormFinder(prefersMeasurements: true)
    var found: InputForm?
    while found == nil,
      try input.read({ bytes in
        if found == nil { found = finder.take(bytes) }
      })
    {
      if Self.isRINEX(finder.bytes) { break }
    }
    if Self.isRINEX(finder.bytes) {
      self = .rinex
    } else {
      self = (found ?? finder.finish()) == .ubx ? .ubx : .rtcm
    }
  }

  private static func isRINEX(_ bytes: [UInt8]) -> Bool {
    ForeignStream(beginning: Array(bytes.prefix(ForeignStream.beginningLength))) == .rinex
  }
}

/// A decoder of observations in any of the forms.
struct ObservationDecoder {
  /// A part of a file, in its order.
  enum Event {
    case epoch(ObservationEpoch)
    /// An ephemeris, or a message about the station or the date.
    case message(RTCMMessage)
    /// The position of an antenna, and the station as epochs have it: 0 in forms that know one only.
    case position(ECEFPosition, station: UInt16)
    /// The receiver's type, and the channels of GLONASS's satellites in a header.
    case header(receiver: String?, channels: [UInt8: Int])
  }

  private enum Source {
    case rtcm(FrameScanner, EpochAssembler)
    case ubx(PlacedLog)
    case rinex(RINEXObservationReader)
  }

  private var source: Source

  /// Creates a decoder at the beginning of a file.
  ///
  /// - Parameters:
  ///   - form: The form of the file.
  ///   - date: A time within half a week of the first epoch, which only RTCM 3 needs.
  ///   - glonassChannels: Channels of GLONASS satellites that other files tell.
  init(_ form: ObservationForm, near date: GPSTime, glonassChannels: [UInt8: Int]) {
    source =
      switch form {
      case .rtcm:
        .rtcm(FrameScanner(), EpochAssembler(near: date, glonassChannels: glonassChannels))
      case .ubx: .ubx(PlacedLog())
      case .rinex: .rinex(RINEXObservationReader(glonassChannels: glonassChannels))
      }
  }

  /// The error for which nothing was read; `nil` for none.
  var failure: String? {
    if case .rinex(let reader) = source { reader.failure?.description } else { nil }
  }

  /// The counts of frames and skipped bytes; `nil` in forms other than RTCM 3.
  var scan: ScanCounts? {
    if case .rtcm(let scanner, _) = source { scanner.counts } else { nil }
  }

  /// Decodes the next bytes.
  mutating func consume(_ bytes: Span<UInt8>, onEvent: (Event) -> Void) {
    switch source {
    case .rtcm(var scanner, var assembler):
      scanner.consume(bytes) { Self.take($0, into: &assembler, onEvent) }
      source = .rtcm(scanner, assembler)
    case .ubx(var log):
      log.consume(bytes, onEvent)
      source = .ubx(log)
    case .rinex(var reader):
      reader.consume(bytes) { Self.take($0, onEvent) }
      source = .rinex(reader)
    }
  }

  /// Ends the file.
  mutating func finish(onEvent: (Event) -> Void) {
    switch source {
    case .rtcm(var scanner, var assembler):
      scanner.finish { Self.take($0, into: &assembler, onEvent) }
      assembler.finish { onEvent(.epoch($0)) }
      source = .rtcm(scanner, assembler)
    case .rinex(var reader):
      reader.finish { Self.take($0, onEvent) }
      source = .rinex(reader)
    case .ubx: break
    }
  }

  private static func take(
    _ frame: borrowing FrameView, into assembler: inout EpochAssembler, _ onEvent: (Event) -> Void
  ) {
    // A damaged message is as good as none.
    guard let message = try? RTCMMessage(decoding: frame.payload) else { return }
    if let point = message.referencePoint {
      onEvent(.position(point.position, station: point.stationID))
    }
    onEvent(.message(message))
    assembler.add(message) { onEvent(.epoch($0)) }
  }

  private static func take(_ event: RINEXObservationReader.Event, _ onEvent: (Event) -> Void) {
    switch event {
    case .header(let header), .change(_, _, let header):
      if let position = header.station.position { onEvent(.position(position, station: 0)) }
      onEvent(
        .header(receiver: header.station[.receiverType], channels: header.glonassChannels))
    case .epoch(let epoch, _): onEvent(.epoch(epoch))
    }
  }
}
