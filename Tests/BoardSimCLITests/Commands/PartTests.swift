import BoardHost
import Foundation
import SensorDrivers
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("Parts from outside, with the programs of Examples/part")
struct PartTests {
  private static let examples = SharedCaptures.packageRoot.appending(path: "Examples/part")
  private static let lm75 = examples.appending(path: "python/lm75.py").path

  /// Starts a bus with parts, and returns it with its port.
  private static func bus(_ arguments: String...) async throws -> (BoardSimProcess, UInt16) {
    let process = try BoardSimProcess(
      ["bus", "-q", "--sky", "off", "--noise", "off", "--scenario", "standing"] + arguments)
    let line = try #require(await process.nextLine())
    return (process, try #require(UInt16(line.split(separator: ":").last ?? "")))
  }

  /// Asks the bus lines, and returns the answers.
  private static func ask(_ lines: String..., port: UInt16) throws -> [String] {
    let connection = try TCPConnection(port: port)
    try connection.send(lines.map { $0 + "\n" }.joined())
    connection.finishSending()
    let text = String(decoding: try connection.readToEnd(), as: UTF8.self)
    return text.split(separator: "\n").map(String.init)
  }

  @Test("a driver with smbus's functions reads the LM75, which shows the world and drives its pin")
  func driver() async throws {
    let driver = """
      import sys
      sys.path.insert(0, sys.argv[1])
      from boardsim_bus import Board, Nack
      with Board(sys.argv[2]) as board:
          bus = board.smbus()
          def celsius():
              high, low = bus.read_i2c_block_data(0x48, 0, 2)
              steps = (high << 8 | low) >> 5
              return (steps - 2048 if steps & 1024 else steps) / 8
          for held in (20, -10.3, 125, -55, 79):
              board.set(temperature=held)
              board.delay(0.2)
              print(celsius(), int(board.pin("lm75.int")))
          print(bus.read_i2c_block_data(0x48, 2, 2), bus.read_byte_data(0x48, 1))
          bus.write_i2c_block_data(0x48, 3, [30, 128])
          board.delay(0.1)
          print(int(board.pin("lm75.int")), 0x48 in board.busio().scan())
          try:
              bus.write_byte(0x48, 7)
          except Nack as error:
              print(error.byte)
          state = next(part for part in board.status()["parts"] if part["name"] == "lm75")
          print(state["condition"]["present"], state["condition"]["celsius"])
      """
    let folder = try TemporaryFolder()
    let script = try folder.write(Array(driver.utf8), to: "driver.py")
    let (process, port) = try await Self.bus(
      "--part", "name=lm75 address=0x48 within=60 command=\(Self.lm75)")
    let python = try #require(OutsideProgram("python3"))
    let bus = SharedCaptures.packageRoot.appending(path: "Examples/bus/python").path
    let result = try python.run([script, bus, "127.0.0.1:\(port)"], in: URL(filePath: folder.path))
    #expect(
      result.output.split(separator: "\n") == [
        "20.0 1", "-10.25 1", "125.0 0", "-55.0 1", "79.0 1", "[75, 0] 0", "0 True", "0",
        "yes 79.0",
      ])
    #expect(result.status == 0)
    process.terminate()
    #expect(await process.end().status == 0)
  }

