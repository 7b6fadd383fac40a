/// An antenna's view of the sky at an instant.
package struct SkyView: Sendable {
  /// Whether it is under the sky at all, and not in a tunnel or a house.
  package var isOpen: Bool
  /// The elevation below which nothing is seen, by the azimuth, both in degrees; `nil` for a free horizon.
  package var horizon: (@Sendable (_ azimuth: Double) -> Double)?
  /// By how much a jammer drowns all signals, dB.
  package var loss: Double

  /// Creates a view.
  package init(
    isOpen: Bool = true, horizon: (@Sendable (_ azimuth: Double) -> Double)? = nil, loss: Double = 0
  ) {
    self.isOpen = isOpen
    self.horizon = horizon
    self.loss = loss
  }

  /// Whether what stands in some direction is in sight.
  package func shows(_ direction: SkyDirection) -> Bool {
    guard isOpen else { return false }
    return horizon.map { direction.elevation >= $0(direction.azimuth) } ?? true
  }
}

/// By which way a satellite's signal comes.
enum SignalPath: Hashable, Sendable {
  /// Straight.
  case direct
  /// Round a house, by so many metres longer.
  case reflected(excess: Double)
  /// Not at all.
  case none

  /// The excess over the straight path, metres.
  var excess: Double {
    if case .reflected(let excess) = self { excess } else { 0 }
  }

  /// By how much it is weaker, dB: what glass and concrete take.
  var loss: Double { excess > 0 ? 11 : 0 }
}
