public import RTCMParser

/// The content of a RINEX observation file in memory; ``RINEXObservationReader`` reads files of any length.
///
/// ```swift
/// let file = try RINEXObservations(reading: bytes)
/// for epoch in file.epochs { print(epoch.time, epoch.observations.count) }
/// ```
public struct RINEXObservations: Hashable, Sendable {
  /// The header, with the changes within the file.
  public let header: RINEXObservationHeader
  /// The epochs, in the file's order.
  public private(set) var epochs: [ObservationEpoch] = []
  /// The offset of the receiver's clock at each epoch, seconds; `nil` where the file has none.
  public private(set) var clockOffsets: [Double?] = []
  /// The number of errors whose records or epochs are left out.
  public let errorCount: Int
  /// The first errors, in the order of their lines.
  public let firstErrors: [RINEXReadingError]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file, compact or not, and not compressed otherwise.
  ///   - glonassChannels: Frequency channels of GLONASS satellites by slot, for files that may lack them; a
  ///     channel in the header takes precedence.
  /// - Throws: ``RINEXReadingError`` if the bytes are no observation file, or the header has no end.
  public init(
    reading bytes: Span<UInt8>, glonassChannels: [UInt8: Int] = [:]
  ) throws(RINEXReadingError) {
    var reader = RINEXObservationReader(glonassChannels: glonassChannels)
    var (epochs, clockOffsets) = ([ObservationEpoch](), [Double?]())
    let take = { (event: RINEXObservationReader.Event) in
      guard case .epoch(let epoch, let clockOffset) = event else { return }
      epochs.append(epoch)
      clockOffsets.append(clockOffset)
    }
    reader.consume(bytes, onEvent: take)
    reader.finish(onEvent: take)
    guard let header = reader.header else {
      throw reader.failure ?? RINEXReadingError(.notObservations, line: 1)
    }
    self.header = header
    (errorCount, firstErrors) = (reader.errorCount, reader.firstErrors)
    (self.epochs, self.clockOffsets) = (epochs, clockOffsets)
  }

  /// Reads a file, as the initialiser from a span does.
  ///
  /// - Throws: ``RINEXReadingError`` if the bytes are no observation file, or the header has no end.
  public init(
    reading bytes: [UInt8], glonassChannels: [UInt8: Int] = [:]
  ) throws(RINEXReadingError) {
    try self.init(reading: bytes.span, glonassChannels: glonassChannels)
  }
}
