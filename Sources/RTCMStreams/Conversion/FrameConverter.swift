/// A converter of a stream, frame by frame: drops, thins and rewrites frames.
///
/// ```swift
/// var rules = ConversionRules()
/// rules.keptConstellations = [.gps, .galileo]
/// rules.msmKind = 4
/// var converter = FrameConverter(rules)
/// scanner.consume(chunk.span) { frame in converter.convert(frame, into: &output) }
/// converter.finish(into: &output)
/// ```
/// A frame that no rule changes passes bit for bit; a changed frame gets a new CRC. Message 1013 is adapted
/// to the rules (`SystemParameters.adapted(to:)`). A message that cannot be encoded again would pass
/// unchanged, but every decoded message can.
///
/// With ``ConversionRules/maximumFrameLength``, longer MSMs become several frames.
///
/// Dropping the last observation of an epoch marks the observation before it as the last
/// (DF393, or DF005 in messages 1001–1004 and 1009–1012), so that no rover waits for more. An observation
/// after which more follows is therefore held back until the next observation; the bytes between the two
/// stay after it.
public struct FrameConverter: Sendable {
  /// The conversion's rules.
  public let rules: ConversionRules
  /// The counts of frames by outcome so far.
  public private(set) var counts = ConversionCounts()
  private var legacy: LegacyConverter?
  private var window: EpochWindow?
  private var placement: StationPlacement?
  private var held = HeldFrame()

  /// Creates a converter at the beginning of a stream.
  public init(_ rules: ConversionRules) {
    self.rules = rules
    legacy = rules.legacyForm.map { LegacyConverter($0, glonassChannels: rules.glonassChannels) }
    window = rules.window
    placement = rules.stationPosition.map { StationPlacement(at: $0) }
  }

  /// Converts the next frame, and appends the frames that are ready to `output`.
  public mutating func convert(_ frame: borrowing FrameView, into output: inout [UInt8]) {
    counts.framesIn &+= 1
    counts.frameBytesIn &+= frame.bytes.count
    legacy?.learnChannel(from: frame.payload)
    let field = EpochField(in: frame.payload)
    var cause = rules.stop(frame.payload, observedAt: field?.epoch)
    if window?.contains(frame) == false { cause = .epoch }
    let converted = cause == nil ? rewritten(frame, cause: &cause) : []
    if let cause {
      counts.count(cause)
      // With the last observation of the epoch dropped, the held frame becomes the last one.
      if field?.isMoreToFollow == false { release(into: &output, isLast: true) }
    }
    if placement != nil, let field, !converted.isEmpty {
      tellStation(before: frame, of: field.epoch, into: &output)
    }
    for frame in converted { pass(frame, into: &output) }
  }

  /// Converts an epoch outside messages: its observations of a system are treated as in an MSM7.
  ///
  /// - Returns: The remaining epoch; `nil` when no observation remains.
  public mutating func convert(_ epoch: ObservationEpoch) -> ObservationEpoch? {
    guard window?.contains(observationsAt: epoch.time) != false, rules.isKept(epoch.time) else {
      return nil
    }
    var kept = epoch
    kept.observations = epoch.observations.filter(rules.keeps)
    if let stationID = rules.stationID { kept.stationID = stationID }
    return kept.observations.isEmpty ? nil : kept
  }

  /// Passes bytes outside frames on; they keep their position among the frames.
  public mutating func passOther(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    append(bytes, to: &output)
  }

  /// Ends the stream: appends the bytes held back.
  public mutating func finish(into output: inout [UInt8]) {
    release(into: &output, isLast: false)
  }

  // MARK: -

  /// Writes the station's position, if the stream does not contain it.
  private mutating func tellStation(
    before observations: borrowing FrameView, of epoch: MSMEpoch, into output: inout [UInt8]
  ) {
    guard let time = epoch.gpsTimeOfDayMilliseconds(leapSeconds: rules.leapSeconds),
      let own = RTCMFrame.stationID(ofPayload: observations.payload),
      let message = placement?.message(at: time, of: rules.stationID ?? own),
      let frame = try? message.frame()
    else { return }
    counts.framesChanged &+= 1
    pass(frame, into: &output)
  }

