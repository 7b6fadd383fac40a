/// The frames of one epoch, observations and others.
struct EpochGroup: Sendable {
  /// A frame of the group.
  struct Part: Sendable {
    var bytes: [UInt8]
    /// The constellation of the frame's observations; `nil` for a frame without observations.
    var constellation: Constellation?
    /// The bit of DF393 or DF005 in the payload of an observation.
    var flagPosition = 0
  }

  /// The GPS time of day of the epoch, milliseconds; `nil` for a group without observations.
  var time: Int?
  var parts: [Part] = []

  /// Whether the group has observations of a constellation.
  func has(_ constellation: Constellation) -> Bool {
    parts.contains { $0.constellation == constellation }
  }

  /// Appends the frames to `output`; all observations but the last say that more follows.
  func write(to output: inout [UInt8]) {
    let last = parts.lastIndex { $0.constellation != nil }
    for (index, part) in parts.enumerated() {
      if part.constellation == nil {
        output += part.bytes
      } else {
        output += part.saying(isMoreToFollow: index != last)
      }
    }
  }
}

extension EpochGroup.Part {
  /// Returns the frame with DF393 or DF005 set or cleared, and with a new CRC if that changed it.
  fileprivate func saying(isMoreToFollow: Bool) -> [UInt8] {
    let position = RTCMFrame.headerLength * 8 + flagPosition
    let bit: UInt64 = isMoreToFollow ? 1 : 0
    guard bytes.span.bits(at: position, count: 1) != bit else { return bytes }
    var frame = bytes
    frame.replaceBits(at: position, count: 1, with: bit)
    RTCMFrame.remakeCheck(of: &frame)
    return frame
  }
}

/// A splitter of a stream's frames into epochs, by the rules of ``EpochAssembler``.
struct FrameGrouper: Sendable {
  private var group = EpochGroup()
  private var boundary = EpochBoundary()

  /// Adds the next frame, and appends the epochs that it completes to `groups`.
  mutating func add(
    _ frame: borrowing FrameView, leapSeconds: Int, to groups: inout [EpochGroup]
  ) {
    var part = EpochGroup.Part(bytes: Array(frame.bytes))
    guard let field = EpochField(in: frame.payload), let type = frame.messageType,
      let stationID = RTCMFrame.stationID(ofPayload: frame.payload),
      let time = field.epoch.gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds)
    else {
      append(part, to: &groups)
      return
    }
    part.constellation = field.epoch.constellation
    part.flagPosition = field.moreToFollowPosition
    let ends = boundary.add(
      time: Int64(time), stationID: stationID, messageType: type,
      isMoreToFollow: field.isMoreToFollow)
    if ends.before { end(into: &groups) }
    group.time = time
    append(part, to: &groups)
    if ends.after { end(into: &groups) }
  }

  /// Adds a frame to the group, and ends a group of more frames than any epoch has.
  ///
  /// A source without observations, or with a time that stands still, would otherwise grow without bound.
  private mutating func append(_ part: EpochGroup.Part, to groups: inout [EpochGroup]) {
    group.parts.append(part)
    if group.parts.count >= Self.maximumPartCount { end(into: &groups) }
  }

  private static var maximumPartCount: Int { 256 }

  /// Ends the epoch under way.
  mutating func end(into groups: inout [EpochGroup]) {
    if !group.parts.isEmpty { groups.append(group) }
    group = EpochGroup()
  }
}
