internal import Mathematics

extension RedatingPlan {
  /// A pass of the capture at its time of playback.
  struct Pass: Hashable, Sendable {
    /// The number of the pass, from 0 on; the capture as recorded is the first.
    var number: Int
    /// The time from the capture to the pass, milliseconds.
    var shift: Int
    /// The number of leap seconds added between the capture and the pass.
    var leapSeconds: Int
    /// Whether GLONASS messages can be moved to the time of the pass.
    var hasGLONASS: Bool
  }

  /// Returns a pass of a capture whose first pass is shifted by `start` milliseconds.
  func pass(_ number: Int, firstMovedBy start: Int) -> Pass {
    let (passed, isTooLong) = number.multipliedReportingOverflow(by: passLength)
    let shift = start + (isTooLong ? 0 : passed % Self.longestShift)
    let leapSeconds = instant(at: shift).leapSeconds - firstEpoch.leapSeconds
    let isOnGrid = shift % Self.quarter == 0 && (!isGLONASSLost || shift == 0)
    return Pass(
      number: number, shift: shift, leapSeconds: leapSeconds,
      hasGLONASS: leapSeconds == 0 && (isOnGrid || !hasGLONASSOrbits))
  }

  /// Returns a part of the capture as it is sent in a pass.
  ///
  /// Each later pass begins with the orbits of all satellites, so that no receiver uses the earlier pass's
  /// orbits while it waits. The second pass also begins with the orbits of the first pass, restated for the
  /// first pass's time.
  func bytes(of range: Range<Int>, in capture: [UInt8], _ pass: Pass) -> [UInt8] {
    guard pass.shift != 0 || (pass.number > 0 && !orbits.isEmpty) else {
      return Array(capture[range])
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    if pass.number > 0, range.lowerBound == 0 { appendOrbits(of: pass, to: &bytes) }
    var copied = range.lowerBound
    // The last observation written, if it says that more of its epoch follows.
    var announcing: (range: Range<Int>, flag: Int)?
    for frame in frames(in: range) {
      bytes.append(contentsOf: capture[copied..<frame.range.lowerBound])
      copied = frame.range.upperBound
      let start = bytes.count
      let original = capture.span.extracting(frame.range)
      if frame.isGLONASS && !pass.hasGLONASS {
        if frame.treatment == .observation(isMoreToFollow: false), let (range, flag) = announcing {
          bytes.endEpoch(in: range, flag: flag)
        }
      } else {
        append(frame, original, pass, to: &bytes)
      }
      guard case .observation = frame.treatment else { continue }
      if bytes.count > start {
        announcing = Self.flag(in: original).map { (start..<bytes.count, $0) }
      } else if frame.treatment == .observation(isMoreToFollow: false) {
        announcing = nil
      }
    }
    bytes.append(contentsOf: capture[copied..<range.upperBound])
    return bytes
  }

  /// Returns the bit in which an observation says that more of its epoch follows; `nil` if it says
  /// otherwise.
  private static func flag(in frame: Span<UInt8>) -> Int? {
    guard let payload = RTCMFrame.payload(of: frame), let field = EpochField(in: payload),
      field.isMoreToFollow
    else { return nil }
    return field.moreToFollowPosition
  }

  /// A quarter of an hour, the interval of GLONASS orbits, milliseconds.
  private static var quarter: Int { 900_000 }
  /// The period after which all week numbers repeat, milliseconds.
  private static var longestShift: Int { 8192 * millisecondsPerWeek }
}

// MARK: Frames

extension RedatingPlan {
  private func append(
    _ frame: DatedFrame, _ original: Span<UInt8>, _ pass: Pass, to bytes: inout [UInt8]
  ) {
    switch frame.treatment {
    case .glonassBiases: bytes.append(contentsOf: original)
    case .observation: appendObservation(frame, original, pass, to: &bytes)
    case .orbit(let index) where pass.number > 0:
      append(orbits[index], pass, isOdd: pass.number % 2 == 1, to: &bytes)
    case .orbit, .message: appendMoved(frame, original, pass, to: &bytes)
    case .unknown: break
    }
  }

