internal import Bytes
internal import GNSSBasics
internal import GNSSSimulation
internal import RINEX
internal import RTCMParser

/// Ephemerides from a file: a RINEX navigation file, or an RTCM 3 stream with ephemerides.
struct NavigationInput {
  /// The messages with the satellites' ephemerides.
  private(set) var ephemerides: [RTCMMessage] = []
  /// The ionosphere model; `nil` when the file has none.
  private(set) var ionosphere: BroadcastIonosphere?

  /// Reads a file.
  ///
  /// - Throws: ``Failure`` when the file cannot be read, or has no ephemerides.
  init(_ path: String) throws {
    let bytes = try InputStream.bytes(of: path)
    if bytes.first == RTCMFrame.preamble {
      readStream(bytes)
    } else {
      do throws(RINEXReadingError) {
        let file = try RINEXNavigation(reading: bytes)
        (ephemerides, ionosphere) = (file.ephemerides, file.ionosphere)
        for error in file.skipped.prefix(3) { Console.note("'\(path)': left out: \(error)") }
        if file.skipped.count > 3 {
          Console.note("'\(path)': left out: \(file.skipped.count - 3) more")
        }
      } catch {
        throw Failure(message: "'\(path)' is no RINEX navigation file, nor RTCM 3: \(error)")
      }
    }
    if ephemerides.isEmpty { throw Failure(message: "'\(path)' has no ephemeris that can be used") }
  }

  private mutating func readStream(_ bytes: [UInt8]) {
    var scanner = FrameScanner()
    var messages: [RTCMMessage] = []
    let take = { (frame: borrowing FrameView) in
      // A damaged ephemeris is as good as none: the satellite's others are used.
      guard let message = try? RTCMMessage(decoding: frame.payload),
        message.orbitingSatellite != nil, !messages.contains(message)
      else { return }
      messages.append(message)
    }
    scanner.consume(bytes.span, onFrame: take)
    scanner.finish(onFrame: take)
    ephemerides = messages
  }

  /// Returns the sky of the ephemerides.
  func sky(of systems: Set<Constellation>, near reference: GPSTime, seed: UInt64) -> Sky {
    Sky(
      ephemerides: ephemerides, sent: reference, systems: systems, klobuchar: klobuchar, seed: seed)
  }

  /// The parameters of the ionosphere; `nil` when the file has none.
  var klobuchar: KlobucharParameters? {
    ionosphere.map { KlobucharParameters(alpha: SIMD4($0.alpha), beta: SIMD4($0.beta)) }
  }
}
