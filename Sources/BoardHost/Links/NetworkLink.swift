internal import BoardFirmware
internal import Mathematics
internal import NtripClient
internal import NtripProtocol

/// A link to a caster on the network, which may have been listened to before the board has.
final class NetworkLink: CorrectionLink {
  private let link: NtripLink
  /// Bytes taken while looking for the station, which the firmware has not had yet.
  private var early: [UInt8] = []
  /// Whether bytes are kept back: while board time runs faster than the caster's.
  var isHeld = false

  /// Begins to connect; `onNews` is called on the link's thread when bytes have come.
  init(to url: NtripURL, onNews: @escaping @Sendable () -> Void) {
    var options = NtripSessionOptions()
    options.positionInterval = .seconds(10)
    link = NtripLink(to: url, options: options, onNews: onNews)
    self.url = url
  }

  private let url: NtripURL

  func receive(into buffer: inout [UInt8], at now: Duration) {
    guard !isHeld else { return }
    buffer += early
    early = []
    link.receive(into: &buffer)
  }

  func report(position: GGASentence, at now: Duration) { link.report(position) }

  func status(at now: Duration) -> NtripLinkStatus { link.status }

  func stop() { link.stop() }

  /// Listens until a message 1005 or 1006 tells where the base is.
  ///
  /// - Throws: ``OriginError`` when none comes in time, the caster refuses, or nobody wants it more.
  func waitForStation(
    timeout: Duration, using waker: Waker, while isWanted: () -> Bool
  ) throws(OriginError) -> ECEFPosition {
    let deadline = ContinuousClock.now + timeout
    var finder = ReferenceStationFinder()
    while ContinuousClock.now < deadline {
      guard isWanted() else { throw .notWanted }
      let status = link.status
      if status.state == .refused { throw .refused(by: url, reason: status.error) }
      let known = early.count
      link.receive(into: &early)
      finder.consume(early.span.extracting(known...))
      if let position = finder.position { return position }
      waker.wait(atMost: .milliseconds(100))
    }
    throw .noStationMessage(from: url, after: timeout, reason: link.status.error)
  }
}
