/// Reads epochs of observations and words of navigation messages out of a receiver's log.
///
/// ```swift
/// var reader = RawLogReader()
/// reader.consume(bytes.span) { event in
///   if case .epoch(let epoch) = event { print(epoch.time, epoch.observations.count) }
/// }
/// ```
/// The log may also hold NMEA, RTCM and other UBX messages, which are passed over, and may come in any pieces.
public struct RawLogReader: Sendable {
  /// Finds the frames.
  private var scanner = UBXScanner(maximumPayload: RxmRAWX.greatestLength)

  /// Creates a reader at the beginning of a log.
  public init() {}

  /// What a log holds.
  public enum Event: Hashable, Sendable {
    /// UBX-RXM-RAWX as observations.
    case epoch(ObservationEpoch)
    /// A measurement of the epoch that comes next that is not whole or not among its observations.
    case finding(RawMeasurementFinding)
    /// UBX-RXM-SFRBX.
    case words(RxmSFRBX)
    /// A frame of these two messages, sound by its checksum, that is not as they are laid out.
    case unreadable(UBXDecodingError)
    /// UBX-RXM-RAWX that does not tell its time.
    case undated(RawEpochError)
  }

  /// What the scanner has met so far: frames of every message, and damaged ones.
  public var counts: UBXScanCounts { scanner.counts }

  /// Takes the next bytes of the log and reports what they complete, in order.
  public mutating func consume(_ bytes: Span<UInt8>, onEvent: (Event) -> Void) {
    scanner.consume(bytes) { messageID, payload in
      switch messageID {
      case .rxmRAWX: Self.readMeasurements(payload, onEvent: onEvent)
      case .rxmSFRBX: Self.readWords(payload, onEvent: onEvent)
      default: break
      }
    }
  }

  private static func readMeasurements(_ payload: Span<UInt8>, onEvent: (Event) -> Void) {
    let message: RxmRAWX
    do throws(UBXDecodingError) { message = try RxmRAWX(decoding: payload) } catch {
      return onEvent(.unreadable(error))
    }
    do throws(RawEpochError) {
      onEvent(.epoch(try message.observationEpoch { onEvent(.finding($0)) }))
    } catch { onEvent(.undated(error)) }
  }

  private static func readWords(_ payload: Span<UInt8>, onEvent: (Event) -> Void) {
    do throws(UBXDecodingError) { onEvent(.words(try RxmSFRBX(decoding: payload))) } catch {
      onEvent(.unreadable(error))
    }
  }
}
