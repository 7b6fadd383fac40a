/// Any RTCM 3 message.
///
/// ```swift
/// switch try RTCMMessage(decoding: frame.payload) {
/// case .antennaReferencePoint(let station): print(station.position)
/// case .msm(let observations): print(observations.cells)
/// default: break
/// }
/// ```
public enum RTCMMessage: Hashable, Sendable {
  /// Messages 1001…1004 and 1009…1012, observations of GPS and GLONASS from before MSM.
  case legacyObservations(LegacyObservations)
  /// Message 1005, where a station's antenna is.
  case antennaReferencePoint(AntennaReferencePoint)
  /// Message 1006, where a station's antenna is, and its height.
  case antennaReferencePointAndHeight(AntennaReferencePointAndHeight)
  /// Messages 1007 and 1008, a station's antenna.
  case antennaDescriptor(AntennaDescriptor)
  /// Message 1013, what a station sends and how often.
  case systemParameters(SystemParameters)
  /// Message 1014, where an auxiliary station of a network is.
  case auxiliaryStation(AuxiliaryStation)
  /// Messages 1015…1017 and 1037…1039, corrections of an auxiliary station less those of the master.
  case correctionDifferences(CorrectionDifferences)
  /// Message 1019, a GPS satellite's orbit and clock.
  case gpsEphemeris(GPSEphemeris)
  /// Message 1020, a GLONASS satellite's orbit and clock.
  case glonassEphemeris(GLONASSEphemeris)
  /// Messages 1021 and 1022, a transformation of coordinates by seven or ten parameters.
  case helmertTransformation(HelmertTransformation)
  /// Message 1023, what a transformation leaves at latitudes and longitudes.
  case ellipsoidalGridResiduals(EllipsoidalGridResiduals)
  /// Message 1024, what a transformation leaves at northings and eastings.
  case planeGridResiduals(PlaneGridResiduals)
  /// Messages 1025…1027, how a map is projected.
  case mapProjection(MapProjection)
  /// Message 1029, a text for people.
  case unicodeText(UnicodeText)
  /// Messages 1030, 1031, 1303 and 1304, how well a network's corrections fit.
  case networkResiduals(NetworkResiduals)
  /// Message 1032, where the real station behind a computed one is.
  case physicalReferenceStation(PhysicalReferenceStation)
  /// Message 1033, a station's equipment.
  case receiverAndAntenna(ReceiverAndAntenna)
  /// Messages 1034 and 1035, how a network's errors change over the ground.
  case networkGradients(NetworkGradients)
  /// Message 1041, a NavIC satellite's orbit and clock.
  case navicEphemeris(NavICEphemeris)
  /// Messages 1042 and 63, a BeiDou satellite's orbit and clock.
  case beidouEphemeris(BeiDouEphemeris)
  /// Message 1043, an SBAS satellite's orbit and clock, as the draft has them.
  case sbasEphemeris(SBASEphemeris)
  /// Message 1044, a QZSS satellite's orbit and clock.
  case qzssEphemeris(QZSSEphemeris)
  /// Message 1045, a Galileo satellite's orbit and clock by F/NAV.
  case galileoFNAVEphemeris(GalileoFNAVEphemeris)
  /// Message 1046, a Galileo satellite's orbit and clock by I/NAV.
  case galileoINAVEphemeris(GalileoINAVEphemeris)
  /// Messages 1071…1137, observations.
  case msm(MSMMessage)
  /// Message 1230, GLONASS code-phase biases.
  case glonassCodePhaseBiases(GLONASSCodePhaseBiases)
  /// Message 1300, the coordinate reference system of the service's own coordinates.
  case serviceCRS(ServiceCRS)
  /// Message 1301, a transformation of coordinates by fourteen parameters.
  case timeDependentTransformation(TimeDependentTransformation)
  /// Message 1302, the coordinate reference system of the coordinates in RTCM messages.
  case rtcmCRS(RTCMCRS)
  /// Messages 1057…1068, 1240…1263, 1265…1270 and most of 4076, corrections in state space.
  case ssr(SSRMessage)
  /// Messages 1264 and 4076 with message number 201, the ionosphere.
  case ssrIonosphere(SSRIonosphere)
  /// Message 4072, of u-blox's own.
  case ublox(UBloxMessage)
  /// Any other type, with its whole payload from DF002 on.
  case other(type: UInt16, payload: [UInt8])

