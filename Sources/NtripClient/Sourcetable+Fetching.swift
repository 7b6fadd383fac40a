public import NtripProtocol

extension Sourcetable {
  /// Fetches a caster's sourcetable, with one attempt.
  ///
  /// - Parameters:
  ///   - url: The caster; its mountpoint is ignored, its query is sent.
  ///   - options: The request's options and timeouts.
  ///   - transport: The proxy, and the certificates to trust.
  /// - Returns: The sourcetable.
  /// - Throws: The failure; ``/NtripProtocol/NtripFailure/Cause/cancelled`` if the task was cancelled.
  public static func fetch(
    from url: NtripURL, options: NtripSessionOptions = NtripSessionOptions(),
    over transport: NtripTransportOptions = NtripTransportOptions()
  ) async throws(NtripFailure) -> Sourcetable {
    var caster = url
    caster.mountpoint = ""
    let (news, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let link = NtripLink(
      to: caster, options: options, retry: nil, over: transport,
      onNews: { tell.yield() })
    var iterator = news.makeAsyncIterator()
    while !link.isOver, await iterator.next(isolation: #isolation) != nil {}
    if let table = link.sourcetable { return table }
    throw link.failure ?? NtripFailure(.cancelled, caster: caster.authority, mountpoint: "")
  }
}
