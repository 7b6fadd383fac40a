/// The options of a client's request for a stream, with its timeouts.
public struct NtripSessionOptions: Hashable, Sendable {
  /// The protocol version to request.
  public var version = NtripVersionChoice.automatic
  /// The program's name and version; the request prefixes it with `NTRIP`, which casters look for.
  public var userAgent = "boardsim"
  /// The interval at which an expected position is sent; `nil` when no position is expected.
  ///
  /// An expected position extends the wait for the stream's first byte, which may depend on the
  /// position. A position reported without being expected is sent every
  /// ``GGASchedule/usualInterval``.
  public var positionInterval: Duration?
  /// The rule for sending the position: always, or only when the caster requires it.
  public var positionRule = NtripPositionRule.always
  /// The duration of silence after which a stream is assumed to wait for a position.
  public var silenceBeforePosition = Duration.seconds(5)
  /// The timeout for establishing a connection.
  public var connectTimeout = Duration.seconds(10)
  /// The timeout from the connection to the end of the answer's head.
  public var answerTimeout = Duration.seconds(15)
  /// The timeout from the stream's start, or from the first position sent, to the first stream byte.
  ///
  /// Network casters take up to a minute.
  public var firstDataTimeout = Duration.seconds(60)
  /// The timeout between two bytes of the stream.
  public var stallTimeout = Duration.seconds(30)
  /// The timeout from the stream's first byte to its first frame; `nil` for no timeout.
  ///
  /// The client does not parse frames. A caller that sets this timeout has to report the frames
  /// that come. The timeout does not apply to a stream whose sourcetable row names a format other
  /// than RTCM 3.
  public var frameTimeout: Duration?
  /// The timeout from the connection to the end of a sourcetable.
  public var sourcetableTimeout = Duration.seconds(60)

  /// Creates the default options: automatic version, no position expected.
  public init() {}
}
