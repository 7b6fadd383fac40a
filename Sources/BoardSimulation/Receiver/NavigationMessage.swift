internal import SensorDrivers
internal import UBloxRaw

/// A UBX message about a navigation epoch, sent when polled or at a rate.
struct NavigationMessage: Sendable {
  /// The message's class and ID.
  let id: UBXMessageID
  /// The configuration item with the message's rate on I2C.
  let rate: UBXConfigurationKey
  /// Returns the message's payload; `nil` if there is no data for it.
  let payload: @Sendable (NavigationSolution) -> [UInt8]?

  private init(
    _ id: UBXMessageID, _ rate: UBXConfigurationKey,
    _ payload: @escaping @Sendable (NavigationSolution) -> [UInt8]?
  ) {
    self.id = id
    self.rate = rate
    self.payload = payload
  }

  /// Returns the message's frame for an epoch; `nil` if there is no data for it.
  func frame(of solution: NavigationSolution) -> UBXFrame? {
    payload(solution).map { UBXFrame(id, payload: $0) }
  }

  /// All messages, in the order in which they are sent at an epoch.
  static let all: [NavigationMessage] = [
    NavigationMessage(.navPVT, .outputNavPVT) { $0.navPVT().encode() },
    NavigationMessage(.navHPPosLLH, .outputNavHPPosLLH) { $0.navHPPosLLH().encode() },
    NavigationMessage(.navRelPosNED, .outputNavRelPosNED) { $0.navRelPosNED().encode() },
    NavigationMessage(.navSTATUS, .outputNavSTATUS) { $0.navSTATUS() },
    NavigationMessage(.navDOP, .outputNavDOP) { $0.navDOP() },
    NavigationMessage(.navSAT, .outputNavSAT) { $0.navSAT() },
    NavigationMessage(.navSIG, .outputNavSIG) { $0.navSIG() },
    NavigationMessage(.navPOSLLH, .outputNavPOSLLH) { $0.navPOSLLH() },
    NavigationMessage(.navPOSECEF, .outputNavPOSECEF) { $0.navPOSECEF() },
    NavigationMessage(.navHPPosECEF, .outputNavHPPosECEF) { $0.navHPPosECEF() },
    NavigationMessage(.navVELECEF, .outputNavVELECEF) { $0.navVELECEF() },
    NavigationMessage(.navVELNED, .outputNavVELNED) { $0.navVELNED() },
    NavigationMessage(.navTIMEGPS, .outputNavTIMEGPS) { $0.navTIMEGPS() },
    NavigationMessage(.navTIMEUTC, .outputNavTIMEUTC) { $0.navTIMEUTC() },
    NavigationMessage(.navTIMELS, .outputNavTIMELS) { $0.navTIMELS() },
    NavigationMessage(.navSVIN, .outputNavSVIN) { $0.navSVIN() },
    NavigationMessage(.navCOV, .outputNavCOV) { $0.navCOV() },
    NavigationMessage(.rxmRAWX, .outputRxmRAWX) { $0.raw?.rawx()?.encode() },
    NavigationMessage(.navEOE, .outputNavEOE) { $0.navEOE() },
  ]
}
