/// The options of a source's request to push its stream, with its timeouts.
public struct NtripSourceOptions: Hashable, Sendable {
  /// The protocol version to request.
  ///
  /// `automatic` requests version 2, and version 1 when the caster closes or answers 400, 501 or 505.
  public var version = NtripVersionChoice.automatic
  /// The program's name and version; the request prefixes it with `NTRIP`, which casters look for.
  public var agent = "boardsim"
  /// The stream's description for the sourcetable: an `STR` record from its third field on, as
  /// `Milan;RTCM 3.3;…`.
  public var description: String?
  /// The timeout for establishing a connection.
  public var connectTimeout = Duration.seconds(10)
  /// The timeout from the connection to the caster's answer.
  public var answerTimeout = Duration.seconds(15)

  /// Creates the default options.
  public init() {}
}
