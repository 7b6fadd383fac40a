/// An RTCM 3 message of any type.
///
/// ```swift
/// switch try RTCMMessage(decoding: frame.payload) {
/// case .antennaReferencePoint(let station): print(station.position)
/// case .msm(let observations): print(observations.cells)
/// default: break
/// }
/// ```
public enum RTCMMessage: Hashable, Sendable {
  /// Messages 1001…1004 and 1009…1012: observations of GPS and GLONASS in the formats before MSM.
  case legacyObservations(LegacyObservations)
  /// Message 1005: the position of a station's antenna.
  case antennaReferencePoint(AntennaReferencePoint)
  /// Message 1006: the position and height of a station's antenna.
  case antennaReferencePointAndHeight(AntennaReferencePointAndHeight)
  /// Messages 1007 and 1008: the type of a station's antenna.
  case antennaDescriptor(AntennaDescriptor)
  /// Message 1013: the messages a station sends, with their intervals.
  case systemParameters(SystemParameters)
  /// Message 1014: the position of a network's auxiliary station.
  case auxiliaryStation(AuxiliaryStation)
  /// Messages 1015…1017 and 1037…1039: corrections of an auxiliary station less those of the master station.
  case correctionDifferences(CorrectionDifferences)
  /// Message 1019: the orbit and clock of a GPS satellite.
  case gpsEphemeris(GPSEphemeris)
  /// Message 1020: the orbit and clock of a GLONASS satellite.
  case glonassEphemeris(GLONASSEphemeris)
  /// Messages 1021 and 1022: a coordinate transformation with seven or ten parameters.
  case helmertTransformation(HelmertTransformation)
  /// Message 1023: residuals of a transformation on a grid of latitudes and longitudes.
  case ellipsoidalGridResiduals(EllipsoidalGridResiduals)
  /// Message 1024: residuals of a transformation on a grid of northings and eastings.
  case planeGridResiduals(PlaneGridResiduals)
  /// Messages 1025…1027: a map projection.
  case mapProjection(MapProjection)
  /// Message 1029: a text for people.
  case unicodeText(UnicodeText)
  /// Messages 1030, 1031, 1303 and 1304: residuals of a network's corrections.
  case networkResiduals(NetworkResiduals)
  /// Message 1032: the position of the physical station behind a virtual one.
  case physicalReferenceStation(PhysicalReferenceStation)
  /// Message 1033: a station's receiver and antenna.
  case receiverAndAntenna(ReceiverAndAntenna)
  /// Messages 1034 and 1035: gradients of a network's errors over the ground.
  case networkGradients(NetworkGradients)
  /// Message 1041: the orbit and clock of a NavIC satellite.
  case navicEphemeris(NavICEphemeris)
  /// Messages 1042 and 63: the orbit and clock of a BeiDou satellite.
  case beidouEphemeris(BeiDouEphemeris)
  /// Message 1043: the orbit and clock of an SBAS satellite, as in the draft.
  case sbasEphemeris(SBASEphemeris)
  /// Message 1044: the orbit and clock of a QZSS satellite.
  case qzssEphemeris(QZSSEphemeris)
  /// Messages 1045 and 1046: the orbit and clock of a Galileo satellite from F/NAV and I/NAV.
  case galileoEphemeris(GalileoEphemeris)
  /// Messages 1071…1137: multiple signal messages (MSM) with observations.
  case msm(MSMMessage)
  /// Message 1230: GLONASS code-phase biases.
  case glonassCodePhaseBiases(GLONASSCodePhaseBiases)
  /// Message 1300: the coordinate reference system of the service's own coordinates.
  case serviceCRS(ServiceCRS)
  /// Message 1301: a coordinate transformation with fourteen parameters.
  case timeDependentTransformation(TimeDependentTransformation)
  /// Message 1302: the coordinate reference system of the coordinates in RTCM messages.
  case rtcmCRS(RTCMCRS)
  /// Messages 1057…1068, 1240…1263, 1265…1270 and most of 4076: state space corrections.
  case ssr(SSRMessage)
  /// Messages 1264 and 4076 with message number 201: the ionosphere in state space.
  case ssrIonosphere(SSRIonosphere)
  /// Message 4072: u-blox's proprietary message.
  case ublox(UBloxMessage)
  /// A message of any other type, with its whole payload from DF002 on.
  case other(type: UInt16, payload: [UInt8])

