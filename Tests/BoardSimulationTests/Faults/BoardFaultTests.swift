import BoardSimulation
import Testing

@Suite("Faults as text")
struct BoardFaultTests {
  @Test("a fault is its name, its part, its times and what it can be told besides")
  func parses() throws {
    #expect(
      try BoardFault(parsing: "nack part=sps30 from=60 to=70")
        == BoardFault(.nack, of: "sps30", from: .seconds(60), to: .seconds(70)))
    #expect(try BoardFault(parsing: "sda-low") == BoardFault(.sdaLow))
    var flip = BoardFault(
      .flip, from: .seconds(2), to: .seconds(2.5), probability: 0.25, [.byte: 3, .bit: 7])
    flip.length = .seconds(0.5)
    #expect(
      try BoardFault(parsing: "flip byte=3 bit=7 for=0.5 from=2 probability=0.25") == flip)
    #expect(
      try BoardFault(parsing: "drift part=bme280 rate=-0.5")
        == BoardFault(
          .drift, of: "bme280", [.rate: -0.5]))
  }

  @Test(
    "what is no fault is refused, with what there is instead",
    arguments: [
      ("", "there is no fault; name one of nack, nack-data"),
      ("nak", "there is no fault 'nak'; did you mean 'nack'?"),
      ("explosion", "there is no fault 'explosion'; there are nack, nack-data"),
      ("boot-mode part=bme280", "'bme280' cannot have 'boot-mode'; it is for ccs811"),
      ("nack byte=3", "'byte=3' is no part of 'nack'; it takes part= from= to= for= probability="),
      ("nack sps30", "'sps30' is no part of 'nack'"),
      ("nack from=-1", "'from' must be 0 to 1000000000, not '-1'"),
      ("nack from=x", "'from' must be 0 to 1000000000, not 'x'"),
      ("nack probability=1.5", "'probability' must be 0 to 1, not '1.5'"),
      ("flip bit=8", "'bit' must be 0 to 7, not '8'"),
      ("flip bit=1.5", "'bit' must be 0 to 7, not '1.5'"),
      ("drift rate=nan", "'rate' must be -10 to 10, not 'nan'"),
      ("nack from=3 to=2", "'to' must not be before 'from'"),
      ("nack to=2 for=2", "'to' and 'for' say the same; give one of them"),
    ])
  func refuses(text: String, sentence: String) {
    #expect {
      try BoardFault(parsing: text)
    } throws: { error in
      "\(error)".hasPrefix(sentence)
    }
  }

  @Test("every kind is read by its own name, for each part that can have it and no other")
  func knowsAll() throws {
    for kind in BoardFault.Kind.allCases {
      #expect(try BoardFault(parsing: kind.rawValue) == BoardFault(kind))
      #expect(!kind.parts.isEmpty)
      for part in BoardFault.Kind.nack.parts {
        let fault = try? BoardFault(parsing: "\(kind.rawValue) part=\(part)")
        #expect((fault != nil) == kind.parts.contains(part), "\(kind.rawValue) of \(part)")
      }
    }
  }

  @Test("a fault is on from its start to just before its end")
  func isActive() {
    let fault = BoardFault(.nack, from: .seconds(1), to: .seconds(2))
    let times = [0.999, 1, 1.999, 2].map { fault.isActive(at: .seconds($0)) }
    #expect(times == [false, true, true, false])
    #expect(BoardFault(.nack, from: .seconds(1)).isActive(at: .seconds(1e9)))
  }
}
