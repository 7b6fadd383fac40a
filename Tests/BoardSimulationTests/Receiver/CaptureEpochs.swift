import RTCMStreams
import GNSSBasics
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
  private var first: Int?
  private var last: Int?
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
    do {
      try scanner.consume(bytes.span) { (frame: borrowing FrameView) throws(any Error) in
        if epochs.count > range.upperBound { throw EndOfRange() }
        let type = frame.messageType ?? 0
        noteStation(type, frame.payload)
        noteTime(frame.payload)
        guard range.contains(epochs.count - 1) else { return }
        let payload = frame.payload
        guard let edited = try edit(type, Array(payload)) else { return }
        epochs[epochs.count - 1].bytes += try RTCMFrame.encoding(payload: edited.span)
      }
    } catch is EndOfRange {}
    epochs = Array(
      epochs[min(range.lowerBound, epochs.count)..<min(range.upperBound, epochs.count)])
  }

  /// Begins a new epoch when the time of the observations has changed.
  ///
  /// GLONASS would need the day of the week, and a base may send BeiDou times that are none.
  private mutating func noteTime(_ payload: Span<UInt8>) {
    let epoch =
      (try? MSMHeader(decoding: payload))?.epoch
      ?? (try? LegacyObservations(decoding: payload))?.epoch
    guard let epoch, ![.glonass, .beidou].contains(epoch.constellation),
      let time = epoch.gpsTimeOfWeekMilliseconds(leapSeconds: 18), time != last
    else { return }
    let start = first ?? time
    (first, last) = (start, time)
    let week = 604_800_000
    epochs.append(Epoch(time: Double((time - start + week) % week) / 1000))
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

extension CaptureEpochs {
  /// The same epochs some seconds later.
  func redated(bySeconds seconds: Int64) throws -> CaptureEpochs {
    var copy = self
    for index in epochs.indices {
      var scanner = FrameScanner()
      var moved: [UInt8] = []
      let bytes = epochs[index].bytes
      scanner.consume(bytes.span) { frame in
        moved +=
          RTCMFrame.redated(frame.bytes, byMilliseconds: Int(seconds) * 1000)
          ?? frame.bytes.indices.map { bytes[frame.offset + $0] }
      }
      copy.epochs[index].bytes = moved
    }
    return copy
  }

  /// Flips a bit in the middle of every frame.
  mutating func damage() {
    for index in epochs.indices {
      var scanner = FrameScanner()
      var middles: [Int] = []
      let bytes = epochs[index].bytes
      scanner.consume(bytes.span) { frame in
        middles.append(frame.offset + frame.bytes.count / 2)
      }
      for middle in middles { epochs[index].bytes[middle] ^= 0x10 }
    }
  }
}

/// Ends the search of a capture.
private struct EndOfRange: Error {}

/// The types of messages with observations, MSM1 to MSM7 of every constellation.
func isMSM(_ type: UInt16) -> Bool { MSMType(messageType: type) != nil }
