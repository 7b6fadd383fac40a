/// Corrections of satellites in state space: orbits, clocks, biases, accuracies.
///
/// One layout for RTCM's messages 1057…1068, 1240…1263 and 1265…1270 and for those of IGS SSR, 4076;
/// ``SSRIonosphere`` has the ionosphere's.
///
/// Source: RTCM 10403.3 §3.5.12 and the SSR amendments; IGS SSR v1.00 §6.
public struct SSRMessage: Hashable, Sendable {
  /// The kind, system and format of the corrections.
  public var type: SSRType
  /// When, for how long, and whose corrections these are.
  public var header: SSRHeader
  /// DF375 or IDF006, whether orbits are in a regional datum rather than in ITRF; in orbits only.
  public var hasRegionalDatum = false
  /// DF486 or IDF032, whether biases of the ionosphere are kept; in phase biases only.
  public var isDispersiveBiasConsistent = false
  /// DF487 or IDF033, whether Melbourne-Wübbena combinations stay integers; in phase biases only.
  public var isMelbourneWuebbenaConsistent = false
  /// Whether DF471 of BeiDou's orbits has the 24 bits that a draft of the amendment gave it.
  ///
  /// A decoder finds it by the payload's length. RTKLIB 2.4.3 reads only this layout, and with it
  /// counts satellites from 0; RTKLIB-EX and pyrtcm read only the standard's, from 1.
  public var hasDraftBeiDouIssue = false
  /// Whether DF387 of QZSS's messages has the 4 bits that a draft of the amendment gave it, so counts at
  /// most 15 satellites.
  ///
  /// A decoder finds it by the payload's length: when the 4 bits lead to the payload's end, and the
  /// standard's 6 do not. MADOCA sent it until 2021 at least, and RTKLIB reads only this layout.
  public var hasDraftQZSSCount = false
  /// The satellites, at most 63, in the order of the message.
  public var satellites: [SSRSatellite]
  /// The payload's bits behind its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message.
  public init(type: SSRType, header: SSRHeader, satellites: [SSRSatellite] = []) {
    self.type = type
    self.header = header
    self.satellites = satellites
  }

  /// When the corrections hold, in the time of the system; IGS SSR has GPS time for all of them.
  ///
  /// The MADOCA service sends GPS time for BeiDou in RTCM's format too. Some providers let GLONASS's day go on
  /// for the three hours by which Moscow is ahead.
  public var epoch: MSMEpoch {
    let constellation = type.format == .igs ? .gps : type.constellation
    let milliseconds = header.epochMilliseconds
    let isPastDay = constellation == .glonass && (86_401_000..<97_200_000).contains(milliseconds)
    return MSMEpoch(
      constellation: constellation,
      milliseconds: isPastDay ? milliseconds - 86_400_000 : milliseconds, glonassDayOfWeek: 7)
  }
}

extension SSRMessage: FieldFamily {
  /// DF002.
  public var messageType: UInt16 { type.messageType }

  /// Not for IGS SSR, whose types a message number tells apart.
  public init?(emptyOfType messageType: UInt16) {
    guard let type = SSRType(messageType: messageType) else { return nil }
    self.init(type: type, header: SSRHeader(epochSeconds: 0))
  }

  /// Goes along the fields behind DF002.
  @_lifetime(coder: copy coder)
  public mutating func code<Coder: FieldCoder & ~Escapable>(
    with coder: inout Coder
  ) throws(Coder.Failure) {
    let fields = self.fields
    if let number = type.igsMessageNumber {
      try header.codeIGS(messageNumber: number, with: &coder)
    }
    try codeHeader(fields, with: &coder)
    var count = satellites.count
    try coder.integer(satelliteCount, &count)
    let type = self.type
    try coder.list(&satellites, count: count, of: SSRSatellite(id: 0)) {
      (satellite, coder) throws(Coder.Failure) in
      coder.beginGroup("satellite", satelliteID: satellite.id)
      try satellite.code(in: type, fields, with: &coder)
      coder.endGroup()
    }
    try coder.trailing(&trailingBits)
  }

  /// Goes along the fields up to the number of satellites; IGS SSR has the datum last.
  @_lifetime(coder: copy coder)
  private mutating func codeHeader<Coder: FieldCoder & ~Escapable>(
    _ fields: SSRFields, with coder: inout Coder
  ) throws(Coder.Failure) {
    let format = type.format
    try header.codeTime(epoch: fields.epoch, format, with: &coder)
    if type.hasOrbit && format == .rtcm { try coder.flag(.ssrDatum(format), &hasRegionalDatum) }
    try header.codeIssue(format, with: &coder)
    if type.hasOrbit && format == .igs { try coder.flag(.ssrDatum(format), &hasRegionalDatum) }
    guard type.kind == .phaseBias else { return }
    try coder.flag(.ssrDispersiveConsistency(format), &isDispersiveBiasConsistent)
    try coder.flag(.ssrMelbourneWuebbenaConsistency(format), &isMelbourneWuebbenaConsistent)
  }

