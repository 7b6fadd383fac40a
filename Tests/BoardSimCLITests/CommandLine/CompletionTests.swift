import Foundation
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("Completion")
struct CompletionTests {
  /// A line being typed, and the completions offered for its last word.
  struct Line: Sendable, CustomTestStringConvertible {
    var words: [String]
    var offers: [String]
    var paths = Candidates.Paths.none
    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(
    "offers what the last word may become",
    arguments: [
      Line(words: ["rep"], offers: ["replay", "report"]),
      Line(words: ["--v"], offers: ["--version"]),
      Line(words: ["server", "user", ""], offers: ["add", "list", "delete"]),
      Line(words: ["server", "us"], offers: ["user"]),
      Line(words: ["rtcm", "stats", "x", "--q"], offers: ["--quiet"]),
      Line(words: ["run", "--dialect", ""], offers: ["moqa", "air-quality", "legacy-html"]),
      Line(words: ["run", "--dialect", "=", "l"], offers: ["legacy-html"]),
      Line(words: ["run", "--dialect", "="], offers: ["moqa", "air-quality", "legacy-html"]),
      Line(words: ["run", "--dialect=a"], offers: ["--dialect=air-quality"]),
      Line(words: ["run", "--quiet", "--speed", "m"], offers: ["max", "manual"]),
      Line(words: ["run", "--fault", "short"], offers: ["short-read"]),
      Line(words: ["run", "--scenario", "milan-w"], offers: ["milan-walk"], paths: .files),
      Line(words: ["run", "--card", ""], offers: [], paths: .folders),
      Line(words: ["run", "-p", ""], offers: []),
      Line(words: ["run", "--seed", "1", "--noi"], offers: ["--noise"]),
      Line(words: ["replay", ""], offers: [], paths: .files),
      Line(words: ["replay", "a", "--ligh"], offers: ["--light"]),
      Line(words: ["replay", "--", "--"], offers: [], paths: .files),
      Line(words: ["rtcm", "merge", "a", "b", "c"], offers: [], paths: .files),
      Line(words: ["report", "diff", "a", ""], offers: [], paths: .files),
      Line(words: ["capture", "fetch", "x", "--to", ""], offers: [], paths: .folders),
      Line(words: ["completion", ""], offers: ["bash", "zsh", "fish"]),
      Line(words: ["nonsense", ""], offers: []),
    ])
  func offers(line: Line) {
    let candidates = Candidates(for: line.words, of: BoardSim.commands)
    #expect(candidates.words.map(\.text) == line.offers)
    #expect(candidates.paths == line.paths)
  }

  @Test("every command's options are offered, and each takes what is offered for it")
  func offersEverything() async {
    for command in BoardSim.commands { await check(command) }
  }

  private func check<C: Command>(_ command: C.Type) async {
    let options = Candidates(for: C.words + ["--"], of: BoardSim.commands).words.map(\.text)
    #expect(Set(options).count == options.count)
    for parameter in C.parameters where parameter.isOption {
      #expect(options.contains("--\(parameter.name)"))
      guard case .option(let assign) = parameter.kind else { continue }
      for word in parameter.candidates.words {
        var command = C()
        #expect(throws: Never.self, "\(C.title) --\(parameter.name) \(word.text)") {
          try assign(&command, word.text)
        }
      }
    }
  }

  @Test("bash offers it, a word taken apart at = and : too", .compares(with: .bash))
  func bash() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write([], to: "some file.rtcm3")
    let output = try answer(
      of: .bash, ["--norc", "-c"], in: folder,
      """
      source <("$1" completion bash)
      ask() { COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _boardsim; printf '%s,' "${COMPREPLY[@]}"; echo; }
      ask "$1" rtcm v
      ask "$1" run --light = v
      ask "$1" ntrip get ntrip : //host : 2101/BASE --any
      ask "$1" rtcm stats some
      """)
    #expect(
      output
        == ["vectors,", "veml7700,", "--any-format,", "some file.rtcm3,", ""].joined(
          separator: "\n"))
  }

  @Test("zsh offers it with meanings, behind = too", .compares(with: .zsh))
  func zsh() throws {
    // Without zsh's line editor, the test prints the completions that the editor would receive.
    let output = try answer(
      of: .zsh, ["-f", "-c"], in: TemporaryFolder(),
      """
      compdef() { print -r -- "$@" }
      _describe() { print -rl -- "${described[@]}" }
      _files() { print files "$@" }
      compset() { print -r -- compset "$@" }
      source <("$1" completion zsh)
      ask() { words=("$@") CURRENT=$# PREFIX=${@[-1]}; _boardsim }
      ask "$1" rtcm v
      ask "$1" run --light=v
      ask "$1" run --card ''
      """)
    #expect(
      output == """
        _boardsim boardsim
        vectors:Write test vectors for a parser in any language.
        --light=veml7700
        compset -P --*=
        files -/

        """)
  }

  @Test("fish offers it with meanings, and files behind =", .compares(with: .fish))
  func fish() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write([], to: "some.rtcm3")
    let output = try answer(
      of: .fish, ["--no-config", "-c"], in: folder,
      """
      set -x PATH (dirname $argv[1]) $PATH
      source (boardsim completion fish | psub)
      complete -C 'boardsim rtcm v'
      complete -C 'boardsim run --light=v'
      complete -C 'boardsim rtcm stats som'
      complete -C 'boardsim rtcm convert x --output=som'
      """)
    #expect(
      output == """
        vectors\tWrite test vectors for a parser in any language.
        --light=veml7700
        some.rtcm3
        --output=some.rtcm3

        """)
  }

  /// Returns a shell's output; the program is the script's first argument.
  private func answer(
    of shell: Oracle, _ options: [String], in folder: borrowing TemporaryFolder, _ script: String
  ) throws -> String {
    let name = shell == .fish ? [] : ["shell"]
    return try OutsideProgram(shell).run(
      options + [script] + name + [BoardSimProcess.program.path],
      in: URL(filePath: folder.path)
    ).output
  }
}
