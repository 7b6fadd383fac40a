internal import NtripClient
internal import NtripProtocol

/// A stream of corrections: a file, standard input, or a caster's mountpoint.
struct StreamInput: ~Copyable {
  private var file: InputStream?
  private let caster: CasterInput?
  /// The beginning of the stream.
  private(set) var beginning = StreamBeginning()

  /// The length of the stream, bytes; `nil` when unknown.
  let length: Int?

  /// Opens a file, standard input for `-`, or the stream at a URL.
  ///
  /// - Parameters:
  ///   - name: A path, `-`, the URL of a mountpoint, or `@FILE` for a file that contains the URL.
  ///   - isQuiet: Whether the connection's state is not reported.
  ///   - isOnce: Whether the end of a connection is the end of the stream; otherwise the input reconnects.
  ///   - duration: The time to follow a caster; `nil` until the process is asked to end.
  /// - Throws: ``Failure`` when the file is missing, ``UsageError`` when a URL is not that of a mountpoint.
  init(_ name: String, isQuiet: Bool, isOnce: Bool = false, duration: Duration? = nil) throws {
    if Self.isCaster(name) {
      let url = try MountpointArgument(optionText: name, of: "FILE").url
      caster = CasterInput(url, isOnce: isOnce, isQuiet: isQuiet, duration: duration)
      length = nil
    } else {
      let stream = try InputStream(name)
      length = stream.length
      file = consume stream
      caster = nil
    }
  }

  /// Returns whether a name is that of a caster's mountpoint.
  static func isCaster(_ name: String) -> Bool { name.contains("://") || name.hasPrefix("@") }

  /// Returns the name of a stream in messages and reports: never with the password in a URL.
  static func title(of name: String) -> String {
    guard isCaster(name) else { return name }
    return (try? MountpointArgument(optionText: name, of: "FILE").url.description) ?? "the stream"
  }

  /// Waits for bytes and passes them to `body`; returns `false` at the end, or when the process is asked to
  /// end.
  mutating func read<E: Error>(_ body: (Span<UInt8>) throws(E) -> Void) async throws -> Bool {
    var beginning = beginning
    defer { self.beginning = beginning }
    func consume(_ bytes: Span<UInt8>) throws(E) {
      beginning.keep(bytes)
      try body(bytes)
    }
    if let caster { return try await caster.read(consume) }
    return try file?.read(consume) ?? false
  }
}
