/// The position of a network's auxiliary station relative to the master station (message 1014).
///
/// A network sends one such message for each of its auxiliary stations. ``CorrectionDifferences`` are the
/// corrections of the station.
///
/// Source: RTCM 10403.3, message 1014. Payload: 117 bits.
public struct AuxiliaryStation: Hashable, Sendable {
  /// DF059, network ID, `0...255`.
  public var networkID: UInt8
  /// DF072, subnetwork ID, `0...15`.
  public var subnetworkID: UInt8
  /// DF058, number of auxiliary stations transmitted, `0...31`.
  public var auxiliaryStationCount: UInt8
  /// DF060, station ID of the master station, `0...4095`.
  public var masterStationID: UInt16
  /// DF061, station ID of the auxiliary station, `0...4095`.
  public var auxiliaryStationID: UInt16
  /// DF062, latitude less that of the master station, degrees.
  ///
  /// On the wire: int20, resolution 0.000025°, so within ±13.107 175°.
  public var latitudeDifference: Double
  /// DF063, longitude less that of the master station, degrees.
  ///
  /// On the wire: int21, resolution 0.000025°, so within ±26.214 375°.
  public var longitudeDifference: Double
  /// DF064, ellipsoidal height less that of the master station, metres.
  ///
  /// On the wire: int23, resolution 0.001 m, so within ±4194.303 m.
  public var heightDifference: Double
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message; the differences are those of the antenna reference point, in degrees and metres.
  public init(
    networkID: UInt8, subnetworkID: UInt8 = 0, auxiliaryStationCount: UInt8,
    masterStationID: UInt16, auxiliaryStationID: UInt16, latitudeDifference: Double,
    longitudeDifference: Double, heightDifference: Double
  ) {
    self.networkID = networkID
    self.subnetworkID = subnetworkID
    self.auxiliaryStationCount = auxiliaryStationCount
    self.masterStationID = masterStationID
    self.auxiliaryStationID = auxiliaryStationID
    self.latitudeDifference = latitudeDifference
    self.longitudeDifference = longitudeDifference
    self.heightDifference = heightDifference
  }
}

extension AuxiliaryStation: FieldList {
  /// The message type, DF002.
  public static var messageType: UInt16 { 1014 }

  /// Creates a message whose fields are all zero.
  public init() {
    self.init(
      networkID: 0, auxiliaryStationCount: 0, masterStationID: 0, auxiliaryStationID: 0,
      latitudeDifference: 0, longitudeDifference: 0, heightDifference: 0)
  }

  /// Codes the message's fields after DF002, in their order on the wire.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    try coder.integer(.df059, &networkID)
    try coder.integer(.df072, &subnetworkID)
    try coder.integer(.df058, &auxiliaryStationCount)
    try coder.integer(.df060, &masterStationID)
    try coder.integer(.df061, &auxiliaryStationID)
    try coder.quantity(.df062, &latitudeDifference)
    try coder.quantity(.df063, &longitudeDifference)
    try coder.quantity(.df064, &heightDifference)
    try coder.trailing(&trailingBits)
  }
}
