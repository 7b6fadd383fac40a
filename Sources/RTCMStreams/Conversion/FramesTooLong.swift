/// The frames of one message type that ``ConversionRules/maximumFrameLength`` leaves out.
public struct FramesTooLong: Hashable, Sendable {
  /// The message type, DF002; `nil` for payloads too short for a type.
  public let type: UInt16?
  /// The number of frames.
  public internal(set) var frames = 0
  /// The length of the longest of them, bytes.
  public internal(set) var longest = 0
  /// The maximum frame length with which none would be left out, bytes, at most the longest.
  ///
  /// For MSMs it is that of the satellite with the most signals; other messages cannot be split.
  public internal(set) var limitNeeded = 0
  /// The same after a reduction to MSM4, bytes; `nil` for messages that cannot be reduced to MSM4.
  public internal(set) var limitNeededAsMSM4: Int?

  /// Adds a frame of the type; `message` is its content when it is an MSM.
  mutating func add(_ frame: [UInt8], _ message: MSMMessage?) {
    frames &+= 1
    longest = max(longest, frame.count)
    limitNeeded = max(limitNeeded, message?.shortestFrameLimit ?? frame.count)
    if let reduced = message?.reduced(toKind: 4) {
      limitNeededAsMSM4 = max(limitNeededAsMSM4 ?? 0, reduced.shortestFrameLimit)
    }
  }
}

extension ConversionCounts {
  /// Counts a frame that is left out for its length; `message` is its content when it is an MSM.
  mutating func countTooLong(_ frame: [UInt8], _ message: MSMMessage?) {
    let payload = RTCMFrame.payloadRange(ofFrameLength: frame.count)
    let type = RTCMFrame.messageType(ofPayload: frame.span.extracting(payload))
    let index = framesTooLong.firstIndex { $0.type == type } ?? framesTooLong.count
    if index == framesTooLong.count { framesTooLong.append(FramesTooLong(type: type)) }
    framesTooLong[index].add(frame, message)
  }
}