  /// Decodes a payload, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends before its last field, or is an MSM of more than 64
  ///   cells. A type that is not known is no error.
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    var cursor = BitCursor()
    let type = UInt16(try cursor.read(.df002, from: payload))
    switch type {
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
    case 1045: self = .galileoFNAVEphemeris(try GalileoFNAVEphemeris(decoding: payload))
    case 1046: self = .galileoINAVEphemeris(try GalileoINAVEphemeris(decoding: payload))
    case 1230: self = .glonassCodePhaseBiases(try GLONASSCodePhaseBiases(decoding: payload))
    case 1300: self = .serviceCRS(try ServiceCRS(decoding: payload))
    case 1301:
      self = .timeDependentTransformation(try TimeDependentTransformation(decoding: payload))
    case 1302: self = .rtcmCRS(try RTCMCRS(decoding: payload))
    case 4072: self = .ublox(try UBloxMessage(decoding: payload))
    case _ where MSMType(messageType: type) != nil:
      self = .msm(try MSMMessage(decoding: payload))
    case SSRIonosphere.messageType, SSRType.igsMessageType,
      _ where SSRType(messageType: type) != nil:
      self = try Self(decodingSSR: payload) ?? .other(type: type, payload: Array(payload))
    default: self = .other(type: type, payload: Array(payload))
    }
  }

  /// DF002.
  public var type: UInt16 {
    switch self {
    case .legacyObservations(let message): message.messageType
    case .antennaReferencePoint: AntennaReferencePoint.messageType
    case .antennaReferencePointAndHeight: AntennaReferencePointAndHeight.messageType
    case .antennaDescriptor(let message): message.messageType
    case .systemParameters: SystemParameters.messageType
    case .auxiliaryStation(let message): message.messageType
    case .correctionDifferences(let message): message.messageType
    case .gpsEphemeris: GPSEphemeris.messageType
    case .glonassEphemeris: GLONASSEphemeris.messageType
    case .helmertTransformation(let message): message.messageType
    case .ellipsoidalGridResiduals(let message): message.messageType
    case .planeGridResiduals(let message): message.messageType
    case .mapProjection(let message): message.messageType
    case .unicodeText: UnicodeText.messageType
    case .networkResiduals(let message): message.messageType
    case .physicalReferenceStation: PhysicalReferenceStation.messageType
    case .receiverAndAntenna: ReceiverAndAntenna.messageType
    case .networkGradients(let message): message.messageType
    case .navicEphemeris: NavICEphemeris.messageType
    case .beidouEphemeris(let message): message.messageType
    case .sbasEphemeris: SBASEphemeris.messageType
    case .qzssEphemeris: QZSSEphemeris.messageType
    case .galileoFNAVEphemeris: GalileoFNAVEphemeris.messageType
    case .galileoINAVEphemeris: GalileoINAVEphemeris.messageType
    case .msm(let message): message.header.messageType
    case .glonassCodePhaseBiases: GLONASSCodePhaseBiases.messageType
    case .serviceCRS(let message): message.messageType
    case .timeDependentTransformation(let message): message.messageType
    case .rtcmCRS(let message): message.messageType
    case .ssr(let message): message.messageType
    case .ssrIonosphere(let message): message.messageType
    case .ublox: UBloxMessage.messageType
    case .other(let type, _): type
    }
  }

  /// Encodes the message as a payload, from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field.
  public func encode() throws(RTCMEncodingError) -> [UInt8] {
    switch self {
    case .legacyObservations(let message): try message.encodeFields()
    case .antennaReferencePoint(let message): try message.encodeFields()
    case .antennaReferencePointAndHeight(let message): try message.encodeFields()
    case .antennaDescriptor(let message): try message.encodeFields()
    case .systemParameters(let message): try message.encodeFields()
    case .auxiliaryStation(let message): try message.encodeFields()
    case .correctionDifferences(let message): try message.encodeFields()
    case .gpsEphemeris(let message): try message.encodeFields()
    case .glonassEphemeris(let message): try message.encodeFields()
    case .helmertTransformation(let message): try message.encodeFields()
    case .ellipsoidalGridResiduals(let message): try message.encodeFields()
    case .planeGridResiduals(let message): try message.encodeFields()
    case .mapProjection(let message): try message.encodeFields()
    case .unicodeText(let message): try message.encodeFields()
    case .networkResiduals(let message): try message.encodeFields()
    case .physicalReferenceStation(let message): try message.encodeFields()
    case .receiverAndAntenna(let message): try message.encodeFields()
    case .networkGradients(let message): try message.encodeFields()
    case .navicEphemeris(let message): try message.encodeFields()
    case .beidouEphemeris(let message): try message.encodeFields()
    case .sbasEphemeris(let message): try message.encodeFields()
    case .qzssEphemeris(let message): try message.encodeFields()
    case .galileoFNAVEphemeris(let message): try message.encodeFields()
    case .galileoINAVEphemeris(let message): try message.encodeFields()
    case .msm(let message): try message.encode()
    case .glonassCodePhaseBiases(let message): try message.encodeFields()
    case .serviceCRS(let message): try message.encodeFields()
    case .timeDependentTransformation(let message): try message.encodeFields()
    case .rtcmCRS(let message): try message.encodeFields()
    case .ssr(let message): try message.encode()
    case .ssrIonosphere(let message): try message.encode()
    case .ublox(let message): try message.encodeFields()
    case .other(_, let payload): payload
    }
  }

  /// Encodes the message and frames it.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, or all of them do not fit
  ///   into a frame.
  public func frame() throws(RTCMEncodingError) -> [UInt8] {
    let payload = try encode()
    return try RTCMFrame.encoding(payload: payload.span)
  }

  /// Shows the message to a visitor, field by field from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, so has no bits to show; never
  ///   for a message that was decoded.
  public func describe(to visitor: inout some FieldVisitor) throws(RTCMEncodingError) {
    switch self {
    case .legacyObservations(let message): try message.describeFields(to: &visitor)
    case .antennaReferencePoint(let message): try message.describeFields(to: &visitor)
    case .antennaReferencePointAndHeight(let message): try message.describeFields(to: &visitor)
    case .antennaDescriptor(let message): try message.describeFields(to: &visitor)
    case .systemParameters(let message): try message.describeFields(to: &visitor)
    case .auxiliaryStation(let message): try message.describeFields(to: &visitor)
    case .correctionDifferences(let message): try message.describeFields(to: &visitor)
    case .gpsEphemeris(let message): try message.describeFields(to: &visitor)
    case .glonassEphemeris(let message): try message.describeFields(to: &visitor)
    case .helmertTransformation(let message): try message.describeFields(to: &visitor)
    case .ellipsoidalGridResiduals(let message): try message.describeFields(to: &visitor)
    case .planeGridResiduals(let message): try message.describeFields(to: &visitor)
    case .mapProjection(let message): try message.describeFields(to: &visitor)
    case .unicodeText(let message): try message.describeFields(to: &visitor)
    case .networkResiduals(let message): try message.describeFields(to: &visitor)
    case .physicalReferenceStation(let message): try message.describeFields(to: &visitor)
    case .receiverAndAntenna(let message): try message.describeFields(to: &visitor)
    case .networkGradients(let message): try message.describeFields(to: &visitor)
    case .navicEphemeris(let message): try message.describeFields(to: &visitor)
    case .beidouEphemeris(let message): try message.describeFields(to: &visitor)
    case .sbasEphemeris(let message): try message.describeFields(to: &visitor)
    case .qzssEphemeris(let message): try message.describeFields(to: &visitor)
    case .galileoFNAVEphemeris(let message): try message.describeFields(to: &visitor)
    case .galileoINAVEphemeris(let message): try message.describeFields(to: &visitor)
    case .msm(let message): try message.describe(to: &visitor)
    case .glonassCodePhaseBiases(let message): try message.describeFields(to: &visitor)
    case .serviceCRS(let message): try message.describeFields(to: &visitor)
    case .timeDependentTransformation(let message): try message.describeFields(to: &visitor)
    case .rtcmCRS(let message): try message.describeFields(to: &visitor)
    case .ssr(let message): try message.describe(to: &visitor)
    case .ssrIonosphere(let message): try message.describe(to: &visitor)
    case .ublox(let message): try message.describeFields(to: &visitor)
    case .other(let type, let payload):
      visitor.visit(.df002, bits: UInt64(type))
      visitor.visit(undecodedPayload: payload)
    }
  }
}

extension RTCMMessage {
  /// Decodes a state space message; `nil` for a message number of IGS SSR that is not known.
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
