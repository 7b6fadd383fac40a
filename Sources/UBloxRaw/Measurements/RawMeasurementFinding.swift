/// A measurement that cannot be converted completely between UBX-RXM-RAWX and observations.
///
/// The other measurements of the epoch are converted.
public struct RawMeasurementFinding: Hashable, Sendable {
  /// The kind of finding; switch over this.
  public enum Reason: Hashable, Sendable {
    /// An unknown pair of gnssId and sigId; the measurement is left out.
    case unknownSignal(UBloxSignal)
    /// A svId that is no satellite, or that the receiver does not know yet; the measurement is left out.
    case unknownSatellite(UBloxSignal)
    /// A value that is not finite; it counts as not available.
    case notFinite(Quantity)
    /// A satellite or signal for which u-blox receivers have no number; the observation is left out.
    case notReceivable
    /// A GLONASS satellite with an unknown frequency channel; the measurement or observation is left out.
    case noFrequencyChannel
  }

  /// A value of a measurement.
  public enum Quantity: Hashable, Sendable {
    /// prMes, the pseudorange.
    case pseudorange
    /// cpMes, the carrier phase.
    case carrierPhase
    /// doMes, the Doppler.
    case doppler
  }

  /// The kind of finding.
  public var reason: Reason
  /// The index of the measurement in the message, or of the observation in the epoch, from 0.
  public var index: Int

  /// Creates the finding of a measurement or observation.
  public init(_ reason: Reason, at index: Int) {
    self.reason = reason
    self.index = index
  }
}

extension RawMeasurementFinding: CustomStringConvertible {
  /// The finding in words: the measurement, its fault and the consequence.
  public var description: String {
    switch reason {
    case .unknownSignal(let signal):
      "measurement \(index): gnssId \(signal.gnssID) has no sigId \(signal.signalID); left out"
    case .unknownSatellite(let signal):
      "measurement \(index): gnssId \(signal.gnssID) has no svId \(signal.satelliteID); left out"
    case .notFinite(let quantity):
      "measurement \(index): \(quantity.fieldName) is no finite number; taken for not available"
    case .notReceivable:
      "observation \(index): u-blox receivers have no numbers for its satellite and signal; left out"
    case .noFrequencyChannel:
      "observation \(index): the GLONASS satellite has no frequency channel in -7...13; left out"
    }
  }
}

extension RawMeasurementFinding.Quantity {
  /// The field's name in the interface description.
  var fieldName: String {
    switch self {
    case .pseudorange: "prMes"
    case .carrierPhase: "cpMes"
    case .doppler: "doMes"
    }
  }
}

/// The error for an epoch that does not fit into UBX-RXM-RAWX, or a UBX-RXM-RAWX without a valid time.
public enum RawEpochError: Error, Hashable, Sendable {
  /// A rcvTow outside `0...604800` seconds.
  case timeOfWeek(Double)
  /// A week of 0: the receiver does not know the time yet.
  case unknownWeek
  /// A week before the first one of GPS time, or beyond the range of `GPSTime`.
  case week(Int)
  /// More measurements than the 255 that fit into a message.
  case tooManyMeasurements(Int)
}

extension RawEpochError: CustomStringConvertible {
  /// The error and its remedy, in words.
  public var description: String {
    switch self {
    case .timeOfWeek(let value):
      "UBX-RXM-RAWX: rcvTow \(value) is not in 0...604800; pass over the message"
    case .unknownWeek:
      "UBX-RXM-RAWX: week is 0; wait until the receiver knows the time"
    case .week(let week):
      "UBX-RXM-RAWX: week \(week) is not in 1...15250; weeks count from 1980 without wrapping"
    case .tooManyMeasurements(let count):
      "UBX-RXM-RAWX: \(count) measurements are more than 255; leave signals out"
    }
  }
}
