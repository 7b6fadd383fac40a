/// The frames of one epoch, and what stands among them.
struct EpochGroup: Sendable {
  /// A frame of the group.
  struct Part: Sendable {
    var bytes: [UInt8]
    /// Whose observations it holds; `nil` when it is no observation.
    var constellation: Constellation?
    /// The bit of DF393 or DF005 in the payload of an observation.
    var flagPosition = 0
  }

  /// The GPS time of day in milliseconds; `nil` when there is no observation.
  var time: Int?
  var parts: [Part] = []

  /// The systems that there are observations of.
  func has(_ constellation: Constellation) -> Bool {
    parts.contains { $0.constellation == constellation }
  }

  /// Appends the frames, of whose observations all but the last say that more follows.
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
  /// The frame with its DF393 set or cleared, and the CRC made anew if that changed it.
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

/// Divides the frames of a stream into epochs, by the rules of ``EpochAssembler``.
struct FrameGrouper: Sendable {
  private var group = EpochGroup()
  private var boundary = EpochBoundary()

  /// Takes the next frame, and appends to `groups` what it completes.
  mutating func add(
    _ frame: borrowing FrameView, leapSeconds: Int, to groups: inout [EpochGroup]
  ) {
    var part = EpochGroup.Part(bytes: Array(frame.bytes))
    guard let field = EpochField(in: frame.payload), let type = frame.messageType,
      let stationID = RTCMFrame.stationID(ofPayload: frame.payload),
      let isMoreToFollow = field.isMoreToFollow,
      let time = field.epoch.gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds)
    else {
      append(part, to: &groups)
      return
    }
    part.constellation = field.epoch.constellation
    part.flagPosition = field.moreToFollowPosition
    let ends = boundary.add(
      time: Int64(time), stationID: stationID, messageType: type,
      isMoreToFollow: isMoreToFollow)
    if ends.before { end(into: &groups) }
    group.time = time
    append(part, to: &groups)
    if ends.after { end(into: &groups) }
  }

  /// Takes a frame into the group, and ends one that has more than any epoch: a source without
  /// observations, or whose time stands still, would be kept without bound.
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
