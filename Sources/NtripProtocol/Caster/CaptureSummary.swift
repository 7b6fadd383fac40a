import Bytes
import GNSSBasics
import RTCMParser
import TextOutput

/// What a capture holds, as a sourcetable tells it.
struct CaptureSummary {
  /// How often a message type comes.
  private struct Rate {
    let type: UInt16
    let first: Duration
    var last: Duration
    var count = 1
  }

  /// One entry for each message type, ascending.
  private var rates: [Rate] = []
  /// Where the station is, by its first message 1005 or 1006.
  private(set) var position: ECEFPosition?
  /// Carrier phases: 0 none, 1 L1, 2 more than L1.
  private(set) var carrier = 0
  /// Bits a second, the mean over the capture.
  let bitrate: Int

  init(_ capture: Span<UInt8>, _ scan: CaptureScan, _ index: CaptureIndex) {
    let seconds = index.period / .seconds(1)
    bitrate = seconds > 0 ? Int((Double(capture.count) * 8 / seconds).rounded()) : 0
    var slices = index.slices[...]
    for frame in scan.frames {
      while let slice = slices.first, slice.range.upperBound <= frame.range.lowerBound {
        slices.removeFirst()
      }
      guard let type = frame.type else { continue }
      count(type, at: slices.first?.time ?? .zero)
      let payload = capture.extracting(
        (frame.range.lowerBound + RTCMFrame.headerLength)..<(frame.range.upperBound
          - RTCMFrame.checkLength))
      carrier = max(carrier, Self.carrier(of: type, payload))
      if position == nil { position = Self.position(in: type, payload) }
    }
  }

  /// The message types with their intervals in seconds: `1006(30),1077(1)`.
  var formatDetails: String {
    var text: [UInt8] = []
    for rate in rates {
      if !text.isEmpty { text.append(UInt8(ascii: ",")) }
      text.append(integer: rate.type)
      guard rate.last > rate.first else { continue }  // seen once: no rate
      let seconds = (rate.last - rate.first) / .seconds(rate.count - 1)
      text.append(UInt8(ascii: "("))
      text.append(decimal: seconds, decimals: seconds < 0.95 ? 1 : 0)
      text.append(UInt8(ascii: ")"))
    }
    return text[...].text
  }

  /// The version of the standard that knows all of the capture's messages.
  ///
  /// `RTCM 3.2` brought MSM; SBAS, QZSS and NavIC, and the ephemerides of all but GPS and GLONASS,
  /// came with 3.3. Readers compare these names letter by letter.
  var format: String {
    guard !rates.isEmpty else { return "RAW" }
    let isNewer = rates.lazy.map { $0.type }.contains { type in
      (1041...1046).contains(type) || (1101...1117).contains(type) || (1131...1137).contains(type)
    }
    return isNewer ? "RTCM 3.3" : "RTCM 3.2"
  }

  /// The constellations with observations: `GPS+GLO`.
  var navigationSystem: String {
    let names: [(String, ClosedRange<UInt16>, ClosedRange<UInt16>?)] = [
      ("GPS", 1071...1077, 1001...1004), ("GLO", 1081...1087, 1009...1012),
      ("GAL", 1091...1097, nil), ("SBAS", 1101...1107, nil), ("QZS", 1111...1117, nil),
      ("BDS", 1121...1127, nil), ("IRN", 1131...1137, nil),
    ]
    return names.filter { _, msm, legacy in
      rates.contains { msm.contains($0.type) || legacy?.contains($0.type) == true }
    }.map { name, _, _ in name }.joined(separator: "+")
  }

  private mutating func count(_ type: UInt16, at time: Duration) {
    let index = rates.firstIndex { $0.type >= type } ?? rates.count
    if index < rates.count, rates[index].type == type {
      rates[index].last = time
      rates[index].count += 1
    } else {
      rates.insert(Rate(type: type, first: time, last: time), at: index)
    }
  }

  private static func position(in type: UInt16, _ payload: Span<UInt8>) -> ECEFPosition? {
    let position =
      switch type {
      case 1005: (try? AntennaReferencePoint(decoding: payload))?.position
      case 1006: (try? AntennaReferencePointAndHeight(decoding: payload))?.position
      default: ECEFPosition?.none
      }
    // A station that does not know its place sends zeros.
    let centre = ECEFPosition(x: 0, y: 0, z: 0)
    return position.flatMap { $0.distance(to: centre) > 6_000_000 ? $0 : nil }
  }
}
