import TestSupport
import RTCMStreams

/// The output and the counts of a converter.
struct Converted: Equatable {
  var output: [UInt8] = []
  var counts = ConversionCounts()
}

/// Returns the output and the counts for a stream in pieces.
func converted(
  pieces: [[UInt8]], by rules: ConversionRules, passesOtherBytes: Bool = false
) -> Converted {
  var converter = StreamConverter(rules, passesOtherBytes: passesOtherBytes)
  var result = Converted()
  for piece in pieces { converter.consume(piece.span, into: &result.output) }
  converter.finish(into: &result.output)
  result.counts = converter.counts
  return result
}

/// Returns the output and the counts for a whole stream.
func converted(
  _ bytes: [UInt8], by rules: ConversionRules, passesOtherBytes: Bool = false
) -> (output: [UInt8], counts: ConversionCounts) {
  let result = converted(pieces: [bytes], by: rules, passesOtherBytes: passesOtherBytes)
  return (result.output, result.counts)
}

/// Returns the output for a whole stream, with the rules set by a closure.
func converted(_ bytes: [UInt8], _ set: (inout ConversionRules) -> Void) -> [UInt8] {
  var rules = ConversionRules()
  set(&rules)
  return converted(bytes, by: rules).output
}

/// Returns the MSMs in a stream.
func msms(of bytes: [UInt8]) throws -> [MSMMessage] {
  try frames(of: bytes).compactMap {
    guard case .msm(let message) = try decoded($0.payload) else { return nil }
    return message
  }
}

/// A stream of a made-up base: each second MSM7 of four systems, followed by the base's position.
enum MadeUpBase {
  static let constellations: [Constellation] = [.gps, .glonass, .galileo, .beidou]
  static let firstTime = 86_400_000 * 2 - 3000  // milliseconds of the GPS week, 3 s before midnight

  static func stream(seconds: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for second in 0..<seconds {
      for constellation in constellations {
        let message = try observations(of: constellation, at: firstTime + second * 1000)
        bytes += try RTCMMessage.msm(message).frame()
      }
      bytes += StandardExample.frame
    }
    return bytes
  }

  /// Returns an MSM with two signals of three satellites; the last satellite has only the first signal.
  static func observations(of constellation: Constellation, at time: Int) throws -> MSMMessage {
    let ids = (1...32).map { UInt8($0) }.filter { constellation.rinexCode(ofSignalID: $0) != nil }
    let cells: [(UInt8, UInt8)] = [
      (4, ids[0]), (4, ids[1]), (9, ids[0]), (9, ids[1]), (20, ids[0]),
    ]
    return try MSMMessage(
      type: MSMType(constellation, kind: 7), stationID: 17,
      epoch: MSMEpoch(constellation: constellation, gpsTimeOfWeekMilliseconds: time),
      isMoreToFollow: constellation != constellations.last,
      observations: cells.map { satellite, signal in
        let range = 21e6 + Double(satellite) * 31_234.567 + Double(signal) * 0.789
        return MSMObservation(
          satelliteID: satellite, signalID: signal, pseudorange: range, phaserange: range + 1.2345,
          phaserangeRate: -432.1, lockTimeMilliseconds: 70_000, cnr: 43.5)
      })
  }
}
