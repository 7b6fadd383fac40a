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
      ("stall to=5 for=5", "'to' and 'for' say the same; give one of them"),
      ("stall from=5 to=4", "'to' must not be before 'from'"),
    ])
  func refuses(text: String, message: String) {
    let error = #expect(throws: CasterFaultError.self) { try CasterFault(parsing: text) }
    #expect(error?.description == message)
  }

  @Test("lists all names where nothing is near")
  func listsNames() {
    let error = #expect(throws: CasterFaultError.self) { try CasterFault(parsing: "earthquake") }
    #expect(error?.description.contains("; there are no-blank-line, length-zero, ") == true)
    let empty = #expect(throws: CasterFaultError.self) { try CasterFault(parsing: " ") }
    #expect(empty?.description.hasPrefix("there is no fault; name one of no-blank-line") == true)
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
