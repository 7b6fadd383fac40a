/// State space corrections of satellites: orbits, clocks, biases, accuracies.
///
/// The structure holds RTCM's messages 1057…1068, 1240…1263 and 1265…1270 and those of IGS SSR, 4076.
/// ``SSRIonosphere`` holds the ionosphere's messages.
///
/// Source: RTCM 10403.3 §3.5.12 and the SSR amendments; IGS SSR v1.00 §6.
public struct SSRMessage: Hashable, Sendable {
  /// The kind, system and format of the corrections.
  public var type: SSRType
  /// The header: epoch, update interval and provider.
  public var header: SSRHeader
  /// DF375 or IDF006, whether orbits are in a regional datum rather than ITRF; only in orbit messages.
  public var hasRegionalDatum = false
  /// DF486 or IDF032, whether dispersive (ionospheric) biases stay consistent; only in phase bias messages.
  public var isDispersiveBiasConsistent = false
  /// DF487 or IDF033, whether Melbourne-Wübbena combinations stay integers; only in phase bias messages.
  public var isMelbourneWuebbenaConsistent = false
  /// Whether DF471 in BeiDou orbit messages has 24 bits, as in a draft of the amendment.
  ///
  /// The decoder recognises the draft by the payload's length. RTKLIB 2.4.3 reads only the draft layout, in
  /// which satellites count from 0. RTKLIB-EX and pyrtcm read only the standard's layout, in which satellites
  /// count from 1.
  public var hasDraftBeiDouIssue = false
  /// Whether DF387 in QZSS messages has 4 bits, as in a draft of the amendment, and so counts at most 15
  /// satellites.
  ///
  /// The decoder recognises the draft by the payload's length: a count of 4 bits leads to the payload's end,
  /// and the standard's 6 bits do not. MADOCA sent the draft until 2021 at least, and RTKLIB reads only the
  /// draft.
  public var hasDraftQZSSCount = false
  /// The satellites, at most 63, in the order of the message.
  public var satellites: [SSRSatellite]
  /// The payload's bits after its last field.
  public var trailingBits = TrailingBits()

  /// Creates a message from its type, header and satellites.
  public init(type: SSRType, header: SSRHeader, satellites: [SSRSatellite] = []) {
    self.type = type
    self.header = header
    self.satellites = satellites
  }

  /// The epoch of the corrections in the time of the system, or in GPS time for IGS SSR.
  ///
  /// The MADOCA service sends GPS time for BeiDou in RTCM's format too. Some providers continue GLONASS's day
  /// for the three hours that Moscow is ahead of UTC; such an epoch is reduced by one day.
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
  /// The message type, DF002.
  public var messageType: UInt16 { type.messageType }

  /// Creates an RTCM message of one of these types, with all fields zero; returns `nil` for any other type.
  ///
  /// IGS SSR is excluded, because its messages differ by message number.
  public init?(emptyOfType messageType: UInt16) {
    guard let type = SSRType(messageType: messageType) else { return nil }
    self.init(type: type, header: SSRHeader(epochSeconds: 0))
  }

  /// Codes the message's fields after DF002, in their order on the wire.
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

  /// Codes the fields up to the number of satellites; in IGS SSR the datum is the last field of an orbit
  /// header.
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
  /// - Throws: ``RTCMDecodingError`` when the payload ends early or is of another type.
  public init(decoding payload: Span<UInt8>) throws(RTCMDecodingError) {
    guard let type = try SSRType(decodingFrom: payload) else {
      throw RTCMDecodingError(
        .unexpectedMessageType, field: 2, bitOffset: 0,
        messageType: RTCMFrame.messageType(ofPayload: payload))
    }
    self.init(type: type, header: SSRHeader(epochSeconds: 0))
    hasDraftBeiDouIssue = type.hasDraftIssue(in: payload)
    let empty = self
    do throws(RTCMDecodingError) {
      try decode(payload)
      if trailingBits.isEmpty { return }
    } catch {
      guard let draft = empty.decodedAsDraft(payload) else { throw error }
      self = draft
      return
    }
    self = empty.decodedAsDraft(payload) ?? self
  }

  /// Decodes a payload into this message, whose type and layout are already set.
  private mutating func decode(_ payload: Span<UInt8>) throws(RTCMDecodingError) {
    var (decoder, messageType) = (FieldDecoder(payload), UInt16(0))
    decoder.integer(.df002, &messageType)
    try code(with: &decoder)
    try decoder.finish()
  }

  /// Returns the message decoded with a count of 4 bits; `nil` for a type without that layout, and when the
  /// layout does not end with the payload.
  private func decodedAsDraft(_ payload: Span<UInt8>) -> SSRMessage? {
    guard type.mayHaveDraftCount else { return nil }
    var message = self
    message.hasDraftQZSSCount = true
    do throws(RTCMDecodingError) { try message.decode(payload) } catch { return nil }
    return message.trailingBits.isEmpty ? message : nil
  }

  /// Checks that each satellite has the corrections of the message's kind.
  public func check() throws(RTCMEncodingError) {
    for index in satellites.indices {
      guard let field = satellites[index].missingField(in: type) else { continue }
      throw RTCMEncodingError(.notAvailable, field: field.number, messageType: messageType)
    }
  }
}

extension SSRType {
  /// Creates the type of a payload; returns `nil` when the payload is not a state space message for
  /// satellites.
  ///
  /// - Throws: ``RTCMDecodingError`` when the payload ends before the fields that tell its type.
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

  /// Whether the type may have a DF471 of 24 bits, as in a draft.
  var mayHaveDraftIssue: Bool {
    format == .rtcm && constellation == .beidou && hasOrbit
  }

  /// Whether the type may have a satellite count of 4 bits, as in a draft.
  var mayHaveDraftCount: Bool { format == .rtcm && constellation == .qzss }

  /// Returns whether a payload has exactly the length of the draft layout with a DF471 of 24 bits.
  package func hasDraftIssue(in payload: Span<UInt8>) -> Bool {
    guard mayHaveDraftIssue else { return false }
    // The fields before the count are DF002, DF465, DF391, DF388, DF375, DF413, DF414 and DF415.
    var cursor = BitCursor(position: 12 + 20 + 4 + 1 + 1 + 4 + 16 + 4)
    // Decoding by the standard's layout tells the error of a payload that ends before its count.
    guard let count = try? cursor.read(.ssrSatelliteCount(format), from: payload) else {
      return false
    }
    let bitsPerSatellite = 6 + 10 + 24 + 121 + (hasClock ? 70 : 0)
    let bitCount = cursor.position + Int(count) * bitsPerSatellite
    return count > 0 && payload.count == (bitCount + 7) / 8
  }
}
