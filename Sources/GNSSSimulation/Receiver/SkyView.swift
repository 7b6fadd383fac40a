package import GNSSBasics

/// An antenna's view of the sky at an instant.
package struct SkyView: Sendable {
  /// Whether the antenna is under the sky, and not in a tunnel or a house.
  package var isOpen: Bool
  /// The elevation below which nothing is visible, by azimuth, both in degrees; `nil` for a free horizon.
  package var horizon: (@Sendable (_ azimuth: Double) -> Double)?
  /// The share of the sky that obstacles hide, `0...1`: the more they hide, the more do they reflect and shadow the
  /// signals from the rest.
  package var hiddenShare = 0.0
  /// The loss of all signals to a jammer, dB.
  package var loss: Double

  /// Creates a view, by default of the whole sky without a jammer.
  package init(
    isOpen: Bool = true, horizon: (@Sendable (_ azimuth: Double) -> Double)? = nil, loss: Double = 0
  ) {
    self.isOpen = isOpen
    self.horizon = horizon
    self.loss = loss
  }

  /// Whether a direction is visible.
  package func shows(_ direction: SkyDirection) -> Bool {
    guard isOpen else { return false }
    return horizon.map { direction.elevation >= $0(direction.azimuth) } ?? true
  }
}

/// The path by which a satellite's signal arrives.
enum SignalPath: Hashable, Sendable {
  /// A straight path from the satellite.
  case direct
  /// A reflected path, longer by `excess` metres.
  case reflected(excess: Double)
  /// No path: the signal does not arrive.
  case none

  /// The excess over the straight path, metres.
  var excess: Double {
    if case .reflected(let excess) = self { excess } else { 0 }
  }

  /// The loss against the straight path, dB, as of glass and concrete.
  var loss: Double { excess > 0 ? 11 : 0 }
}
