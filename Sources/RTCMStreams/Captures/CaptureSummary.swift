internal import Bytes
internal import TextOutput

/// The content of a capture, as a sourcetable describes it.
package struct CaptureSummary: Sendable {
  /// The rate of a message type.
  private struct Rate: Sendable {
    let type: UInt16
    let first: Duration
    var last: Duration
  }

  /// The rates of the message types, ascending by type.
  private var rates: [Rate] = []
  /// The station's position from the majority of messages 1005 and 1006 that give a place on Earth.
  package private(set) var station: StationPosition?
  /// The carrier phases: 0 for none, 1 for L1 only, 2 for more than L1.
  package private(set) var carrier = 0
  /// The mean data rate of the capture, bits per second.
  package let bitrate: Int
  /// The number of frames of each type.
  package private(set) var frames = FrameCounts()

  init(_ capture: Span<UInt8>, _ scan: CaptureScan, _ index: CaptureIndex) {
    let seconds = index.period / .seconds(1)
    bitrate = seconds > 0 ? Int((Double(capture.count) * 8 / seconds).rounded()) : 0
    var slices = index.slices[...]
    var stations = Ballot<StationPosition>()
    for frame in scan.frames {
      while let slice = slices.first, slice.range.upperBound <= frame.range.lowerBound {
        slices.removeFirst()
      }
      frames.count(frame.type)
      guard let type = frame.type else { continue }
      count(type, at: slices.first?.time ?? .zero)
      let payload = capture.extracting(frame.range)
        .extracting(RTCMFrame.payloadRange(ofFrameLength: frame.range.count))
      if carrier < 2 { carrier = max(carrier, Self.carrier(of: type, payload)) }
      if let station = StationPosition(onEarthIn: payload) { stations.add(station) }
    }
    station = stations.winner
  }

  /// The message types with their intervals in seconds: `1006(30),1077(1)`.
  package var formatDetails: String {
    var text: [UInt8] = []
    for rate in rates {
      if !text.isEmpty { text.append(UInt8(ascii: ",")) }
      text.append(integer: rate.type)
      guard rate.last > rate.first else { continue }  // seen once: no rate
      let seconds = (rate.last - rate.first) / .seconds(frames[rate.type] - 1)
      text.append(UInt8(ascii: "("))
      text.append(decimal: seconds, decimals: seconds < 0.95 ? 1 : 0)
      text.append(UInt8(ascii: ")"))
    }
    return text[...].text
  }

  /// The sourcetable's name of the standard's version that has all of the capture's messages.
  ///
  /// `RTCM 3.2` brought MSM; SBAS, QZSS and NavIC, and the ephemerides of all but GPS and GLONASS,
  /// came with 3.3. Clients compare these names character by character.
  package var format: String {
    guard !rates.isEmpty else { return "RAW" }
    let isNewer = rates.lazy.map { $0.type }.contains { type in
      (1041...1046).contains(type) || (1101...1117).contains(type) || (1131...1137).contains(type)
    }
    return isNewer ? "RTCM 3.3" : "RTCM 3.2"
  }

  /// The constellations with observations: `GPS+GLO`.
  package var navigationSystem: String {
    let observed = Set(rates.compactMap { EpochLayout(messageType: $0.type)?.constellation })
    return Constellation.allCases.filter(observed.contains).map { $0.sourcetableName }
      .joined(separator: "+")
  }

  private mutating func count(_ type: UInt16, at time: Duration) {
    let index = rates.firstIndex { $0.type >= type } ?? rates.count
    if index < rates.count, rates[index].type == type {
      rates[index].last = time
    } else {
      rates.insert(Rate(type: type, first: time, last: time), at: index)
    }
  }
}

extension Constellation {
  /// The system's name in sourcetables.
  fileprivate var sourcetableName: String {
    switch self {
    case .gps: "GPS"
    case .glonass: "GLO"
    case .galileo: "GAL"
    case .sbas: "SBAS"
    case .qzss: "QZS"
    case .beidou: "BDS"
    case .navic: "IRN"
    }
  }
}
