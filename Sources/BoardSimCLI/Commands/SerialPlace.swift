internal import BoardHost
internal import Platform

/// The serial line of a command, and the name under which programs find it.
struct SerialPlace {
  let line: any SerialLine
  let name: String
  /// The symbolic link, which ends with the command; `nil` for none.
  private let link: DeviceName?

  /// Returns the options that name the line.
  static func parameters<Options>(
    _ pty: WritableKeyPath<Options, String?>, _ port: WritableKeyPath<Options, UInt16?>
  ) -> [Parameter<Options>] {
    [
      .option(
        "pty", pty, "PATH",
        help: "a symbolic link to make to the pseudoterminal, which is the line\n"
          + "without --port"),
      .option(
        "port", short: "p", port, "N",
        help: "a TCP port as the line, for up to 8 clients; 0 for a free one"),
    ]
  }

  /// Returns the rule that a command has one line.
  static func oneLine<Options>(
    _ pty: @escaping (Options) -> String?, _ port: @escaping (Options) -> UInt16?
  ) -> CommandRule<Options> {
    CommandRule(["pty", "port"], says: "--pty and --port are two lines: give one of them") {
      pty($0) != nil && port($0) != nil
    }
  }

  /// Opens a TCP port where one is given, or else a pseudoterminal.
  init(pty: String?, host: String, port: UInt16?, baud: Int) throws {
    if let port {
      let socket = try ListeningSocket(host: host, port: port)
      name = ListenAddress.authority(ListenAddress(host).hosts[0], port: socket.port)
      line = SerialServer(on: socket)
      link = nil
      return
    }
    do {
      let terminal = try PseudoTerminal(baud: baud)
      line = terminal
      do {
        link = try pty.map { try DeviceName($0, of: terminal.path) }
      } catch {
        throw Failure(
          message: "cannot make '\(pty ?? "")', the link to \(terminal.path): \(error)\n"
            + "  take another name, or leave out --pty and open \(terminal.path)")
      }
      name = pty ?? terminal.path
    } catch let error as SystemError {
      throw Failure(
        message: "there is no pseudoterminal: \(error)\n  --port N is a line on TCP")
    }
  }
}

/// The rate of a serial line, bits per second.
struct BaudArgument: OptionValue, Equatable {
  let value: Int
  private static let allowed = [
    9_600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600,
  ]

  init(value: Int) { self.value = value }

  static var candidates: Candidates { .words(allowed.map { "\($0)" }) }

  init(optionText text: String, of parameter: String) throws(UsageError) {
    guard let value = Int(text), Self.allowed.contains(value) else {
      let rates = Self.allowed.dropLast().map { "\($0)" }.joined(separator: ", ")
      throw UsageError(
        message: "\(parameter) must be \(rates) or \(Self.allowed.last ?? 0), not '\(text)'")
    }
    self.value = value
  }
}
