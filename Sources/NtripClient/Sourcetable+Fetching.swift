public import NtripProtocol

extension Sourcetable {
  /// Asks a caster for its sourcetable, once.
  ///
  /// - Parameters:
  ///   - url: The caster; a mountpoint in it is not looked at, a query is sent.
  ///   - options: How to ask, and how long to wait.
  ///   - certificateFile: Certificates to trust instead of the system's, in PEM form.
  /// - Returns: The table.
  /// - Throws: Why there is none, ``/NtripProtocol/NtripFailure``, or `CancellationError`.
  public static func fetch(
    from url: NtripURL, options: NtripSessionOptions = NtripSessionOptions(),
    trusting certificateFile: String? = nil
  ) async throws -> Sourcetable {
    var caster = url
    caster.mountpoint = ""
    let (news, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let link = NtripLink(
      to: caster, options: options, retry: nil, trusting: certificateFile,
      onNews: { tell.yield() })
    for await _ in news where link.isOver { break }
    if let table = link.sourcetable { return table }
    throw link.failure ?? CancellationError()
  }
}
