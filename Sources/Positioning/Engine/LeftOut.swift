public import GNSSBasics

/// A satellite, or a signal of it, that a solution does not use, with the reason.
public struct LeftOut: Hashable, Sendable {
  /// The satellite.
  public var satellite: SatelliteID
  /// The band of the signal; `nil` where the reason holds for all of them.
  public var band: UInt8?
  /// The reason.
  public var reason: Reason

  /// The reasons for which something is left out.
  public enum Reason: Hashable, Sendable {
    /// A signal without a code or a frequency, or with ranges that no receiver on Earth can measure.
    case implausible
    /// A satellite without an ephemeris.
    case noOrbit
    /// An ephemeris that is too old.
    case staleOrbit
    /// A satellite that says that it is not to be used.
    case unhealthy
    /// A satellite below the elevation mask.
    case low
    /// A satellite that the base does not observe.
    case notAtBase
    /// A code that is off the others, by so many metres.
    case code(Double)
    /// A phase that is off the others, by so many cycles.
    case phase(Double)
    /// A phase that may be off by half a cycle.
    case halfCycle
    /// A phase that slipped at this epoch.
    case slip
    /// A signal without a phase.
    case noPhase
    /// A phase that keeps the others from whole ambiguities.
    case hindering
    /// A phase that has just begun and does not agree with the fixed ones yet.
    case untried
  }

  init(_ satellite: SatelliteID, band: UInt8? = nil, _ reason: Reason) {
    (self.satellite, self.band, self.reason) = (satellite, band, reason)
  }

  init(_ carrier: CarrierID, _ reason: Reason) {
    self.init(carrier.satellite, band: carrier.band, reason)
  }

  init(_ satellite: SatelliteID, _ lack: OrbitLack) {
    let reason: Reason =
      switch lack {
      case .unknown: .noOrbit
      case .stale: .staleOrbit
      case .unhealthy: .unhealthy
      }
    self.init(satellite, reason)
  }
}

extension LeftOut: CustomStringConvertible {
  /// The satellite, with the band of the signal, and the reason.
  public var description: String {
    let name = band.map { "\(satellite) L\($0)" } ?? "\(satellite)"
    return "\(name): \(reason)"
  }
}

extension LeftOut.Reason: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .implausible: "it has no code, or no range that can be true"
    case .noOrbit: "no ephemeris"
    case .staleOrbit: "its ephemeris is too old"
    case .unhealthy: "it says that it is not to be used"
    case .low: "below the elevation mask"
    case .notAtBase: "not observed by the base"
    case .code(let metres): "its code is off by \(Self.rounded(metres)) m"
    case .phase(let cycles): "its phase is off by \(Self.rounded(cycles)) cycles"
    case .halfCycle: "its phase may be off by half a cycle"
    case .slip: "its phase slipped"
    case .noPhase: "no phase"
    case .hindering: "its phase keeps the others from whole ambiguities"
    case .untried: "its phase is new, and is not yet known to agree"
    }
  }

  private static func rounded(_ value: Double) -> Double {
    value.magnitude < 1e9 ? (value * 100).rounded() / 100 : value
  }
}
