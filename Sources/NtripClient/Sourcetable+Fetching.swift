public import NtripProtocol

extension Sourcetable {
  /// Asks a caster for its sourcetable, once.
  ///
  /// - Parameters:
  ///   - url: The caster; a mountpoint in it is not looked at, a query is sent.
  ///   - options: How to ask, and how long to wait.
  ///   - transport: Through whom to connect, and whom to trust.
  /// - Returns: The table.
  /// - Throws: Why there is none; ``/NtripProtocol/NtripFailure/Cause/cancelled`` when the task was cancelled.
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
