/// The options of a source's request to take its stream, with its timeouts.
public struct NtripSourceOptions: Hashable, Sendable {
  /// The version to ask by.
  ///
  /// `automatic` asks by version 2, and by version 1 when the caster closes or answers 400, 501 or 505.
  public var version = NtripVersionChoice.automatic
  /// The program's name and version; `NTRIP` is put in front, since casters look for it.
  public var agent = "boardsim"
  /// The sourcetable's description: an `STR` record from its third field on, as `Milan;RTCM 3.3;…`.
  public var description: String?
  /// From asking for a connection to having one.
  public var connectTimeout = Duration.seconds(10)
  /// From the connection to the caster's answer.
  public var answerTimeout = Duration.seconds(15)

  /// Creates the usual options.
  public init() {}
}
