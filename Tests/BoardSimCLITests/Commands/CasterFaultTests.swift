import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("boardsim caster --fault")
struct CasterFaultCommandTests {
  @Test("a caster misbehaves as it is told, and a client says so")
  func misbehaves() async throws {
    let caster = try await RunningCaster("--fault", "401", "--seed", "3")
    let outcome = await boardsimHere(["ntrip", "get", "-q", "-o", "-", caster.url()])
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.last?.contains("user name and password") == true)
  }

  @Test("a fault that is none is told with what may stand there")
  func refuses() async {
    let outcome = await boardsimHere(["caster", "--mount", "M=x", "--fault", "stal from=1"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errorLines.first
        == "boardsim: --fault: there is no fault 'stal'; did you mean 'stall'?")
  }

  @Test("the faults of the caster are listed with what they take")
  func lists() async throws {
    let outcome = await boardsimHere(["faults", "--on", "caster"])
    #expect(outcome.status == 0)
    for name in ["dies", "stall", "flip", "401", "table", "ban", "no-blank-line", "drip"] {
      #expect(outcome.text.contains("caster.\(name) "))
    }
    #expect(outcome.text.contains("code=  with which status; default 500"))
    #expect(!outcome.text.contains("nack"))
    let json = try JSONDocument(await boardsimHere(["faults", "--json"]).output)
    let faults = json["faults"] as? [[String: Any]] ?? []
    let names = faults.compactMap { $0["fault"] as? String }
    #expect(names.count == Set(names).count)
    #expect(names.contains("caster.401") && names.contains("nack"))
    // Faults of a board's link that mountpoints can have too, and those of casters alone.
    let ofMountpoints = faults.filter { $0["mount"] as? Bool == true }
    let ofBoards = ofMountpoints.filter { $0["on"] as? String != "caster" }
    #expect(ofBoards.isEmpty && !ofMountpoints.isEmpty)
    #expect(ofMountpoints.count == faults.count { $0["on"] as? String == "caster" })
  }

  @Test("what faults mean stands in a column, but for names that have no room before it")
  func columns() async {
    let lines = await boardsimHere(["faults"]).text.split(separator: "\n")
    let heads = lines.filter { !$0.hasPrefix(" ") }
    #expect(
      lines.allSatisfy { $0.hasPrefix(" ") == $0.hasPrefix(String(repeating: " ", count: 15)) })
    #expect(heads.contains("nack           the address is not acknowledged"))
    for head in heads {
      let name = head.prefix { $0 != " " }
      let meaning = head.dropFirst(max(name.count + 1, 15))
      #expect(meaning.first?.isWhitespace == false && head.dropLast(meaning.count).last == " ")
    }
  }

  @Test("a board's own caster takes them; another one has its own")
  func belongsToBoard() async {
    let url = "ntrip://127.0.0.1:1/M"
    let outcome = await boardsimHere(["run", "--ntrip", url, "--fault", "caster.401"])
    #expect(outcome.status == 2)
    #expect(
      outcome.errorLines.first
        == "boardsim: fault caster.401 is for the internal caster: leave out --ntrip")
    let wrong = await boardsimHere(["run", "--fault", "caster.401 rate=1"])
    #expect(wrong.errorLines.first?.contains("'rate=1' is no part of '401'") == true)
  }
}
