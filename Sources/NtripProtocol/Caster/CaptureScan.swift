import RTCMParser

/// Every valid frame of a capture, with its epoch where it has one.
struct CaptureScan {
  /// One frame and the place where it stands.
  struct Frame {
    /// The frame's bytes in the capture.
    var range: Range<Int>
    /// DF002; `nil` when the payload is too short for one.
    var type: UInt16?
    /// When its observations were made; `nil` for all other messages.
    var epoch: ObservationEpoch?
  }

  /// The frames in the order in which they stand.
  private(set) var frames: [Frame] = []

  /// Scans a capture; bytes that belong to no frame are passed over.
  init(_ capture: Span<UInt8>) {
    var scanner = FrameScanner()
    scanner.consume(capture) { frames.append(Frame($0)) }
    scanner.finish { frames.append(Frame($0)) }
  }

  /// GPS time minus UTC, by majority of the epochs that hold GLONASS and another constellation.
  ///
  /// RTCM does not carry it. Where nothing tells, it is 18 s, the value since 2017.
  var leapSeconds: Int64 {
    var votes = [Int](repeating: 0, count: 61)
    var other: ObservationEpoch?
    var glonass: ObservationEpoch?
    for case let epoch? in frames.lazy.map({ $0.epoch }) {
      if epoch.scale == .glonass { glonass = epoch } else { other = epoch }
      guard !epoch.isMoreToFollow else { continue }
      if let glonass, let other {
        let milliseconds = ObservationEpoch.distance(
          from: glonass.gpsTimeOfDay(leapSeconds: 0), to: other.gpsTimeOfDay(leapSeconds: 0))
        let seconds = Int((milliseconds + 500) / 1000)
        if votes.indices.contains(seconds) { votes[seconds] += 1 }
      }
      (other, glonass) = (nil, nil)
    }
    guard let most = votes.max(), most > 0, let seconds = votes.firstIndex(of: most) else {
      return 18
    }
    return Int64(seconds)
  }
}

extension CaptureScan.Frame {
  fileprivate init(_ frame: borrowing FrameView) {
    range = frame.offset..<frame.offset + frame.bytes.count
    type = frame.messageType
    epoch = nil
    if let type { epoch = ObservationEpoch(payload: frame.payload, type: type) }
  }
}
