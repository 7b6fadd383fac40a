public import GNSSBasics
internal import RTCMParser

/// Looks for the first station message of a stream.
public struct ReferenceStationFinder: Sendable {
  private var scanner = FrameScanner()

  /// Where the station's antenna is, once a message 1005 or 1006 has come.
  public private(set) var position: ECEFPosition?

  /// Valid frames so far.
  public var frameCount: Int { scanner.counts.frames }

  /// Creates a finder at the beginning of a stream.
  public init() {}

  /// Takes the next bytes of the stream.
  public mutating func consume(_ bytes: Span<UInt8>) {
    scanner.consume(bytes) { frame in
      guard position == nil else { return }
      switch frame.messageType {
      case 1005: position = (try? AntennaReferencePoint(decoding: frame.payload))?.position
      case 1006: position = (try? AntennaReferencePointAndHeight(decoding: frame.payload))?.position
      default: break
      }
    }
  }
}
