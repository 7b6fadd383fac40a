internal import SensorDrivers
internal import UBloxRaw

/// A UBX message that tells of a navigation epoch, when it is polled or at a rate.
struct NavigationMessage: Sendable {
  /// The message's identity.
  let id: UBXMessageID
  /// The item that holds its rate on I2C.
  let rate: UBXConfigurationKey
  /// Its payload; `nil` where there is nothing to tell.
  let payload: @Sendable (NavigationSolution) -> [UInt8]?

  private init(
    _ id: UBXMessageID, _ rate: UBXConfigurationKey,
    _ payload: @escaping @Sendable (NavigationSolution) -> [UInt8]?
  ) {
    self.id = id
    self.rate = rate
    self.payload = payload
  }

  /// The message of an epoch.
  func frame(of solution: NavigationSolution) -> UBXFrame? {
    payload(solution).map { UBXFrame(id, payload: $0) }
  }

  /// All of them, in the order in which an epoch's are sent.
  static let all: [NavigationMessage] = [
    NavigationMessage(.navPVT, .outputNavPVT) { $0.navPVT().encode() },
    NavigationMessage(.navHPPosLLH, .outputNavHPPosLLH) { $0.navHPPosLLH().encode() },
    NavigationMessage(.navRelPosNED, .outputNavRelPosNED) { $0.navRelPosNED().encode() },
    NavigationMessage(.navSTATUS, .outputNavSTATUS) { $0.navSTATUS() },
    NavigationMessage(.navDOP, .outputNavDOP) { $0.navDOP() },
    NavigationMessage(.navSAT, .outputNavSAT) { $0.navSAT() },
    NavigationMessage(.navSIG, .outputNavSIG) { $0.navSIG() },
    NavigationMessage(.navTIMEUTC, .outputNavTIMEUTC) { $0.navTIMEUTC() },
    NavigationMessage(.navSVIN, .outputNavSVIN) { $0.navSVIN() },
    NavigationMessage(.navCOV, .outputNavCOV) { $0.navCOV() },
    NavigationMessage(.rxmRAWX, .outputRxmRAWX) { $0.raw?.rawx()?.encode() },
  ]
}
