/// The help texts of the program and its commands.
enum Help {
  /// The one-line description of the program.
  static let abstract = "a simulated Arduino air-quality board with an RTK receiver"

  /// The meaning of the process's exit status.
  static let exitStatus = """
    0 done, also for a server or a live stream that SIGINT or SIGTERM ends;
    1 it failed or an expectation was not met; 2 wrong usage; 130 (SIGINT) or 143 (SIGTERM)
    cut short, with no file that looks finished; 141 nobody reads the output any more.
    """

  /// The commands to begin with.
  static let firstSteps =
    "'boardsim run' serves a board to an app, 'boardsim replay captures/milan-base.rtcm3' runs one on "
    + "a capture, 'boardsim doctor' checks this machine"

  /// Returns the list of commands.
  static func overview(of commands: [any Command.Type]) -> String {
    let names = commands.map { $0.words.joined(separator: " ") }
    let width = names.map(\.count).max() ?? 0
    let rows = zip(names, commands).map { name, command in
      "  \(name.padded(to: width))  \(command.abstract)"
    }
    return """
      boardsim: \(abstract)

      Usage: boardsim COMMAND [OPTIONS]

      Commands:
      \(rows.joined(separator: "\n"))

      'boardsim COMMAND --help' explains one. 'boardsim --version' tells the version.

      Exit status: \(exitStatus)

      Try: boardsim run
      """
  }

  /// Returns the help of one command.
  static func text(of command: (some Command).Type) -> String {
    var sections = [command.abstract, "Usage: \(usage(of: command))"]
    let rows = rows(of: command)
    if !rows.isEmpty { sections.append("Options:\n" + rows.joined(separator: "\n")) }
    if !command.examples.isEmpty {
      sections.append("Examples:\n" + command.examples.map { "  \($0)" }.joined(separator: "\n"))
    }
    return sections.joined(separator: "\n\n")
  }

  /// Returns the command with its arguments, as it is typed.
  static func usage<C: Command>(of command: C.Type) -> String {
    let arguments = C.parameters.compactMap { parameter -> String? in
      guard case .argument(_, let isRequired, let isRepeated) = parameter.kind else { return nil }
      let name = isRequired ? parameter.placeholder : "[\(parameter.placeholder)]"
      return isRepeated ? "\(name) …" : name
    }
    return ([C.title] + arguments + ["[OPTIONS]"]).joined(separator: " ")
  }

  private static func rows<C: Command>(of command: C.Type) -> [String] {
    let labels = C.parameters.map { parameter in
      if case .argument = parameter.kind { return parameter.placeholder }
      let short = parameter.short.map { "-\($0), " } ?? ""
      let value = parameter.placeholder.isEmpty ? "" : " \(parameter.placeholder)"
      return "\(short)--\(parameter.name)\(value)"
    }
    let width = min(labels.map(\.count).max() ?? 0, 28)
    return zip(labels, C.parameters).map { label, parameter in
      let lineBreak = "\n" + String(repeating: " ", count: width + 4)
      // A label wider than the column takes a line of its own.
      let gap = label.count > width ? lineBreak : "  "
      let help = parameter.help.split(separator: "\n").joined(separator: lineBreak)
      return "  \(label.padded(to: width))\(gap)\(help)"
    }
  }
}

extension String {
  /// Returns the string padded with trailing spaces to a width in characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
