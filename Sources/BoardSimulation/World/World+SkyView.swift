package import GNSSSimulation

extension World {
  /// Returns the view of the sky of the receiver's antenna at a board time.
  ///
  /// - Parameters:
  ///   - time: The board time.
  ///   - isJammed: Whether a jammer drowns all signals, of which the highest satellites' are left.
  ///   - isBlind: Whether something keeps all of them from the receiver.
  /// - Returns: What is in sight, and how much weaker.
  package func skyView(at time: Duration, isJammed: Bool = false, isBlind: Bool = false) -> SkyView
  {
    var view = SkyView(isOpen: hasSkyView(at: time) && !isBlind, loss: isJammed ? 18 : 0)
    if let mask = skyMask(at: time) { view.horizon = { azimuth in mask.elevation(at: azimuth) } }
    return view
  }
}
