import Foundation
import TestSupport
import Testing

@Suite("The card on the command line")
struct CardCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) async throws -> BoardSimProcess.Outcome {
    try await BoardSimProcess(
      ["run", "--port", "0", "--json", "--speed", "max", "--duration", "30", "--boot", "cold"]
        + arguments
    ).end()
  }

  @Test("a chained folder is verified, and a changed line is named with status 1")
  func folderVerified() async throws {
    let (card, key) = (folder.path("card"), folder.path("card.key"))
    let ran = try await run("--card", card, "--card-chain", "--card-key", key)
    #expect(ran.status == 0)
    let open = try #require(try JSONDocument(ran.text).text("card_key"))
    #expect(open.count == 64)
    let whole = await boardsimHere(["card", "verify", card, "--key", open])
    #expect(whole.status == 0)
    #expect(whole.text.hasSuffix("every chained line is as it was written\n"))
    var lines = try folder.text(of: "card/20260601.CSV").split(separator: "\n")
    lines[5] = Substring(lines[5].replacing(".", with: ",", maxReplacements: 1))
    _ = try folder.write(Array(lines.joined(separator: "\n").utf8), to: "card/20260601.CSV")
    let changed = await boardsimHere(["card", "verify", card])
    #expect(changed.status == 1)
    #expect(changed.text.hasPrefix("20260601.CSV:6: changed"))
    #expect(changed.errorLines == ["boardsim: '\(card)' is not as it was written"])
    let json = try JSONDocument(await boardsimHere(["card", "verify", card, "--json"]).text)
    let finding = (json["findings"] as? [[String: Any]])?.first
    #expect(finding?["what"] as? String == "changed" && finding?["line"] as? Int == 6)
    #expect(json.flag("whole") == false)
  }

  @Test("a chained image too; without a key's file the key is of this run alone")
  func imageVerified() async throws {
    let card = folder.path("card.img")
    for _ in 0..<2 {
      #expect(try await run("--card-image", card, "--card-chain").status == 0)
    }
    let verdict = await boardsimHere(["card", "verify", card])
    #expect(verdict.status == 0)
    #expect(verdict.text.contains("signed by") && verdict.text.contains(", "))
    #expect(try folder.names == ["card.img"])
    #expect(try folder.bytes(of: "card.img").count == 64 << 20)
    let foreign = await boardsimHere(
      ["card", "verify", card, "--key", String(repeating: "a", count: 64)])
    #expect(foreign.status == 1)
    #expect(foreign.text.contains(": signed by another key"))
  }

  @Test("each of several boards has an image of its own")
  func fleet() async throws {
    let ran = try await run(
      "--boards", "3", "--card-image", folder.path("card.img"), "--card-size", "4M")
    #expect(ran.status == 0)
    #expect(try folder.names == ["card-0.img", "card-1.img", "card-2.img"])
  }

  @Test("a replay signs its card as well")
  func replay() async throws {
    let ran = try await boardsim(
      "replay", "captures/milan-base.rtcm3", "--duration", "20", "--card", folder.path("card"),
      "--card-chain")
    #expect(ran.status == 0)
    #expect(ran.errorLines.contains { $0.hasPrefix("  card key     ") })
    #expect(try folder.text(of: "card/20260601.CSV").contains("\n#SIG ed25519 "))
  }

  @Test(
    "options that contradict each other are refused",
    arguments: [
      (["--card", "a", "--card-image", "b"], "--card or --card-image"),
      (["--card-size", "8M"], "give --card-image"), (["--card-chain"], "needs a card"),
      (["--card", "a", "--card-key", "k"], "give --card-chain"),
      (["--card-image", "b", "--card-size", "3M"], "from 4M to 32G, not '3M'"),
      (["--card-image", "b", "--card-size", "33G"], "from 4M to 32G, not '33G'"),
      (["--card-image", "b", "--card-size", "64"], "from 4M to 32G, not '64'"),
      (["--card-image", "b", "--card-size", "-1M"], "from 4M to 32G, not '-1M'"),
      (["--card-image", "b", "--card-size", "99999999999999999G"], "from 4M to 32G"),
    ])
  func contradictions(options: [String], sentence: String) async {
    for command in [["run", "--port", "0"], ["replay", "captures/milan-base.rtcm3"]] {
      let outcome = await boardsimHere(command + options)
      #expect(outcome.status == 2)
      #expect(outcome.errorLines.first?.contains(sentence) == true, "\(outcome.errorLines)")
    }
  }

  @Test("what cannot be verified, and keys that are none, are told")
  func unusable() async throws {
    _ = try folder.write(Array("board_time\n1\n".utf8), to: "20260601.CSV")
    let plain = await boardsimHere(["card", "verify", folder.path])
    #expect(plain.status == 1)
    #expect(plain.errorLines.first?.contains("no chained day's file among 1") == true)
    #expect(await boardsimHere(["card", "verify", folder.path("none")]).status == 1)
    let key = await boardsimHere(["card", "verify", folder.path, "--key", "abc"])
    #expect(key.status == 2)
    #expect(key.errorLines.first?.contains("'abc' is no public key") == true)
    let bad = folder.path("20260601.CSV")
    let run = try await run("--card", folder.path("card"), "--card-chain", "--card-key", bad)
    #expect(run.status == 1)
    #expect(run.errorLines == ["boardsim: \(CardKeyText.notAKey(bad))"])
  }

  @Test("the faults of the card are listed")
  func faults() async {
    let outcome = await boardsimHere(["faults", "--on", "card"])
    #expect(outcome.status == 0)
    for name in ["pulled", "full", "write-protected", "slow", "torn"] {
      #expect(outcome.text.contains("card.\(name)"))
    }
    #expect(outcome.text.contains("ms=  for how many milliseconds; default 250"))
  }
}

private enum CardKeyText {
  static func notAKey(_ path: String) -> String {
    "'\(path)' holds no key, which is 64 hexadecimal digits; name a new file, and one is made"
  }
}
