/// Something about one measurement that does not come over from UBX-RXM-RAWX to observations, or back.
///
/// The epoch's other measurements do.
public struct RawMeasurementFinding: Hashable, Sendable {
  /// The kind of finding; switch over this.
  public enum Reason: Hashable, Sendable {
    /// No signal that is known has the numbers gnssId and sigId; the measurement is left out.
    case unknownSignal(UBloxSignal)
    /// No satellite has the number svId, or the receiver does not know it yet; it is left out.
    case unknownSatellite(UBloxSignal)
    /// A value is no finite number; it is taken for not available.
    case notFinite(Quantity)
    /// The receivers have no numbers for the observation's satellite or signal; it is left out.
    case notReceivable
    /// The frequency channel of the GLONASS satellite is not known; it is left out.
    case noFrequencyChannel
  }

  /// A value of a measurement.
  public enum Quantity: Hashable, Sendable {
    /// prMes.
    case pseudorange
    /// cpMes.
    case carrierPhase
    /// doMes.
    case doppler
  }

  /// The kind of finding.
  public var reason: Reason
  /// The index of the measurement in the message, or of the observation in the epoch, from 0.
  public var index: Int

  /// Creates a finding.
  public init(_ reason: Reason, at index: Int) {
    self.reason = reason
    self.index = index
  }
}

extension RawMeasurementFinding: CustomStringConvertible {
  /// The measurement, its fault and the consequence.
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

/// An epoch without a place in UBX-RXM-RAWX, or a UBX-RXM-RAWX without an epoch.
public enum RawEpochError: Error, Hashable, Sendable {
  /// rcvTow is no number of seconds in a week.
  case timeOfWeek(Double)
  /// week is 0: the receiver does not know the time yet.
  case unknownWeek
  /// The week is before the first one of GPS time, or beyond what `GPSTime` reaches.
  case week(Int)
  /// There are more measurements than the 255 that a message has room for.
  case tooManyMeasurements(Int)
}

extension RawEpochError: CustomStringConvertible {
  /// The fault and its remedy.
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
