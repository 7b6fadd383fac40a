internal import RTCMStreams
internal import BoardFirmware
internal import GNSSBasics
internal import NtripClient
internal import NtripProtocol
internal import VirtualBoard

/// A link to a caster on the network.
///
/// The board's position is sent once the caster wants it: when its stream is silent, or when its
/// sourcetable says so. The sourcetable is requested once the board has a position.
final class NetworkLink: OutsideLink {
  private var link: NtripLink
  private let transport: NtripTransportOptions
  private let onNews: @Sendable () -> Void
  private var finder = StationFinder()
  private var inquiry = Inquiry.open
  /// Whether bytes are held back, as while board time runs faster than the caster's time.
  var isHeld = false

  /// The state of the sourcetable request.
  private enum Inquiry {
    case open
    case asking(NtripLink)
    case answered(StreamRecord?)
  }

  /// Creates the link and starts to connect; `onNews` is called on the link's thread when bytes have
  /// arrived.
  init(
    to url: NtripURL, over transport: NtripTransportOptions = NtripTransportOptions(),
    onNews: @escaping @Sendable () -> Void
  ) {
    self.url = url
    self.transport = transport
    self.onNews = onNews
    link = Self.link(to: url, over: transport, onNews)
  }

  private static func link(
    to url: NtripURL, over transport: NtripTransportOptions, after refusal: NtripRefusal? = nil,
    _ onNews: @escaping @Sendable () -> Void
  ) -> NtripLink {
    NtripLink(to: url, options: options, over: transport, after: refusal, onNews: onNews)
  }

  /// The session options.
  ///
  /// The frame timeout is long, since a stream may be silent while the board has no position to send.
  static let options = {
    var options = NtripSessionOptions()
    options.positionInterval = GGASchedule.usualInterval
    options.positionRule = .whenWanted
    options.frameTimeout = .seconds(30)
    return options
  }()

  /// The URL of the mountpoint.
  private let url: NtripURL

  var name: String { url.description }

  /// The position of the base; `nil` until a message 1005 or 1006 has given it.
  var station: ECEFPosition? { finder.station?.position }

  func receive(into buffer: inout [UInt8], at now: Duration) {
    guard !isHeld else { return }
    let known = buffer.count
    link.receive(into: &buffer)
    if station == nil { finder.consume(buffer.span.extracting(known...)) }
  }

  func report(position: GGASentence, at now: Duration) {
    link.report(position)
    inquire()
  }

  func status(at now: Duration) -> NtripLinkStatus { link.status }

  func stop() {
    link.stop()
    if case .asking(let table) = inquiry {
      table.stop()
      inquiry = .open
    }
  }

  /// Reconnects after ``stop()``: not before the time that a refusal asks for, and never after a ban.
  func restart() {
    link = Self.link(to: url, over: transport, after: link.refusal, onNews)
    if case .answered(let record?) = inquiry { link.learn(record) }
  }

  /// Requests the sourcetable once the link streams, once and without a login, and learns from it.
  private func inquire() {
    switch inquiry {
    case .open where link.status.state == .streaming:
      let caster = NtripURL(host: url.host, port: url.port, usesTLS: url.usesTLS)
      inquiry = .asking(NtripLink(to: caster, retry: nil, over: transport, onNews: onNews))
    case .asking(let table) where table.isOver:
      let record = table.sourcetable?.stream(at: url.mountpoint)
      inquiry = .answered(record)
      if let record { link.learn(record) }
    case .open, .asking, .answered: break
    }
  }
}
