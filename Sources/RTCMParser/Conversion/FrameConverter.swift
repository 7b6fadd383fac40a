/// Converts a stream frame by frame: drops, thins, and rewrites what is left.
///
/// ```swift
/// var rules = ConversionRules()
/// rules.keptConstellations = [.gps, .galileo]
/// rules.msmKind = 4
/// var converter = FrameConverter(rules)
/// scanner.consume(chunk.span) { frame in converter.convert(frame, into: &output) }
/// converter.finish(into: &output)
/// ```
/// A frame that no rule touches passes bit for bit; of another the CRC is made anew. When the last
/// observation of an epoch is dropped, the one before says so in its stead (DF393, or DF005 in
/// messages 1001–1004 and 1009–1012), lest a rover waits for more. For that an observation after which
/// more follows is held back until the next one has come; what lies between stays behind it.
public struct FrameConverter: Sendable {
  /// What is to be done.
  public let rules: ConversionRules
  /// What has been done so far.
  public private(set) var counts = ConversionCounts()
  private var held = HeldFrame()

  /// Creates a converter at the beginning of a stream.
  public init(_ rules: ConversionRules) { self.rules = rules }

  /// Takes the next frame and appends the frames that can go out now to `output`.
  public mutating func convert(_ frame: borrowing FrameView, into output: inout [UInt8]) {
    counts.framesIn &+= 1
    counts.frameBytesIn &+= frame.bytes.count
    let epoch = EpochField(in: frame.payload)
    let position = epoch?.moreToFollowPosition ?? 0
    // An epoch cut off right behind its milliseconds says nothing of what follows.
    let isObservation = epoch != nil && position < frame.payload.count * 8
    let isMoreToFollow = isObservation && frame.payload.bits(at: position, count: 1) == 1

    var cause = rules.stop(frame.payload, observedAt: epoch?.epoch)
    let converted = cause == nil ? rewritten(frame, cause: &cause) : []
    if let cause {
      counts.count(cause)
      // Nothing follows the held frame any more when the last of its epoch has gone.
      if isObservation && !isMoreToFollow { release(into: &output, isLast: true) }
      return
    }
    counts.framesOut &+= 1
    counts.frameBytesOut &+= converted.count
    if isObservation { release(into: &output, isLast: false) }
    if isMoreToFollow && rules.mayDropWithinEpoch {
      held.hold(converted, flagPosition: position)
    } else {
      append(converted.span, to: &output)
    }
  }

  /// Takes bytes that are no frame, which keep their place among the frames.
  public mutating func passOther(_ bytes: Span<UInt8>, into output: inout [UInt8]) {
    append(bytes, to: &output)
  }

  /// Ends the stream: appends what was held back.
  public mutating func finish(into output: inout [UInt8]) {
    release(into: &output, isLast: false)
  }

  // MARK: -

  private mutating func append(_ bytes: Span<UInt8>, to output: inout [UInt8]) {
    if held.isEmpty {
      output.append(bytes)
    } else {
      held.follow(bytes)
      // Nobody should wait for ever, nor without bound.
      if held.isFull { release(into: &output, isLast: false) }
    }
  }

  private mutating func release(into output: inout [UInt8], isLast: Bool) {
    if held.isEmpty { return }
    if isLast { held.endEpoch() }
    held.release(into: &output)
  }

  /// The frame as it goes out; `cause` is set when no signal is left of it.
  private mutating func rewritten(
    _ frame: borrowing FrameView, cause: inout ConversionCounts.Cause?
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    let payload = withMSMRules(frame.payload, cause: &cause)
    if cause != nil { return bytes }
    bytes.reserveCapacity(frame.bytes.count)
    if let payload, let framed = try? RTCMFrame.encoding(payload: payload.span) {
      bytes = framed
    } else {
      bytes.append(frame.bytes)
    }
    let hasNewID = setStationID(of: &bytes)
    if payload != nil || hasNewID { counts.framesChanged &+= 1 }
    return bytes
  }

  /// The payload of an MSM whose signals or kind change; `nil` when nothing does.
  private mutating func withMSMRules(
    _ payload: Span<UInt8>, cause: inout ConversionCounts.Cause?
  ) -> [UInt8]? {
    guard let type = RTCMFrame.messageType(ofPayload: payload).flatMap(MSMType.init(messageType:))
    else { return nil }
    let mask = rules.signalMask(of: type.constellation)
    let isReduced = rules.msmKind.map(type.canBeReduced(toKind:)) ?? false
    guard mask != .max || isReduced else { return nil }
    guard let original = try? MSMMessage(decoding: payload) else {
      counts.undecodable &+= 1
      return nil
    }
    var message = original.keepingSignals(mask)
    if message.signals.isEmpty && !original.signals.isEmpty {
      cause = .signals
      return nil
    }
    if let kind = rules.msmKind, let reduced = message.reduced(toKind: kind) { message = reduced }
    return message == original ? nil : try? message.encode()
  }

  /// Writes the station ID into a frame that has one; whether that changed it.
  private func setStationID(of frame: inout [UInt8]) -> Bool {
    let payload = RTCMFrame.headerLength..<(frame.count - RTCMFrame.checkLength)
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

/// An observation that says that more of its epoch follows, and the bytes that came behind it.
struct HeldFrame: Sendable {
  private var bytes: [UInt8] = []
  private var frameLength = 0
  private var flagPosition = 0

  var isEmpty: Bool { frameLength == 0 }
  /// Whether more came behind it than belongs between two observations of one epoch.
  var isFull: Bool { bytes.count > 16 * 1024 }

  /// Holds a frame, whose DF393 stands at a bit of its payload.
  mutating func hold(_ frame: [UInt8], flagPosition: Int) {
    (bytes, frameLength) = (frame, frame.count)
    self.flagPosition = RTCMFrame.headerLength * 8 + flagPosition
  }

  /// Puts bytes behind the frame.
  mutating func follow(_ more: Span<UInt8>) { bytes.append(more) }

  /// Lets the frame say that it is the last of its epoch.
  mutating func endEpoch() {
    var frame = Array(bytes[..<frameLength])
    frame.replaceBits(at: flagPosition, count: 1, with: 0)
    RTCMFrame.remakeCheck(of: &frame)
    bytes.replaceSubrange(..<frameLength, with: frame)
  }

  /// Gives everything out.
  mutating func release(into output: inout [UInt8]) {
    output += bytes
    bytes.removeAll(keepingCapacity: true)
    frameLength = 0
  }
}

extension RTCMFrame {
  /// Replaces the CRC of a whole frame by the right one.
  static func remakeCheck(of frame: inout [UInt8]) {
    frame.removeLast(checkLength)
    appendCheck(to: &frame)
  }
}

extension [UInt8] {
  /// Appends the bytes of a span.
  mutating func append(_ bytes: Span<UInt8>) {
    for index in bytes.indices { append(bytes[index]) }
  }
}