  /// Writes a frame, or holds it back while it could turn out to be the last of its epoch.
  private mutating func pass(_ frame: [UInt8], into output: inout [UInt8]) {
    counts.framesOut &+= 1
    counts.frameBytesOut &+= frame.count
    let payload = RTCMFrame.payloadRange(ofFrameLength: frame.count)
    let field = EpochField(in: frame.span.extracting(payload))
    if field != nil { release(into: &output, isLast: false) }
    if let field, field.isMoreToFollow && rules.mayDropLastOfEpoch {
      held.hold(frame, flagPosition: field.moreToFollowPosition)
    } else {
      append(frame.span, to: &output)
    }
  }

  private mutating func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    if held.isEmpty {
      output.append(contentsOf: bytes)
    } else {
      held.follow(bytes)
      // The hold-back must end, and must be bounded.
      if held.isFull { release(into: &output, isLast: false) }
    }
  }

  private mutating func release(into output: inout [UInt8], isLast: Bool) {
    if held.isEmpty { return }
    if isLast { held.endEpoch() }
    held.release(into: &output)
  }

  /// Returns the frames written for an input frame; sets `cause` when there are none.
  private mutating func rewritten(
    _ frame: borrowing FrameView, cause: inout ConversionCounts.Cause?
  ) -> [[UInt8]] {
    let payloads = changed(frame.payload, cause: &cause)
    if cause != nil { return [] }
    var frames = payloads?.compactMap { try? RTCMFrame.encoding(payload: $0.span) } ?? []
    var isChanged = !frames.isEmpty
    if frames.isEmpty {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(frame.bytes.count)
      bytes.append(contentsOf: frame.bytes)
      frames = [bytes]
    }
    for index in frames.indices where setStationID(of: &frames[index]) { isChanged = true }
    if fit(&frames) { isChanged = true }
    if frames.isEmpty {
      cause = .length
    } else if isChanged {
      counts.framesChanged &+= frames.count
    }
    return frames
  }

  /// Splits the frames that are longer than the rules allow, removes those that cannot be split, and returns
  /// whether there were any.
  private mutating func fit(_ frames: inout [[UInt8]]) -> Bool {
    guard let limit = rules.maximumFrameLength, frames.contains(where: { $0.count > limit }) else {
      return false
    }
    var fitting: [[UInt8]] = []
    for frame in frames {
      guard frame.count > limit else {
        fitting.append(frame)
        continue
      }
      let payload = RTCMFrame.payloadRange(ofFrameLength: frame.count)
      let message = try? MSMMessage(decoding: frame.span.extracting(payload))
      if let parts = message?.split(toFramesOfAtMost: limit) {
        counts.framesSplit &+= 1
        fitting += parts.compactMap { try? $0.frame() }
      } else {
        counts.countTooLong(frame, message)
      }
    }
    frames = fitting
    return true
  }

  /// Returns the payloads that replace a message; `nil` when the message stays unchanged.
  private mutating func changed(
    _ payload: Span<UInt8>, cause: inout ConversionCounts.Cause?
  ) -> [[UInt8]]? {
    guard let type = RTCMFrame.messageType(ofPayload: payload) else { return nil }
    if type == SystemParameters.messageType && rules.changeTypesOrIntervals {
      return withRulesAnnounced(payload).map { [$0] }
    }
    if type == 1005 || type == 1006, let station = placement?.corrected(payload) {
      return (try? station.encode()).map { [$0] }
    }
    if let type = MSMType(messageType: type) {
      return changedMSM(payload, of: type, cause: &cause)
    }
    return withSatellitesLeft(payload, cause: &cause).map { [$0] }
  }

  /// Returns a message without its dropped satellites; `nil` when it keeps all of them.
  ///
  /// The message is an observation message from before MSM, an ephemeris or a state-space correction.
  private mutating func withSatellitesLeft(
    _ payload: Span<UInt8>, cause: inout ConversionCounts.Cause?
  ) -> [UInt8]? {
    guard let constellation = Constellation(ofMessage: payload),
      rules.selectsSatellites(of: constellation)
    else { return nil }
    guard let original = try? RTCMMessage(decoding: payload) else {
      counts.undecodable &+= 1
      return nil
    }
    guard let message = original.keepingSatellites(where: rules.keeps) else {
      cause = .satellites
      return nil
    }
    return message == original ? nil : try? message.encode()
  }

  /// Returns the payloads that replace an MSM whose satellites, signals, kind or form change.
  private mutating func changedMSM(
    _ payload: Span<UInt8>, of type: MSMType, cause: inout ConversionCounts.Cause?
  ) -> [[UInt8]]? {
    if let form = rules.legacyForm, type.legacyType(in: form) == nil {
      cause = .form
      return nil
    }
    let mask = rules.signalMask(of: type.constellation)
    let isReduced = rules.msmKind.map(type.canBeReduced(toKind:)) ?? false
    let selects = rules.selectsSatellites(of: type.constellation)
    guard mask != .max || isReduced || selects || legacy != nil else { return nil }
    guard let original = try? MSMMessage(decoding: payload) else {
      counts.undecodable &+= 1
      return nil
    }
    var message = original.keepingSignals(mask)
    if message.signals.isEmpty && !original.signals.isEmpty {
      cause = .signals
      return nil
    }
    if selects {
      message = message.keepingSatellites(where: rules.keeps)
      if message.satellites.isEmpty && !original.satellites.isEmpty {
        cause = .satellites
        return nil
      }
    }
    if legacy != nil { return inLegacyForm(message, cause: &cause) }
    if let kind = rules.msmKind, let reduced = message.reduced(toKind: kind) { message = reduced }
    return message == original ? nil : (try? message.encode()).map { [$0] }
  }

  private mutating func inLegacyForm(
    _ message: MSMMessage, cause: inout ConversionCounts.Cause?
  ) -> [[UInt8]] {
    let messages = legacy?.convert(message) ?? []
    let payloads = messages.compactMap { try? $0.encode() }
    counts.satellitesWithoutPlace = legacy?.satellitesWithoutPlace ?? 0
    counts.satellitesWithoutChannel = legacy?.satellitesWithoutChannel ?? 0
    if payloads.isEmpty { cause = .form }
    return payloads
  }

  /// Returns message 1013 adapted to the rules; `nil` when it stays unchanged.
  private mutating func withRulesAnnounced(_ payload: Span<UInt8>) -> [UInt8]? {
    guard let original = try? SystemParameters(decoding: payload) else {
      counts.undecodable &+= 1
      return nil
    }
    let adapted = original.adapted(to: rules)
    return adapted == original ? nil : try? adapted.encode()
  }

  /// Writes the station ID into a frame with DF003, and returns whether that changed the frame.
  private func setStationID(of frame: inout [UInt8]) -> Bool {
    let payload = RTCMFrame.payloadRange(ofFrameLength: frame.count)
    guard let stationID = rules.stationID,
      let position = RTCMFrame.stationIDPosition(in: frame.span.extracting(payload)),
      RTCMFrame.stationID(ofPayload: frame.span.extracting(payload)) != stationID
    else { return false }
    frame.replaceBits(
      at: RTCMFrame.headerLength * 8 + position, count: DataField.df003.bitCount,
      with: UInt64(stationID))
    RTCMFrame.remakeCheck(of: &frame)
    return true
  }
}

extension RTCMFrame {
  /// Returns the range of the payload in a whole frame of the given length.
  static func payloadRange(ofFrameLength length: Int) -> Range<Int> {
    headerLength..<(length - checkLength)
  }

  /// Replaces the CRC of a whole frame by the correct one.
  static func remakeCheck(of frame: inout [UInt8]) {
    frame.removeLast(checkLength)
    appendCheck(to: &frame)
  }
}
