extension RTCMMessage {
  /// Creates a message from its fields.
  ///
  /// The values may come from any source. The message keeps each field's bits exactly, so that ``encode()``
  /// reproduces them.
  ///
  /// - Throws: The source's error when it cannot provide a field of the message.
  public init<Source: FieldSource>(from source: inout Source) throws(Source.Failure) {
    var reader = FieldReader(source)
    defer { source = reader.source }
    self = try reader.message()
  }
}

extension FieldReader {
  fileprivate mutating func message() throws(Failure) -> RTCMMessage {
    let payload = try source.payload()
    if let payload { return RTCMMessage(keeping: payload) }
    var type: UInt16 = 0
    try integer(.df002, &type)
    if let message = try station(type) { return message }
    if let message = try network(type) { return message }
    if let message = try coordinates(type) { return message }
    if let message = try ephemeris(type) { return message }
    if let message = try stateSpace(type) { return message }
    if let type = MSMType(messageType: type) {
      return .msm(try MSMMessage(type: type, from: &self))
    }
    throw source.failure(RTCMEncodingError(.unknownFields, messageType: type))
  }

  /// Reads a message about one station; returns `nil` for any other type.
  private mutating func station(_ type: UInt16) throws(Failure) -> RTCMMessage? {
    switch type {
    case 1001...1004, 1009...1012: try list(type, RTCMMessage.legacyObservations)
    case 1005: try list(type, RTCMMessage.antennaReferencePoint)
    case 1006: try list(type, RTCMMessage.antennaReferencePointAndHeight)
    case 1007, 1008: try list(type, RTCMMessage.antennaDescriptor)
    case 1013: try list(type, RTCMMessage.systemParameters)
    case 1029: try list(type, RTCMMessage.unicodeText)
    case 1032: try list(type, RTCMMessage.physicalReferenceStation)
    case 1033: try list(type, RTCMMessage.receiverAndAntenna)
    case 1230: try list(type, RTCMMessage.glonassCodePhaseBiases)
    case 4072: try list(type, RTCMMessage.ublox)
    default: nil
    }
  }

  /// Reads a message about a network of stations; returns `nil` for any other type.
  private mutating func network(_ type: UInt16) throws(Failure) -> RTCMMessage? {
    switch type {
    case 1014: try list(type, RTCMMessage.auxiliaryStation)
    case 1015...1017, 1037...1039: try list(type, RTCMMessage.correctionDifferences)
    case 1030, 1031, 1303, 1304: try list(type, RTCMMessage.networkResiduals)
    case 1034, 1035: try list(type, RTCMMessage.networkGradients)
    default: nil
    }
  }

  /// Reads a message about coordinate systems; returns `nil` for any other type.
  private mutating func coordinates(_ type: UInt16) throws(Failure) -> RTCMMessage? {
    switch type {
    case 1021, 1022: try list(type, RTCMMessage.helmertTransformation)
    case 1023: try list(type, RTCMMessage.ellipsoidalGridResiduals)
    case 1024: try list(type, RTCMMessage.planeGridResiduals)
    case 1025...1027: try list(type, RTCMMessage.mapProjection)
    case 1300: try list(type, RTCMMessage.serviceCRS)
    case 1301: try list(type, RTCMMessage.timeDependentTransformation)
    case 1302: try list(type, RTCMMessage.rtcmCRS)
    default: nil
    }
  }

  /// Reads a message with a satellite's orbit and clock; returns `nil` for any other type.
  private mutating func ephemeris(_ type: UInt16) throws(Failure) -> RTCMMessage? {
    switch type {
    case 1019: try list(type, RTCMMessage.gpsEphemeris)
    case 1020: try list(type, RTCMMessage.glonassEphemeris)
    case 1041: try list(type, RTCMMessage.navicEphemeris)
    case 1042, 63: try list(type, RTCMMessage.beidouEphemeris)
    case 1043: try list(type, RTCMMessage.sbasEphemeris)
    case 1044: try list(type, RTCMMessage.qzssEphemeris)
    case 1045, 1046: try list(type, RTCMMessage.galileoEphemeris)
    default: nil
    }
  }

  /// Reads a message with state space corrections; returns `nil` for any other type.
  private mutating func stateSpace(_ type: UInt16) throws(Failure) -> RTCMMessage? {
    if type == SSRIonosphere.messageType { return try list(type, RTCMMessage.ssrIonosphere) }
    if type == SSRType.igsMessageType { return try igs() }
    return try SSRType(messageType: type).map { (type) throws(Failure) in
      .ssr(try SSRMessage(type: type, from: &self))
    }
  }

  /// Reads a message of IGS SSR; returns `nil` when its message number is unknown.
  private mutating func igs() throws(Failure) -> RTCMMessage? {
    var (ahead, version, number) = (self, UInt8(0), UInt8(0))
    try ahead.integer(.idf001, &version)
    try ahead.integer(.idf002, &number)
    if number == SSRIonosphere.igsMessageNumber {
      var message = SSRIonosphere(format: .igs, header: SSRHeader(epochSeconds: 0), layers: [])
      try message.code(with: &self)
      return .ssrIonosphere(message)
    }
    return try SSRType(igsMessageNumber: number).map { (type) throws(Failure) in
      .ssr(try SSRMessage(type: type, from: &self))
    }
  }

  /// Reads a message that is a list of fields; returns `nil` when the list does not serve the type.
  private mutating func list<Message: FieldFamily>(
    _ type: UInt16, _ wrap: (Message) -> RTCMMessage
  ) throws(Failure) -> RTCMMessage? {
    guard var message = Message(emptyOfType: type) else { return nil }
    try message.code(with: &self)
    return wrap(message)
  }
}

extension RTCMMessage {
  /// Creates a message from a payload; a payload that cannot be decoded is kept unchanged.
  fileprivate init(keeping payload: [UInt8]) {
    do throws(RTCMDecodingError) {
      self = try RTCMMessage(decoding: payload.span)
    } catch {
      self = .other(type: error.messageType ?? 0, payload: payload)
    }
  }
}

extension SSRMessage {
  /// Creates a message from a reader positioned after DF002.
  ///
  /// A decoder recognises the drafts' layouts by the payload's length. This initializer recognises them by
  /// their fields' names.
  fileprivate init<Source: FieldSource>(
    type: SSRType, from reader: inout FieldReader<Source>
  ) throws(Source.Failure) {
    self.init(type: type, header: SSRHeader(epochSeconds: 0))
    let (start, empty) = (reader, self)
    // The draft of QZSS is tried first, because a source may omit a count of 6 bits.
    hasDraftQZSSCount = type.mayHaveDraftCount
    do throws(Source.Failure) {
      try code(with: &reader)
    } catch let first {
      (reader, self) = (start, empty)
      hasDraftBeiDouIssue = type.mayHaveDraftIssue
      do throws(Source.Failure) {
        try code(with: &reader)
      } catch {
        throw type.mayHaveDraftCount ? error : first
      }
    }
  }
}
