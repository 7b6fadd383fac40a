package import GNSSSimulation

extension World {
  /// Returns the view of the sky from the receiver's antenna at a board time.
  ///
  /// - Parameters:
  ///   - time: The board time.
  ///   - isJammed: Whether a jammer weakens all signals by 18 dB, which only the highest satellites' signals
  ///     survive.
  ///   - isBlind: Whether an obstacle keeps all signals from the receiver.
  /// - Returns: The visible part of the sky and the loss of signal strength.
  package func skyView(at time: Duration, isJammed: Bool = false, isBlind: Bool = false) -> SkyView
  {
    var view = SkyView(isOpen: hasSkyView(at: time) && !isBlind, loss: isJammed ? 18 : 0)
    if let mask = skyMask(at: time) {
      view.horizon = { azimuth in mask.elevation(at: azimuth) }
      view.hiddenShare = mask.hiddenShare
    }
    return view
  }
}
