extension RTCMMessage: RTCMCodable {
  /// The message type, DF002.
  public var messageType: UInt16 {
    var task = TellingType()
    return perform(&task)
  }

  /// The message type, DF002; the same as ``messageType``.
  public var type: UInt16 { messageType }

  /// Encodes the message as a payload, from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field.
  public func encode() throws(RTCMEncodingError) -> [UInt8] {
    var task = Encoding()
    return try perform(&task)
  }

  /// Encodes the message as a whole frame.
  ///
  /// - Returns: The frame, from 0xD3 to the last byte of the CRC.
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field, or the payload does not fit into a
  ///   frame.
  public func frame() throws(RTCMEncodingError) -> [UInt8] {
    var task = Framing()
    return try perform(&task)
  }

  /// Shows the message to a visitor, field by field from DF002 on.
  ///
  /// - Throws: ``RTCMEncodingError`` when a value does not fit its field and so has no bits to show. A
  ///   decoded message never throws.
  public func describe(to visitor: inout some FieldVisitor) throws(RTCMEncodingError) {
    var task = Describing(visitor: visitor)
    defer { visitor = task.visitor }
    try perform(&task)
  }
}

extension RTCMMessage {
  /// Performs a task on the message inside the case and returns the task's output.
  private func perform<Task: MessageTask>(_ task: inout Task) throws(Task.Failure) -> Task.Output {
    switch self {
    case .legacyObservations(let message): try task.perform(on: message)
    case .antennaReferencePoint(let message): try task.perform(on: message)
    case .antennaReferencePointAndHeight(let message): try task.perform(on: message)
    case .antennaDescriptor(let message): try task.perform(on: message)
    case .systemParameters(let message): try task.perform(on: message)
    case .auxiliaryStation(let message): try task.perform(on: message)
    case .correctionDifferences(let message): try task.perform(on: message)
    case .gpsEphemeris(let message): try task.perform(on: message)
    case .glonassEphemeris(let message): try task.perform(on: message)
    case .helmertTransformation(let message): try task.perform(on: message)
    case .ellipsoidalGridResiduals(let message): try task.perform(on: message)
    case .planeGridResiduals(let message): try task.perform(on: message)
    case .mapProjection(let message): try task.perform(on: message)
    case .unicodeText(let message): try task.perform(on: message)
    case .networkResiduals(let message): try task.perform(on: message)
    case .physicalReferenceStation(let message): try task.perform(on: message)
    case .receiverAndAntenna(let message): try task.perform(on: message)
    case .networkGradients(let message): try task.perform(on: message)
    case .navicEphemeris(let message): try task.perform(on: message)
    case .beidouEphemeris(let message): try task.perform(on: message)
    case .sbasEphemeris(let message): try task.perform(on: message)
    case .qzssEphemeris(let message): try task.perform(on: message)
    case .galileoEphemeris(let message): try task.perform(on: message)
    case .msm(let message): try task.perform(on: message)
    case .glonassCodePhaseBiases(let message): try task.perform(on: message)
    case .serviceCRS(let message): try task.perform(on: message)
    case .timeDependentTransformation(let message): try task.perform(on: message)
    case .rtcmCRS(let message): try task.perform(on: message)
    case .ssr(let message): try task.perform(on: message)
    case .ssrIonosphere(let message): try task.perform(on: message)
    case .ublox(let message): try task.perform(on: message)
    case .other(let type, let payload):
      try task.perform(on: UndecodedMessage(messageType: type, payload: payload))
    }
  }
}

// MARK: Tasks

/// A task to perform on a message of any type.
protocol MessageTask {
  associatedtype Output
  associatedtype Failure: Error

  mutating func perform(on message: some RTCMCodable) throws(Failure) -> Output
}

private struct TellingType: MessageTask {
  func perform(on message: some RTCMCodable) -> UInt16 { message.messageType }
}

private struct Encoding: MessageTask {
  func perform(on message: some RTCMCodable) throws(RTCMEncodingError) -> [UInt8] {
    try message.encode()
  }
}

private struct Framing: MessageTask {
  func perform(on message: some RTCMCodable) throws(RTCMEncodingError) -> [UInt8] {
    try message.frame()
  }
}

private struct Describing<Visitor: FieldVisitor>: MessageTask {
  var visitor: Visitor

  mutating func perform(on message: some RTCMCodable) throws(RTCMEncodingError) {
    try message.describe(to: &visitor)
  }
}

/// A message whose fields are unknown, held as a payload.
private struct UndecodedMessage: RTCMCodable {
  let messageType: UInt16
  let payload: [UInt8]

  init(messageType: UInt16, payload: [UInt8]) {
    (self.messageType, self.payload) = (messageType, payload)
  }

  init(decoding payload: Span<UInt8>) {
    self.init(
      messageType: RTCMFrame.messageType(ofPayload: payload) ?? 0, payload: Array(payload))
  }

  func encode() -> [UInt8] { payload }

  func describe(to visitor: inout some FieldVisitor) {
    visitor.visit(.df002, bits: UInt64(messageType))
    visitor.visit(undecodedPayload: payload)
  }
}
