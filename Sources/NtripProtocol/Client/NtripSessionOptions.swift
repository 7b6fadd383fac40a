/// The options of a client's request for a stream, with its timeouts.
public struct NtripSessionOptions: Hashable, Sendable {
  /// The version to ask for.
  public var version = NtripVersionChoice.automatic
  /// The program's name and version; `NTRIP` is put in front, since casters look for it.
  public var userAgent = "boardsim"
  /// The interval at which the position goes upstream, where one is to be expected: a stream may then be
  /// silent until it has one.
  ///
  /// `nil` where none is expected. One that is reported all the same goes up every
  /// ``GGASchedule/usualInterval``.
  public var positionInterval: Duration?
  /// Whether the position goes up at once, or when the caster wants it.
  public var positionRule = NtripPositionRule.always
  /// The silence of a stream that is taken for the wish to have a position.
  public var silenceBeforePosition = Duration.seconds(5)
  /// From asking for a connection to having one.
  public var connectTimeout = Duration.seconds(10)
  /// From the connection to the end of the answer's head.
  public var answerTimeout = Duration.seconds(15)
  /// From the stream's start, or from the first position sent, to its first byte.
  ///
  /// Network casters take up to a minute.
  public var firstDataTimeout = Duration.seconds(60)
  /// From one byte of the stream to the next.
  public var stallTimeout = Duration.seconds(30)
  /// From the stream's first byte to its first frame; `nil` where none is waited for.
  ///
  /// The client knows no frames: whoever gives a time here has to tell it of those that come. A stream of
  /// which the sourcetable says that it is not RTCM 3 needs none.
  public var frameTimeout: Duration?
  /// From the connection to the end of a sourcetable.
  public var sourcetableTimeout = Duration.seconds(60)

  /// Creates the usual options: version by what comes, no position expected.
  public init() {}
}
