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

  @Test("a text without a fault, and one with a name that is far from all, is told every name")
  func listsNames() {
    let names =
      "nack, nack-data, stretch, sda-low, flip, short-read, stale, brown-out, boot-mode, wrong-id, "
      + "crc, not-ready, saturated, drift, gnss.overflow, gnss.length, gnss.no-fix, gnss.float, "
      + "gnss.jam, wifi.lost, wifi.join, wifi.busy, wifi.close, http.late, http.status, http.cut, "
      + "http.html, http.refuse, http.reset, caster.dies, caster.stall, caster.flip, card.pulled, "
      + "card.full, card.write-protected, card.slow, card.torn"
    #expect(FaultError.names.joined(separator: ", ") == names)
    #expect(refusal(of: " ") == "there is no fault; name one of \(names)")
    #expect(refusal(of: "explosion") == "there is no fault 'explosion'; there are \(names)")
  }

  @Test(
    "a refusal names the word, the value and what may stand there",
    arguments: [
      ("nak from=1", "there is no fault 'nak'; did you mean 'nack'?"),
      (
        "flip sps30",
        "'sps30' is no part of 'flip'; it takes part= from= to= for= probability= byte= bit="
      ),
      ("stale =3", "'=3' is no part of 'stale'; it takes part= from= to= for= probability="),
      (
        "nack part=",
        "'' cannot have 'nack'; it is for bme280, ccs811, sps30, bh1750, veml7700, ublox"
      ),
      (
        "wrong-id part=a=b",
        "'a=b' cannot have 'wrong-id'; it is for bme280, ccs811, sps30, veml7700"
      ),
      ("nack for=-1", "'for' must be 0 to 1000000000, not '-1'"),
      ("nack to=1e10", "'to' must be 0 to 1000000000, not '1e10'"),
      ("nack probability=", "'probability' must be 0 to 1, not ''"),
      ("stretch us=1.5", "'us' must be 0 to 10000000, not '1.5'"),
      ("http.status status=600", "'status' must be 400 to 599, not '600'"),
      ("http.late seconds=x", "'seconds' must be 0 to 3600, not 'x'"),
      ("caster.flip rate=2", "'rate' must be 0 to 1, not '2'"),
      ("card.slow ms=0.5", "'ms' must be 0 to 60000, not '0.5'"),
    ])
  func refusesWhole(text: String, sentence: String) {
    #expect(refusal(of: text) == sentence)
  }

  @Test("of several mistakes the first word's is told, and what contradicts itself behind them")
  func tellsFirst() {
    #expect(refusal(of: "nack x to=1 for=1")?.hasPrefix("'x' is no part") == true)
    #expect(refusal(of: "nack from=-1 x")?.hasPrefix("'from' must be") == true)
    #expect(refusal(of: "nack for=1 from=5 to=4")?.hasPrefix("'to' and 'for'") == true)
  }

  @Test("a later word for the same replaces the earlier one, and rates and delays have parts")
  func replaces() throws {
    #expect(
      try BoardFault(parsing: " drift  rate=1 rate=0.5 from=2 from=3 ")
        == BoardFault(.drift, from: .seconds(3), [.rate: 0.5]))
    #expect(
      try BoardFault(parsing: "http.late seconds=0.5") == BoardFault(.httpLate, [.seconds: 0.5]))
  }

  private func refusal(of text: String) -> String? {
    do throws(FaultError) {
      _ = try BoardFault(parsing: text)
      return nil
    } catch {
      return "\(error)"
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

  @Test("each parameter has its default, but for the bit to flip, which is left to chance")
  func standards() {
    let texts = BoardFault.Kind.allCases.flatMap { kind in
      kind.parameters.map { parameter in
        let standard = BoardFault(kind).value(parameter.name)
        return "\(kind.rawValue) \(parameter.name.rawValue)=\(standard.map { "\($0)" } ?? "")"
      }
    }
    #expect(
      texts == [
        "nack-data byte=0.0", "stretch us=50000.0", "sda-low clocks=9.0", "flip byte=", "flip bit=",
        "short-read bytes=0.0", "drift rate=0.1", "wifi.close bytes=20.0", "http.late seconds=7.0",
        "http.status status=500.0", "http.cut bytes=20.0", "caster.flip rate=0.001",
        "card.slow ms=250.0",
      ])
  }

  @Test("a fault is on from its start to just before its end")
  func isActive() {
    let fault = BoardFault(.nack, from: .seconds(1), to: .seconds(2))
    let times = [0.999, 1, 1.999, 2].map { fault.isActive(at: .seconds($0)) }
    #expect(times == [false, true, true, false])
    #expect(BoardFault(.nack, from: .seconds(1)).isActive(at: .seconds(1e9)))
  }
}
