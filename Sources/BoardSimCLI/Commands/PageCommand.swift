internal import BoardHost
internal import Pages
internal import Platform
internal import TextOutput

/// The command `boardsim page`.
struct PageCommand: Command {
  static let words = ["page"]
  static let abstract = "Show a recorded run in the control page, with a slider over its time."
  static let examples = [
    "boardsim run --speed max --duration 600 --record run.jsonl",
    "boardsim page run.jsonl",
    "boardsim page run.jsonl -o run.html",
  ]
  static var parameters: [Parameter<Self>] {
    [
      .argument("FILE", \.file, help: "what --record of run or replay has written, - for stdin"),
      .option(
        "output", short: "o", \.output, "FILE",
        help: "write the page as one file instead, which needs no network"),
      .option(
        "port", short: "p", \.port, "N",
        help: "the page's port on this machine; default 3002, 0 for a free one"),
      .flag("json", \.isJSON, help: "print the ready line as JSON"),
    ]
  }

  static var rules: [CommandRule<Self>] {
    [
      CommandRule(
        ["output", "port"], says: "a page in a file has no port: leave out --port or --output"
      ) { $0.output != nil && $0.port != nil },
      .file(of: "output", \.output, isNot: \.file, "recording"),
    ]
  }

  var file = ""
  var output: String?
  var port: UInt16?
  var isJSON = false

  func run() async throws {
    Interruption.install()
    let recording = try recording()
    if let output {
      guard let page = PageBundle.html(of: recording) else {
        throw Failure(message: "this program was built without pages")
      }
      var file = try OutputFile(output)
      try file.write(page)
      return try file.finish()
    }
    let server = try RecordingServer(recording, port: port ?? 3002)
    try announce(server)
    while !Interruption.isRequested { Interruption.wait(for: -1) }
    server.stop()
  }

  private func announce(_ server: RecordingServer) throws(Failure) {
    guard isJSON else { return try Console.print("page ready: \(server.url)") }
    var json = JSONWriter()
    json.object { json in
      json.member("event", "ready")
      json.member("url", server.url)
    }
    try Console.print(json.text)
  }

  /// Returns the lines of the file.
  ///
  /// - Throws: ``Failure`` for a file that cannot be read, and for one that is no recording.
  private func recording() throws -> [UInt8] {
    let bytes = try InputStream.bytes(of: file)
    guard bytes.starts(with: "{\"recording\":1,".utf8) else {
      throw Failure(
        message:
          "\(file): no recording; 'boardsim run --record FILE' and 'boardsim replay --record FILE' make one"
      )
    }
    return bytes
  }
}