  /// Decodes a payload, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends before its last field, or is an MSM of more than
  ///   64 cells. An unknown type is not an error.
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    guard let type = RTCMFrame.messageType(ofPayload: payload) else {
      throw BitCursor().truncation(at: .df002, of: payload)
    }
    switch type {
    // The most frequent messages come first.
    case 1071...1137 where MSMType(messageType: type) != nil:
      self = .msm(try MSMMessage(decoding: payload))
    case 1001...1004, 1009...1012:
      self = .legacyObservations(try LegacyObservations(decoding: payload))
    case 1005: self = .antennaReferencePoint(try AntennaReferencePoint(decoding: payload))
    case 1006:
      self = .antennaReferencePointAndHeight(try AntennaReferencePointAndHeight(decoding: payload))
    case 1007, 1008: self = .antennaDescriptor(try AntennaDescriptor(decoding: payload))
    case 1013: self = .systemParameters(try SystemParameters(decoding: payload))
    case 1014: self = .auxiliaryStation(try AuxiliaryStation(decoding: payload))
    case 1015...1017, 1037...1039:
      self = .correctionDifferences(try CorrectionDifferences(decoding: payload))
    case 1019: self = .gpsEphemeris(try GPSEphemeris(decoding: payload))
    case 1020: self = .glonassEphemeris(try GLONASSEphemeris(decoding: payload))
    case 1021, 1022: self = .helmertTransformation(try HelmertTransformation(decoding: payload))
    case 1023: self = .ellipsoidalGridResiduals(try EllipsoidalGridResiduals(decoding: payload))
    case 1024: self = .planeGridResiduals(try PlaneGridResiduals(decoding: payload))
    case 1025...1027: self = .mapProjection(try MapProjection(decoding: payload))
    case 1029: self = .unicodeText(try UnicodeText(decoding: payload))
    case 1030, 1031, 1303, 1304: self = .networkResiduals(try NetworkResiduals(decoding: payload))
    case 1032: self = .physicalReferenceStation(try PhysicalReferenceStation(decoding: payload))
    case 1033: self = .receiverAndAntenna(try ReceiverAndAntenna(decoding: payload))
    case 1034, 1035: self = .networkGradients(try NetworkGradients(decoding: payload))
    case 1041: self = .navicEphemeris(try NavICEphemeris(decoding: payload))
    case 1042, 63: self = .beidouEphemeris(try BeiDouEphemeris(decoding: payload))
    case 1043: self = .sbasEphemeris(try SBASEphemeris(decoding: payload))
    case 1044: self = .qzssEphemeris(try QZSSEphemeris(decoding: payload))
    case 1045, 1046: self = .galileoEphemeris(try GalileoEphemeris(decoding: payload))
    case 1230: self = .glonassCodePhaseBiases(try GLONASSCodePhaseBiases(decoding: payload))
    case 1300: self = .serviceCRS(try ServiceCRS(decoding: payload))
    case 1301:
      self = .timeDependentTransformation(try TimeDependentTransformation(decoding: payload))
    case 1302: self = .rtcmCRS(try RTCMCRS(decoding: payload))
    case 4072: self = .ublox(try UBloxMessage(decoding: payload))
    case SSRIonosphere.messageType, SSRType.igsMessageType,
      _ where SSRType(messageType: type) != nil:
      self = try Self(decodingSSR: payload) ?? .other(type: type, payload: Array(payload))
    default: self = .other(type: type, payload: Array(payload))
    }
  }
}

extension RTCMMessage {
  /// Decodes a state space message; returns `nil` for an unknown message number of IGS SSR.
  private init?(decodingSSR payload: Span<UInt8>) throws(RTCMDecodingError) {
    if try SSRIonosphere.format(of: payload) != nil {
      self = .ssrIonosphere(try SSRIonosphere(decoding: payload))
    } else if try SSRType(decodingFrom: payload) != nil {
      self = .ssr(try SSRMessage(decoding: payload))
    } else {
      return nil
    }
  }
}
