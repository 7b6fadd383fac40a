/// Reads epochs of observations, and navigation messages, out of a receiver's log.
///
/// ```swift
/// var reader = RawLogReader()
/// reader.consume(bytes.span) { event in
///   if case .epoch(let epoch) = event { print(epoch.time, epoch.observations.count) }
/// }
/// ```
/// Where a phase moves by half a cycle because the receiver begins or ceases to subtract one, its lock time begins
/// anew, though the receiver's goes on. The log may also hold NMEA, RTCM and other UBX messages, which are passed over, and may come in any pieces.
public struct RawLogReader: Sendable {
  /// Finds the frames.
  private var scanner = UBXScanner(maximumPayload: RxmRAWX.greatestLength)
  private var ephemerides = EphemerisCollector()
  private var steps = HalfCycleSteps()
  private let greatestPhaseDeviation: Double

  /// Creates a reader at the beginning of a log.
  ///
  /// - Parameter greatestPhaseDeviation: Phases of which the receiver estimates a greater standard deviation, in
  ///   cycles, are not available; RTKLIB has 0.02 by default.
  public init(greatestPhaseDeviation: Double = .infinity) {
    self.greatestPhaseDeviation = greatestPhaseDeviation
  }

  /// An event of a log.
  public enum Event: Hashable, Sendable {
    /// UBX-RXM-RAWX as observations.
    case epoch(ObservationEpoch)
    /// A measurement of the epoch that comes next that is not whole or not among its observations.
    case finding(RawMeasurementFinding)
    /// UBX-RXM-SFRBX.
    case words(RxmSFRBX)
    /// The ephemeris that a satellite's words before add up to, when it differs from the last one.
    case ephemeris(BroadcastEphemeris)
    /// A frame of these two messages, sound by its checksum, that is not as they are laid out.
    case unreadable(UBXDecodingError)
    /// UBX-RXM-RAWX that does not tell its time.
    case undated(RawEpochError)
  }

  /// The counts of the scanner so far: frames of every message, and damaged ones.
  public var counts: UBXScanCounts { scanner.counts }

  /// Takes the next bytes of the log and reports what they complete, in order.
  public mutating func consume(_ bytes: Span<UInt8>, onEvent: (Event) -> Void) {
    let greatestDeviation = greatestPhaseDeviation
    scanner.consume(bytes) { messageID, payload in
      switch messageID {
      case .rxmRAWX:
        Self.readMeasurements(payload, greatestDeviation, &steps, onEvent: onEvent)
      case .rxmSFRBX: Self.readWords(payload, into: &ephemerides, onEvent: onEvent)
      default: break
      }
    }
  }

  private static func readMeasurements(
    _ payload: Span<UInt8>, _ greatestPhaseDeviation: Double, _ steps: inout HalfCycleSteps,
    onEvent: (Event) -> Void
  ) {
    var message: RxmRAWX
    do throws(UBXDecodingError) { message = try RxmRAWX(decoding: payload) } catch {
      return onEvent(.unreadable(error))
    }
    message.dropPhases(above: greatestPhaseDeviation)
    do throws(RawEpochError) {
      steps.shorten(&message.measurements, at: try message.time)
      onEvent(.epoch(try message.observationEpoch { onEvent(.finding($0)) }))
    } catch { onEvent(.undated(error)) }
  }

  private static func readWords(
    _ payload: Span<UInt8>, into ephemerides: inout EphemerisCollector, onEvent: (Event) -> Void
  ) {
    do throws(UBXDecodingError) {
      let message = try RxmSFRBX(decoding: payload)
      onEvent(.words(message))
      if let ephemeris = ephemerides.take(message) { onEvent(.ephemeris(ephemeris)) }
    } catch { onEvent(.unreadable(error)) }
  }
}

extension RxmRAWX {
  /// Calls phases not valid of which the receiver estimates a greater standard deviation, in cycles.
  fileprivate mutating func dropPhases(above greatestDeviation: Double) {
    guard greatestDeviation < .infinity else { return }
    for index in measurements.indices
    where measurements[index].carrierPhaseDeviation ?? .infinity > greatestDeviation {
      measurements[index].status.remove(.carrierPhaseValid)
    }
  }
}
