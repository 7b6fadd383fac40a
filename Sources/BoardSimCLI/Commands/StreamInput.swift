internal import NtripClient
internal import NtripProtocol

/// A stream of corrections: a file, standard input, or a caster's mountpoint, which is followed.
struct StreamInput: ~Copyable {
  private var file: InputStream?
  private let caster: CasterInput?
  /// The beginning of the stream.
  private(set) var beginning = StreamBeginning()

  /// The length of the stream in bytes, where that is known.
  let length: Int?

  /// Opens a file, standard input for `-`, or begins to follow a URL.
  ///
  /// - Parameters:
  ///   - name: A path, `-`, the URL of a mountpoint, or `@FILE` with one in it.
  ///   - isQuiet: Whether nothing is told about the connection.
  ///   - isOnce: Whether the end of a connection is the end, rather than a reason to come back.
  ///   - duration: How long a caster is followed; until the process is asked to end when `nil`.
  /// - Throws: ``Failure`` when there is no such file, ``UsageError`` when a URL is not that of a
  ///   mountpoint.
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

  /// Whether a name is that of a caster's mountpoint.
  static func isCaster(_ name: String) -> Bool { name.contains("://") || name.hasPrefix("@") }

  /// Returns the name of a stream in messages and reports: never with the password in a URL.
  static func title(of name: String) -> String {
    guard isCaster(name) else { return name }
    return (try? MountpointArgument(optionText: name, of: "FILE").url.description) ?? "the stream"
  }

  /// Waits for what comes and hands it to `body`; `false` at the end, or when the process is to end.
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
