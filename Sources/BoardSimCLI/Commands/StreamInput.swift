internal import NtripClient
internal import NtripProtocol

/// A stream of corrections: a file, standard input, or a caster's mountpoint, which is followed.
struct StreamInput: ~Copyable {
  private var file: InputStream?
  private let caster: CasterInput?

  /// How long the stream is in bytes, where that is known.
  let length: Int?

  /// Opens a file, standard input for `-`, or begins to follow a URL.
  ///
  /// - Parameters:
  ///   - name: A path, `-`, or the URL of a mountpoint.
  ///   - isQuiet: Whether nothing is told about the connection.
  ///   - isOnce: Whether the end of a connection is the end, rather than a reason to come back.
  /// - Throws: ``Failure`` when there is no such file, ``UsageError`` when a URL is not that of a
  ///   mountpoint.
  init(_ name: String, isQuiet: Bool, isOnce: Bool = false) throws {
    if name.contains("://") {
      let url = try MountpointArgument(optionText: name, of: "FILE").url
      caster = CasterInput(url, isQuiet: isQuiet, isOnce: isOnce)
      file = nil
      length = nil
    } else {
      let stream = try InputStream(name)
      length = stream.length
      file = consume stream
      caster = nil
    }
  }

  /// Waits for what comes and hands it to `body`; `false` at the end, or when the process is to end.
  mutating func read<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) throws -> Bool {
    if let caster { return try caster.read(body) }
    return try file?.read(body) ?? false
  }
}

/// Follows a caster's mountpoint, and comes back to it when the connection is lost.
private final class CasterInput {
  private let link: NtripLink
  private var log: LinkLog

  init(_ url: NtripURL, isQuiet: Bool, isOnce: Bool) {
    link = NtripLink(to: url, retry: isOnce ? nil : RetryPolicy())
    log = LinkLog(isQuiet: isQuiet)
  }

  func read<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) throws -> Bool {
    while !Interruption.isRequested {
      var bytes: [UInt8] = []
      let isLast = link.isOver
      link.receive(into: &bytes)
      log.update(link.status)
      if !bytes.isEmpty {
        try body(bytes.span)
        return true
      }
      if isLast { return try end() }
      Interruption.pause()
    }
    link.stop()
    return false
  }

  private func end() throws(Failure) -> Bool {
    if let failure = link.failure { throw Failure(message: "\(failure)") }
    return false
  }
}
