internal import NtripProtocol
internal import RTCMStreams

/// The end of captures that are played once.
struct Showing {
  /// The longest wait for the first client of each capture, in the order of the mountpoints.
  private let patience: [Duration]

  /// The shortest wait for a client, since a client takes time to start, however fast the captures are
  /// played.
  static let shortestPatience = Duration.seconds(30)

  init(_ captures: [Capture], speed: Double) {
    patience = captures.map { max($0.index.period / speed, Self.shortestPatience) }
  }

  /// Returns whether each capture has reached its end, or no client has come for it.
  func isOver(_ streams: [CasterSnapshot.Stream], after elapsed: Duration) -> Bool {
    zip(streams, patience).allSatisfy { stream, patience in
      stream.hasEnded || !stream.hasBegun && elapsed >= patience
    }
  }
}
