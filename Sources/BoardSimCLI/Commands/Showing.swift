internal import NtripProtocol
internal import RTCMStreams

/// The time for which captures that are played once are offered.
struct Showing {
  /// The longest wait for the first client of each, in the order of the mountpoints.
  private let patience: [Duration]

  /// Nobody starts a client faster than this, however fast the captures are played.
  static let shortestPatience = Duration.seconds(30)

  init(_ captures: [Capture], speed: Double) {
    patience = captures.map { max($0.index.period / speed, Self.shortestPatience) }
  }

  /// Whether each capture has come to its end, or nobody has come for it.
  func isOver(_ streams: [CasterSnapshot.Stream], after elapsed: Duration) -> Bool {
    zip(streams, patience).allSatisfy { stream, patience in
      stream.hasEnded || !stream.hasBegun && elapsed >= patience
    }
  }
}
