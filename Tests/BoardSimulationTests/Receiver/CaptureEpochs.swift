import Mathematics
import RTCMParser
import TestSupport

/// A capture cut where its observation epochs change, so that a test can send it in time.
struct CaptureEpochs {
  /// The frames of one epoch and what follows it.
  struct Epoch {
    /// Seconds after the first epoch.
    var time: Double
    var bytes: [UInt8] = []
  }

  var epochs: [Epoch] = []
  /// The position in the first 1005 or 1006.
  private(set) var station: GeodeticPosition?

  /// Cuts a capture, after an edit of its payloads; an edit that gives `nil` drops the frame.
  init(
    of name: String, epochs range: Range<Int> = 0..<120,
    editing edit: (UInt16, [UInt8]) throws -> [UInt8]? = { $1 }
  ) throws {
    try self.init(bytes: SharedCaptures.bytes(of: name), epochs: range, editing: edit)
  }

  init(
    bytes: [UInt8], epochs range: Range<Int>,
    editing edit: (UInt16, [UInt8]) throws -> [UInt8]? = { $1 }
  ) throws {
    var scanner = FrameScanner()
    var first: Int?
    var last: Int?
    // GLONASS would need the day of the week, and a base may send BeiDou times that are none.
    try scanner.consume(bytes.span) { (frame: borrowing FrameView) throws(any Error) in
      let type = frame.messageType ?? 0
      noteStation(type, frame.payload)
      if let header = try? MSMHeader(decoding: frame.payload),
        ![.glonass, .beidou].contains(header.constellation),
        let time = header.epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 18), time != last
      {
        let start = first ?? time
        (first, last) = (start, time)
        let week = 604_800_000
        epochs.append(Epoch(time: Double((time - start + week) % week) / 1000))
      }
      guard range.contains(epochs.count - 1) else { return }
      let payload = frame.payload
      guard let edited = try edit(type, payload.indices.map { payload[$0] }) else { return }
      epochs[epochs.count - 1].bytes += try RTCMFrame.encoding(payload: edited.span)
    }
    epochs = Array(
      epochs[min(range.lowerBound, epochs.count)..<min(range.upperBound, epochs.count)])
  }

  private mutating func noteStation(_ type: UInt16, _ payload: Span<UInt8>) {
    guard station == nil else { return }
    if type == 1005, let message = try? AntennaReferencePoint(decoding: payload) {
      station = GeodeticPosition(message.position)
    } else if type == 1006, let message = try? AntennaReferencePointAndHeight(decoding: payload) {
      station = GeodeticPosition(message.position)
    }
  }
}

/// The types of messages with observations, MSM1 to MSM7 of every constellation.
func isMSM(_ type: UInt16) -> Bool { MSMType(messageType: type) != nil }