  private func appendObservation(
    _ frame: DatedFrame, _ original: Span<UInt8>, _ pass: Pass, to bytes: inout [UInt8]
  ) {
    guard let moved = RTCMFrame.redated(original, byMilliseconds: pass.shift) else { return }
    // Ranges jump between two passes, so no phase is locked for longer than the pass has lasted.
    let limited =
      pass.number > 0
      ? Self.message(in: moved.span)?.locked(atMost: max(0, frame.time)) : nil
    // A decoded message can be encoded again.
    bytes += (try? limited?.frame()) ?? moved
  }

  private func appendMoved(
    _ frame: DatedFrame, _ original: Span<UInt8>, _ pass: Pass, to bytes: inout [UInt8]
  ) {
    let move = OrbitMove(seconds: pass.shift / 1000)
    let moved = Self.message(in: original)?.moved(
      move, sent: instant(at: frame.time), leapSeconds: pass.leapSeconds)
    // A moved message that no longer fits its fields would be wrong, so it is left out.
    if let frame = try? moved?.frame() { bytes += frame }
  }

  /// Appends all orbits that are in force at any time of a pass.
  private func appendOrbits(of pass: Pass, to bytes: inout [UInt8]) {
    if pass.number == 1 {
      var first = pass
      first.number = 0
      first.shift -= passLength
      for orbit in orbits { append(orbit, first, isOdd: false, to: &bytes) }
    }
    for orbit in orbits { append(orbit, pass, isOdd: pass.number % 2 == 1, to: &bytes) }
  }

  /// Appends an orbit as it is stated in a pass.
  private func append(_ orbit: Orbit, _ pass: Pass, isOdd: Bool, to bytes: inout [UInt8]) {
    let restatements = isOdd ? orbit.restatements.odd : orbit.restatements.even
    for (index, restatement) in restatements.enumerated() {
      // A receiver recognises a new orbit by its issue. The issues of one satellite are mostly close
      // together.
      let move = OrbitMove(
        seconds: pass.shift / 1000, restatement: restatement,
        issue: 101 + (pass.number % 1024) * 71 + index * 29)
      // An orbit that no longer fits its fields would be wrong, so it is left out.
      let moved = orbit.message.moved(move, sent: orbit.sent)
      if let frame = try? moved?.frame() { bytes += frame }
    }
  }
}

extension [UInt8] {
  /// Clears the flag of an observation, so that it is the last of its epoch.
  fileprivate mutating func endEpoch(in range: Range<Int>, flag: Int) {
    var frame = Array(self[range])
    frame.replaceBits(at: RTCMFrame.headerLength * 8 + flag, count: 1, with: 0)
    RTCMFrame.remakeCheck(of: &frame)
    replaceSubrange(range, with: frame)
  }
}

// MARK: What is lost

extension RedatingPlan {
  /// Returns the messages that are left out; the flag marks those missing from the first pass on.
  func losses(firstMovedBy start: Int, isLooping: Bool) -> [RedatingLoss] {
    let first = pass(0, firstMovedBy: start)
    let later = isLooping ? pass(1, firstMovedBy: start) : first
    return RedatingLoss.Reason.allCases.compactMap { reason in
      let lost = frames.filter { self.reason(for: $0, in: later) == reason }
      let types = Set(lost.map { $0.type })
      guard !types.isEmpty else { return nil }
      let isFromBeginning = frames.contains { self.reason(for: $0, in: first) == reason }
      return RedatingLoss(
        reason: reason, messageTypes: types.sorted(), isFromBeginning: isFromBeginning)
    }
  }

  private func reason(for frame: DatedFrame, in pass: Pass) -> RedatingLoss.Reason? {
    guard pass.shift != 0, frame.range.lowerBound < end else { return nil }
    if frame.isGLONASS && !pass.hasGLONASS {
      return pass.leapSeconds == 0 ? .glonassNeedsHours : .leapSecondsBetween
    }
    switch frame.treatment {
    case .unknown: return .unknownTimes
    case .orbit(let index):
      return pass.number > 0 && orbits[index].restatements.even.isEmpty ? .neverInForce : nil
    default: return nil
    }
  }
}