  @Test("a program that is killed is an absent part, told once, and the board goes on")
  func killed() async throws {
    let python = try RunningProgram("python3", [Self.lm75, "--port", "0"])
    let place = String(python.nextLine().split(separator: " ").last ?? "")
    let (process, port) = try await Self.bus(
      "--part", "name=lm75 address=0x48 within=60 socket=\(place)")
    let connection = try TCPConnection(port: port)
    func ask(_ line: String) throws -> String {
      try connection.send(line + "\n")
      var answer: [UInt8] = []
      while let byte = try connection.read(1).first, byte != 10 { answer.append(byte) }
      return String(decoding: answer, as: UTF8.self)
    }
    #expect(try ask("T 48 w 03 r 2").hasPrefix("OK 5000 "))
    python.end()
    for _ in 0..<3 { #expect(try ask("T 48 r 2") == "NACK m=0 b=-1") }
    #expect(try ask("T 77 w d0 r 1").hasPrefix("OK 60 "))
    let status = try ask("X")
    #expect(status.contains(#""part":"lm75","what":"does not acknowledge its address from now on"#))
    for line in ["P lm75 off", "P lm75 on"] { #expect(try ask(line) == "OK") }
    process.terminate()
    let outcome = await process.end()
    let told = outcome.errorLines.filter { $0.hasPrefix("absence: lm75 at ") }
    // The vain try at the power's return is no news.
    #expect(told.count == 1)
    #expect(told.first?.contains("its program ended or closed the connection") == true)
  }

  @Test(
    "an EEPROM in C does not acknowledge while it writes, and has the faults of the wires",
    .compares(with: .cc))
  func eeprom() async throws {
    let folder = try TemporaryFolder()
    let program = folder.path("eeprom")
    let compiled = try OutsideProgram(.cc).run(
      ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O2", "-o", program]
        + [Self.examples.appending(path: "c/eeprom.c").path],
      in: URL(filePath: folder.path))
    #expect(compiled.status == 0, "\(compiled.output)")
    let (process, port) = try await Self.bus(
      "--parts", "bme280", "--part", "name=eeprom address=0x50 within=60 command=\(program)",
      "--fault", "nack part=eeprom from=1 to=2")
    let answers = try Self.ask(
      "T 50 w 06 01 02 03", "T 50", "D 5000", "T 50 w 00 r 9", "D 1000000", "T 50", "D 1000000",
      "T 50", "T 76", "T 77", port: port)
    #expect(
      answers.map { $0.prefix { $0 != "t" } } == [
        "OK - ", "NACK m=0 b=-1", "OK 205580", "OK 03ffffffffff0102ff ", "OK 1206690",
        "NACK m=0 b=-1", "OK 2206800", "OK - ", "NACK m=0 b=-1", "OK - ",
      ])
    process.terminate()
    #expect(await process.end().status == 0)
  }

  @Test("the same driver gives the same trace, with the pin and the part's name")
  func traces() async throws {
    let folder = try TemporaryFolder()
    var traces: [[UInt8]] = []
    for name in ["a", "b"] {
      let (process, port) = try await Self.bus(
        "--once", "--trace-parts", "lm75", "--trace", folder.path("\(name).vcd"), "--trace",
        folder.path("\(name).txt"),
        "--part", "name=lm75 address=0x48 within=60 command=\(Self.lm75)")
      _ = try Self.ask(
        "W temperature=90", "D 200000", "T 48 w 00 r 2", "W temperature=20", "D 200000", "T 48 r 2",
        port: port)
      #expect(await process.end().status == 0)
      traces.append(try folder.bytes(of: "\(name).vcd") + folder.bytes(of: "\(name).txt"))
    }
    #expect(traces[0] == traces[1])
    let text = String(decoding: traces[0], as: UTF8.self)
    #expect(text.contains("lm75.int $end"))
    #expect(text.split(separator: "\n").count { $0.contains("lm75") } == 3)
  }

  @Test("a running board shows the part and takes faults for it, of its wires alone")
  func runs() async throws {
    let board = try await RunningBoard(
      "--speed", "manual", "--boot", "cold", "--ntrip", "none",
      "--part", "name=lm75 address=0x48 within=60 command=\(Self.lm75)")
    try board.advance(seconds: 1)
    func part() throws -> String {
      let body = try HTTPAnswer.get("/api/v1/parts", port: board.controlPort).body
      return String(String(decoding: body, as: UTF8.self).split(separator: #""name":"lm75""#)[1])
    }
    #expect(try part().contains(#""present":"yes","celsius":""#))
    func order(_ fault: String) throws -> Int {
      try HTTPAnswer.to("POST", "/api/v1/faults", port: board.controlPort, body: fault).status
    }
    #expect(try order(#"{"fault": "stretch", "part": "lm75"}"#) == 201)
    #expect(try order(#"{"fault": "drift", "part": "lm75"}"#) == 400)
    #expect(try order(#"{"fault": "stretch", "part": "lm76"}"#) == 400)
    #expect(try part().contains(#""faults":["stretch"]"#))
    board.process.terminate()
    #expect(await board.process.end().status == 0)
  }

  @Test(
    "a program that falls silent is an absent part after its real time, in which board time stands still"
  )
  func silent() async throws {
    let listener = try LocalListener { peer in
      _ = peer.receive()
      peer.send(Array("OK\n".utf8))
      peer.waitForEnd()
    }
    let (process, port) = try await Self.bus(
      "--part", "name=mute address=0x48 within=0.5 socket=127.0.0.1:\(listener.port)")
    let answers = try Self.ask("NOW", "T 48", "T 48", "NOW", port: port)
    #expect(answers == ["OK 200000", "NACK m=0 b=-1", "NACK m=0 b=-1", "OK 200220"])
    process.terminate()
    let outcome = await process.end()
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorLines.first?.contains("gave no answer within 500.0 ms") == true)
    listener.close()
  }

  @Test(
    "words that are no part are refused",
    arguments: [
      ("", "name= must be 1 to 32 letters, digits and '-'"),
      ("lm75", "'lm75' is no part of it; it takes name= address= within= and"),
      ("name=a_b", "name= must be 1 to 32 letters, digits and '-'"),
      ("name=card", "'card' is the name of a part of the board; choose another"),
      ("name=a", "address= must be a number such as 0x48"),
      ("name=a address=48", "address= must be a number such as 0x48"),
      ("name=a address=0x07", "address= must be 0x08 to 0x77, not 0x07: the others are reserved"),
      ("name=a address=0x78", "address= must be 0x08 to 0x77, not 0x78: the others are reserved"),
      ("name=a address=0x48", "give the program's place, socket=HOST:PORT or command=PROGRAM"),
      ("name=a address=0x48 socket=x", "socket= must be HOST:PORT, not 'x'"),
      ("name=a address=0x48 command=", "command= needs a program"),
      ("name=a name=b", "name= is there twice; leave one out"),
      ("name=a address=0x48 within=0 command=x", "within= must be 0.05 to 60 seconds, not '0'"),
      ("name=a address=0x48 socket=h:1 command=x", "give the program's place"),
    ])
  func refusals(text: String, sentence: String) {
    let error = #expect(throws: UsageError.self) {
      _ = try OutsidePartArgument(optionText: text, of: "--part")
    }
    #expect(error?.message.hasPrefix("--part '\(text)': \(sentence)") == true)
  }

  @Test("all that follows command= belongs to it")
  func command() throws {
    let part = try OutsidePartArgument(
      optionText: " within=2.5 address=0x48  name=a command=./x name=b", of: "--part")
    #expect(part.place.text == "./x name=b")
    #expect(part.limit == .milliseconds(2500))
    #expect(part.name == "a" && part.address.rawValue == 0x48)
  }
}
