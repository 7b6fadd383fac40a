import RTCMStreams
import GNSSBasics
import RTCMParser
import TestSupport

/// A capture divided at its observation epochs, so that a test can send it in real time.
struct CaptureEpochs {
  /// The frames of one epoch, with the messages after its observations.
  struct Epoch {
    /// The time since the first epoch, seconds.
    var time: Double
    var bytes: [UInt8] = []
  }

  var epochs: [Epoch] = []
  private var first: Int?
  private var last: Int?
  /// The position in the first 1005 or 1006 message.
  private(set) var station: GeodeticPosition?

  /// Divides a capture into epochs after editing its payloads; `nil` from an edit drops the frame.
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
  /// GLONASS is left out because it needs the day of the week, and BeiDou because a base may send invalid
  /// times.
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
  /// Returns the same epochs some seconds later.
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

/// An error that ends the reading of a capture at the end of the range.
private struct EndOfRange: Error {}

/// Whether a message type is an observation message, MSM1 to MSM7 of any constellation.
func isMSM(_ type: UInt16) -> Bool { MSMType(messageType: type) != nil }
