internal import RTCMStreams
internal import BoardFirmware
internal import GNSSBasics
internal import NtripClient
internal import NtripProtocol
internal import VirtualBoard

/// A link to a caster on the network.
final class NetworkLink: OutsideLink {
  private var link: NtripLink
  private let onNews: @Sendable () -> Void
  private var finder = StationFinder()
  /// Whether bytes are kept back: while board time runs faster than the caster's.
  var isHeld = false

  /// Begins to connect; `onNews` is called on the link's thread when bytes have come.
  init(to url: NtripURL, onNews: @escaping @Sendable () -> Void) {
    self.url = url
    self.onNews = onNews
    link = Self.link(to: url, onNews)
  }

  private static func link(to url: NtripURL, _ onNews: @escaping @Sendable () -> Void) -> NtripLink
  {
    var options = NtripSessionOptions()
    options.positionInterval = .seconds(10)
    return NtripLink(to: url, options: options, onNews: onNews)
  }

  /// The mountpoint.
  private let url: NtripURL

  var name: String { url.description }

  /// Where the base is, once a message 1005 or 1006 has told it.
  var station: ECEFPosition? { finder.station?.position }

  func receive(into buffer: inout [UInt8], at now: Duration) {
    guard !isHeld else { return }
    let known = buffer.count
    link.receive(into: &buffer)
    if station == nil { finder.consume(buffer.span.extracting(known...)) }
  }

  func report(position: GGASentence, at now: Duration) { link.report(position) }

  func status(at now: Duration) -> NtripLinkStatus { link.status }

  func stop() { link.stop() }

  /// Connects anew, after ``stop()``.
  func restart() { link = Self.link(to: url, onNews) }
}
