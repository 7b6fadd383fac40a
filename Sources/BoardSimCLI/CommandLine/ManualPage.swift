/// A manual page of section 1, in the macros of man(7).
struct ManualPage {
  /// The page's name, such as `boardsim-rtcm-stats`.
  var name: String
  private(set) var text: String

  private init(name: String, date: String, abstract: String) {
    self.name = name
    text = ""
    line(
      ".TH \(Self.quoted(name.uppercased())) 1 \"\(date)\" "
        + "\(Self.quoted("boardsim \(Version.number)")) \(Self.quoted("User commands"))")
    section("NAME")
    line(Self.escaped(name) + " \\- " + Self.escaped(Self.phrase(abstract)))
  }

  /// Returns the program's page, followed by one page for each command.
  ///
  /// - Parameters:
  ///   - commands: The commands, in the order of the list.
  ///   - date: The date at the foot of each page; may be empty.
  /// - Returns: The pages, each with its own name.
  static func pages(of commands: [any Command.Type], date: String) -> [Self] {
    [overview(of: commands, date: date)]
      + commands.map { page(of: $0, among: commands, date: date) }
  }

  private static func overview(of commands: [any Command.Type], date: String) -> Self {
    var page = Self(name: "boardsim", date: date, abstract: Help.abstract)
    page.section("SYNOPSIS")
    page.line(".B boardsim")
    page.line("COMMAND [OPTIONS]")
    page.line(".br")
    page.line(".B boardsim")
    page.line(escaped("--help | --version"))
    page.section("COMMANDS")
    for command in commands {
      page.line(".TP")
      page.line(".BR \(escaped(name(of: command))) (1)")
      page.line(escaped(command.abstract))
    }
    page.exitStatus()
    return page
  }

  private static func page<C: Command>(
    of command: C.Type, among commands: [any Command.Type], date: String
  ) -> Self {
    var page = Self(name: name(of: command), date: date, abstract: C.abstract)
    page.section("SYNOPSIS")
    page.line(".B \(escaped(C.title))")
    let rest = Help.usage(of: command).dropFirst(C.title.count)
    page.line(escaped(String(rest.drop { $0 == " " })))
    page.section("DESCRIPTION")
    page.line(escaped(C.abstract))
    page.list("ARGUMENTS", of: C.parameters.filter { !$0.isOption })
    page.list("OPTIONS", of: C.parameters.filter(\.isOption))
    if !C.examples.isEmpty {
      page.section("EXAMPLES")
      page.line(".nf")
      for example in C.examples { page.line(escaped(example)) }
      page.line(".fi")
    }
    page.exitStatus()
    let family = commands.filter { $0 != command && $0.words.first == C.words.first }
    page.section("SEE ALSO")
    let names = ["boardsim"] + family.map { name(of: $0) }
    for (index, name) in names.enumerated() {
      page.line(".BR \(escaped(name)) (1)" + (index == names.count - 1 ? "" : ","))
    }
    return page
  }

  private static func name(of command: any Command.Type) -> String {
    (["boardsim"] + command.words).joined(separator: "-")
  }

  // MARK: Parts of a page

  private mutating func line(_ line: String) { text += line + "\n" }

  private mutating func section(_ title: String) { line(".SH \(title)") }

  private mutating func exitStatus() {
    section("EXIT STATUS")
    line(Self.escaped(Help.exitStatus))
  }

  private mutating func list<C>(_ title: String, of parameters: [Parameter<C>]) {
    guard !parameters.isEmpty else { return }
    section(title)
    for parameter in parameters {
      line(".TP")
      line(Self.term(of: parameter))
      line(Self.escaped(parameter.help))
    }
  }

  private static func term<C>(of parameter: Parameter<C>) -> String {
    guard parameter.isOption else { return "\\fI\(escaped(parameter.placeholder))\\fR" }
    let short = parameter.short.map { "\\fB\(escaped("-\($0)"))\\fR, " } ?? ""
    let value = parameter.placeholder.isEmpty ? "" : " \\fI\(escaped(parameter.placeholder))\\fR"
    return short + "\\fB\(escaped("--\(parameter.name)"))\\fR" + value
  }

  // MARK: Text of roff

  /// Returns a sentence as a phrase to follow a name: without its full stop, and beginning in lower case.
  private static func phrase(_ sentence: String) -> String {
    let phrase = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    return phrase.prefix(1).lowercased() + phrase.dropFirst()
  }

  private static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// Returns a text escaped for roff.
  ///
  /// No part of the text is then a request or an escape, and no quote or hyphen becomes typographic.
  static func escaped(_ text: String) -> String {
    var result = ""
    var isStart = true
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "." where isStart: result += "\\&."
      default: result.append(character)
      }
      isStart = character == "\n"
    }
    return result
  }
}
