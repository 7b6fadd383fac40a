import BoardHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The executable: finds the command, runs it, and turns its outcome into an exit status.
@main
struct BoardSim {
  static let version = "0.1.0"

  static var commands: [any Command.Type] {
    [
      RunCommand.self, ReplayCommand.self, CasterCommand.self, NtripGet.self, NtripTable.self,
      RTCMStats.self, RTCMDecode.self, CaptureSynth.self,
    ]
  }

  static func main() {
    exit(run(Array(CommandLine.arguments.dropFirst())))
  }

  /// Runs one command line; 0 done, 1 failed, 2 wrong usage.
  static func run(_ words: [String]) -> Int32 {
    do {
      try dispatch(words)
      return 0
    } catch let error as UsageError {
      Console.error("\(error.message)\nTry 'boardsim --help' or 'boardsim COMMAND --help'.")
      return 2
    } catch let error as Failure {
      Console.error(error.message)
      return 1
    } catch {
      Console.error("\(error)")
      return 1
    }
  }

  private static func dispatch(_ words: [String]) throws {
    guard let first = words.first, first != "--help", first != "-h", first != "help" else {
      return Console.print(Help.overview(of: commands))
    }
    if first == "--version" { return Console.print("boardsim \(version)") }
    guard let command = commands.first(where: { words.starts(with: $0.words) }) else {
      throw unknownCommand(words)
    }
    try execute(command, words.dropFirst(command.words.count))
  }

  private static func execute<C: Command>(_ type: C.Type, _ words: ArraySlice<String>) throws {
    if words.contains("--help") || words.contains("-h") {
      return Console.print(Help.text(of: type))
    }
    var command = try ArgumentParser<C>.parse(words)
    try command.run()
  }

  private static func unknownCommand(_ words: [String]) -> UsageError {
    let names = commands.map { $0.words.joined(separator: " ") }
    let group = names.filter { $0.hasPrefix(words[0] + " ") }
    if !group.isEmpty {
      let choices = group.map { "'\($0)'" }.joined(separator: ", ")
      return UsageError(message: "'\(words[0])' needs one more word: \(choices)")
    }
    return UsageError(message: "no command '\(words[0])'\(suggestion(for: words[0], in: names))")
  }
}
