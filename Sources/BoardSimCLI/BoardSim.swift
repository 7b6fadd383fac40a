internal import TextOutput
import BoardHost

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The executable: finds the command, runs it, and turns its outcome into an exit status.
@main
struct BoardSim {
  static var commands: [any Command.Type] {
    [
      RunCommand.self, ReplayCommand.self, PageCommand.self, BusCommand.self, ReceiverCommand.self,
      ModemCommand.self, AVRCommand.self, FaultsCommand.self,
      ScenarioListCommand.self, ScenarioShowCommand.self, ScenarioCheckCommand.self,
      ScenarioPlotCommand.self, ScenarioExportCommand.self, CardVerify.self, CheckCommand.self,
      WaitCommand.self, DoctorCommand.self, ReportDiff.self, ReportMerge.self, SessionReport.self,
      CompletionCommand.self,
      ManualCommand.self,
      ServerUserAdd.self, ServerUserList.self, ServerUserDelete.self, ServerVerify.self,
      ServerPrune.self,
      ServerMigrate.self, ServerExport.self, ServerImport.self, ServerCommand.self,
      CasterCommand.self, NtripGet.self, NtripTable.self, NtripPush.self,
      RTCMStats.self, RTCMQC.self, RTCMDecode.self, RTCMConvert.self, RTCMMerge.self,
      RTCMSplit.self,
      RTCMMAVLink.self,
      RTCMVectors.self, RTCMTypes.self, RINEXInfo.self, RINEXCheck.self, RINEXQC.self,
      RINEXConvert.self, RINEXMerge.self,
      RINEXSplit.self, CaptureSynth.self, CaptureDamage.self,
      CaptureRecord.self, CaptureInfo.self, CapturePlotCommand.self, CaptureFetch.self,
      GNSSSolve.self, GNSSCompare.self, GNSSConvert.self,
    ]
  }

  static func main() {
    Console.holdStandardStreams()
    Interruption.ignoreClosedPipes()
    // Without exit handlers: libraries free there what other threads may still use, such as OpenSSL's tables.
    _exit(MainThread().run { await run(Array(CommandLine.arguments.dropFirst())) })
  }

  /// Runs one command line, and returns the exit status.
  ///
  /// The status is 0 for success, 1 for a failure, 2 for wrong usage, 130 or 143 when interrupted, and 141
  /// when the output has no reader.
  static func run(_ words: [String]) async -> Int32 {
    do {
      try await dispatch(words)
      return 0
    } catch let error as UsageError {
      let command = command(for: words).map { $0.title } ?? "boardsim"
      Console.error("\(error.message)\nTry '\(command) --help'.")
      return 2
    } catch let error as Failure {
      if !error.message.isEmpty { Console.error(error.message) }
      return error.status
    } catch {
      Console.error("\(error)")
      return 1
    }
  }

  private static func dispatch(_ words: [String]) async throws {
    guard let first = words.first else {
      throw UsageError(message: "a command is missing: \(Help.firstSteps)")
    }
    if ["--help", "-h", "help"].contains(first) {
      return try Console.print(Help.overview(of: commands))
    }
    if first == "--version" { return try Console.print(Version.line) }
    if first == CompletionCommand.question {
      return try Console.print(Candidates(for: Array(words.dropFirst()), of: commands).text)
    }
    guard let command = command(for: words) else {
      let group = commands.filter { $0.words.first == first }
      guard !group.isEmpty, words.contains(where: ["--help", "-h"].contains) else {
        throw unknownCommand(words)
      }
      return try Console.print(Help.overview(of: group))
    }
    try await execute(command, words.dropFirst(command.words.count))
  }

  /// Returns the command whose words the line begins with; `nil` for none.
  private static func command(for words: [String]) -> (any Command.Type)? {
    commands.first { words.starts(with: $0.words) }
  }

  private static func execute<C: Command>(
    _ type: C.Type, _ words: ArraySlice<String>
  ) async throws {
    // A word after `--` is no option.
    if words.prefix(while: { $0 != "--" }).contains(where: ["--help", "-h"].contains) {
      return try Console.print(Help.text(of: type))
    }
    var command = try ArgumentParser<C>.parse(words)
    try await command.run()
  }

  private static func unknownCommand(_ words: [String]) -> UsageError {
    let names = commands.map { $0.words.joined(separator: " ") }
    let group = names.filter { $0.hasPrefix(words[0] + " ") }
    if !group.isEmpty {
      let choices = group.map { "'\($0)'" }.joined(separator: ", ")
      guard words.count > 1, !words[1].hasPrefix("-") else {
        return UsageError(message: "'\(words[0])' needs one more word: \(choices)")
      }
      let name = words.prefix(2).joined(separator: " ")
      let hint = suggestion(for: name, in: group)
      return UsageError(message: "no command '\(name)'" + (hint.isEmpty ? ": \(choices)" : hint))
    }
    return UsageError(message: "no command '\(words[0])'\(suggestion(for: words[0], in: names))")
  }
}