  private var satelliteCount: DataField {
    hasDraftQZSSCount && type.mayHaveDraftCount
      ? .ssrDraftSatelliteCount : .ssrSatelliteCount(type.format)
  }

  private var fields: SSRFields {
    hasDraftBeiDouIssue && type.mayHaveDraftIssue ? .draftBeiDou : type.fields
  }
}

extension SSRMessage {
  /// Decodes a payload, which runs from DF002 up to the CRC.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends early or is of another type.
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    guard let type = try SSRType(decodingFrom: payload) else {
      throw RTCMDecodingError(
        .unexpectedMessageType, field: 2, bitOffset: 0,
        messageType: RTCMFrame.messageType(ofPayload: payload))
    }
    var message = SSRMessage(type: type, header: SSRHeader(epochSeconds: 0))
    message.hasDraftBeiDouIssue = try type.hasDraftIssue(in: payload)
    if type.mayHaveDraftCount, let draft = message.decodedAsDraft(payload) {
      self = draft
      return
    }
    try message.decode(payload)
    self = message
  }

  /// Fills the message, whose type and layout are set.
  private mutating func decode(_ payload: Span<UInt8>) throws(RTCMDecodingError) {
    var (decoder, messageType) = (FieldDecoder(payload), UInt16(0))
    decoder.integer(.df002, &messageType)
    try code(with: &decoder)
    try decoder.finish()
  }

  /// The message with a count of 4 bits; `nil` when the standard's layout ends with the payload as well,
  /// or this one does not.
  private func decodedAsDraft(_ payload: Span<UInt8>) -> SSRMessage? {
    func decoded(isDraft: Bool) -> SSRMessage? {
      var message = self
      message.hasDraftQZSSCount = isDraft
      do throws(RTCMDecodingError) { try message.decode(payload) } catch { return nil }
      return message.trailingBits.isEmpty ? message : nil
    }
    return decoded(isDraft: false) == nil ? decoded(isDraft: true) : nil
  }

  /// Checks that each satellite has what the message's kind carries.
  public func check() throws(RTCMEncodingError) {
    for index in satellites.indices {
      guard let field = satellites[index].missingField(in: type) else { continue }
      throw RTCMEncodingError(.notAvailable, field: field.number, messageType: messageType)
    }
  }
}

extension SSRType {
  /// The type of a payload, `nil` when it is no state space message for satellites.
  ///
  /// - Throws: ``RTCMDecodingError`` when it ends before that is known.
  init?(decodingFrom payload: Span<UInt8>) throws(RTCMDecodingError) {
    var cursor = BitCursor()
    let messageType = UInt16(try cursor.read(.df002, from: payload))
    guard messageType == Self.igsMessageType else {
      self.init(messageType: messageType)
      return
    }
    _ = try cursor.read(.idf001, from: payload)
    self.init(igsMessageNumber: UInt8(try cursor.read(.idf002, from: payload)))
  }

  /// Whether the message may have the 24 bits of a draft in DF471.
  var mayHaveDraftIssue: Bool {
    format == .rtcm && constellation == .beidou && hasOrbit
  }

  /// Whether the message may have a count of 4 bits, as a draft had it.
  var mayHaveDraftCount: Bool { format == .rtcm && constellation == .qzss }

  /// Whether a payload has just the length that a draft's DF471 of 24 bits makes.
  package func hasDraftIssue(in payload: Span<UInt8>) throws(RTCMDecodingError) -> Bool {
    guard mayHaveDraftIssue else { return false }
    // DF002, DF465, DF391, DF388, DF375, DF413, DF414, DF415 come before the count.
    var cursor = BitCursor(position: 12 + 20 + 4 + 1 + 1 + 4 + 16 + 4)
    guard let count = try? cursor.read(.ssrSatelliteCount(format), from: payload) else {
      return false
    }
    let bitsPerSatellite = 6 + 10 + 24 + 121 + (hasClock ? 70 : 0)
    let bitCount = cursor.position + Int(count) * bitsPerSatellite
    return count > 0 && payload.count == (bitCount + 7) / 8
  }
}
