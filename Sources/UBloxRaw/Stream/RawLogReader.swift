/// A reader of a receiver's log, for epochs of observations and navigation messages.
///
/// ```swift
/// var reader = RawLogReader()
/// reader.consume(bytes.span) { event in
///   if case .epoch(let epoch) = event { print(epoch.time, epoch.observations.count) }
/// }
/// ```
///
/// A phase moves by half a cycle when the receiver begins or ceases to subtract one. At such a step the
/// lock time here starts over, although the receiver's continues. The log may also hold NMEA, RTCM and
/// other UBX messages, which are ignored. Its bytes may arrive in pieces of any length.
public struct RawLogReader: Sendable {
  /// The scanner of UBX frames.
  private var scanner = UBXScanner(maximumPayload: RxmRAWX.greatestLength)
  private var ephemerides = EphemerisCollector()
  private var steps = HalfCycleSteps()
  private let greatestPhaseDeviation: Double

  /// Creates a reader at the beginning of a log.
  ///
  /// - Parameter greatestPhaseDeviation: The greatest accepted standard deviation of a phase, as the
  ///   receiver estimates it, in cycles; a phase beyond it is not available. RTKLIB has 0.02 by default.
  public init(greatestPhaseDeviation: Double = .infinity) {
    self.greatestPhaseDeviation = greatestPhaseDeviation
  }

  /// An event of a log.
  public enum Event: Hashable, Sendable {
    /// An epoch of observations, from UBX-RXM-RAWX.
    case epoch(ObservationEpoch)
    /// A measurement of the following epoch that was converted in part or not at all.
    case finding(RawMeasurementFinding)
    /// A piece of a navigation message, from UBX-RXM-SFRBX.
    case words(RxmSFRBX)
    /// The ephemeris completed by a satellite's latest words, when it differs from the last one.
    case ephemeris(BroadcastEphemeris)
    /// A frame of one of these two messages with a valid checksum and an invalid layout.
    case unreadable(UBXDecodingError)
    /// A UBX-RXM-RAWX without a valid time.
    case undated(RawEpochError)
  }

  /// The scanner's counts so far: frames of every message, and damaged frames.
  public var counts: UBXScanCounts { scanner.counts }

  /// Reads the next bytes of the log, and reports the events that they complete, in order.
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
  /// Marks phases as not valid whose estimated standard deviation, in cycles, is greater or missing.
  fileprivate mutating func dropPhases(above greatestDeviation: Double) {
    guard greatestDeviation < .infinity else { return }
    for index in measurements.indices
    where measurements[index].carrierPhaseDeviation ?? .infinity > greatestDeviation {
      measurements[index].status.remove(.carrierPhaseValid)
    }
  }
}
