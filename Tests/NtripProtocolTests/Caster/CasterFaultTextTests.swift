import NtripProtocol
import Testing

@Suite("A caster's fault as text")
struct CasterFaultTextTests {
  @Test("has a name, a mountpoint, times, a probability and what its kind takes")
  func reads() throws {
    let fault = try CasterFault(parsing: "reset mount=A/B from=60 for=30 probability=0.5 bytes=500")
    #expect(
      fault
        == CasterFault(
          .reset, of: "A/B", from: .seconds(60), to: .seconds(90), probability: 0.5, [.bytes: 500]))
  }

  @Test("may have 'caster.' in front", arguments: CasterFault.Kind.allCases)
  func readsPrefix(kind: CasterFault.Kind) throws {
    #expect(try CasterFault(parsing: kind.rawValue) == CasterFault(kind))
    #expect(try CasterFault(parsing: "caster.\(kind.rawValue)") == CasterFault(kind))
  }

  @Test(
    "is refused with what may stand there",
    arguments: [
      ("stal", "there is no fault 'stal'; did you mean 'stall'?"),
      ("caster.drop", "there is no fault 'caster.drop'; did you mean 'caster.drip'?"),
      (
        "stall part=x",
        "'part=x' is no part of 'stall'; it takes mount= from= to= for= probability="
      ),
      (
        "status code",
        "'code' is no part of 'status'; it takes "
          + "mount= from= to= for= probability= code="
      ),
      ("status code=99", "'code' must be 100 to 599, not '99'"),
      ("status code=404.5", "'code' must be 100 to 599, not '404.5'"),
      ("flip rate=x", "'rate' must be 0 to 1, not 'x'"),
      ("stall probability=2", "'probability' must be 0 to 1, not '2'"),
      ("stall from=-1", "'from' must be 0 to 1000000000, not '-1'"),
      ("stall mount=", "'mount' must name a mountpoint; leave it out for all"),
      ("gga-rate hertz=0", "'hertz' must be 0.001 to 1000, not '0'"),
      ("drip rate=1e9", "'rate' must be 0.1 to 100000, not '1e9'"),
      ("reset bytes=0.5", "'bytes' must be 0 to 1000000000, not '0.5'"),
      ("headers fields=1.5", "'fields' must be 1 to 10000, not '1.5'"),
      ("gga-timeout seconds=0", "'seconds' must be 1 to 86400, not '0'"),
      ("stall for=x", "'for' must be 0 to 1000000000, not 'x'"),
      ("caster. from=1", "there is no fault 'caster.'; did you mean 'caster.ok'?"),
      (
        "caster.stall =",
        "'=' is no part of 'stall'; it takes mount= from= to= for= probability="
      ),
      ("stall from=-1 x", "'from' must be 0 to 1000000000, not '-1'"),
      ("stall for=1 from=5 to=4", "'to' and 'for' say the same; give one of them"),
      ("stall to=5 for=5", "'to' and 'for' say the same; give one of them"),
      ("stall from=5 to=4", "'to' must not be before 'from'"),
    ])
  func refuses(text: String, message: String) {
    let error = #expect(throws: CasterFaultError.self) { try CasterFault(parsing: text) }
    #expect(error?.description == message)
  }

  @Test(
    "lists all names where nothing is near",
    arguments: [
      ("earthquake", "there is no fault 'earthquake'; there are "),
      ("caster.earthquake", "there is no fault 'caster.earthquake'; there are "),
      (" ", "there is no fault; name one of "),
    ])
  func listsNames(text: String, words: String) {
    let names =
      "no-blank-line, length-zero, glued-head, unchunked, chunked, icy, line-feeds, http10, ok, "
      + "headers, table, http-table, 401, ban, status, silent, stall, gga, gga-timeout, gga-rate, "
      + "gga-only, dies, reset, cut-chunk, chunks, drip, flip, double, reorder, halve"
    let error = #expect(throws: CasterFaultError.self) { try CasterFault(parsing: text) }
    #expect(error?.description == words + names)
  }

  @Test("may have parts of a second and of a hertz")
  func readsParts() throws {
    #expect(
      try CasterFault(parsing: "gga-timeout from=0.5 seconds=1.5 seconds=2.5")
        == CasterFault(.ggaTimeout, from: .seconds(0.5), [.seconds: 2.5]))
    #expect(try CasterFault(parsing: "gga-rate hertz=0.5") == CasterFault(.ggaRate, [.hertz: 0.5]))
  }

  @Test("strikes the sourcetable where it is the whole caster's")
  func concernsTable() throws {
    #expect(CasterFault(.dies).concerns(""))
    #expect(!CasterFault(.dies, of: "M").concerns(""))
    #expect(!CasterFault(.stall).concerns(""))
    #expect(CasterFault(.stall).concerns("M"))
    #expect(!CasterFault(.stall, of: "M").concerns("N"))
  }

  @Test("every standard value is in its range", arguments: CasterFault.Kind.allCases)
  func hasStandards(kind: CasterFault.Kind) {
    for parameter in kind.parameters {
      #expect(parameter.range.contains(parameter.standard))
      #expect(CasterFault(kind).value(parameter.name) == parameter.standard)
    }
    #expect(CasterFault(.stall).value(.rate) == 0)
  }
}
