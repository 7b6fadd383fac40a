import Foundation
import TestSupport
import Testing

/// Sketches as they are compiled for an Arduino, on the simulated parts.
@Suite("The command avr", .timeLimit(.minutes(10)))
struct AVRCommandTests {
  /// Runs a sketch of the examples without a modem.
  private static func run(
    _ sketch: String, _ words: String..., expecting expectations: [String] = []
  ) async throws -> BoardSimProcess.Outcome {
    let build = try await SketchBuild.make()
    return try await boardsim(
      ["avr", sketch.hasPrefix("/") ? sketch : build.path(sketch)]
        + ["--emulator", build.path("boardsim-avr"), "--modem", "off"] + words
        + expectations.flatMap { ["--expect", $0] })
  }

  @Test(
    "a sketch's Wire reads what the world is, and where the board stands", .compares(with: .avr))
  func measures() async throws {
    let outcome = try await Self.run(
      "measure.elf", "--noise", "off", "--scenario", "standing", "--origin", "45.5,9.25,200",
      "--set", "temperature=21.5", "--set", "humidity=40", "--set", "pressure=98000",
      "--duration", "40")
    #expect(outcome.status == 0)
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    let words = try #require(lines.last).split(separator: " ").compactMap { Double($0) }
    let expected: [(Double, Double)] = [
      (21.5, 0.02), (40, 0.1), (98_000, 3), (45.5, 0.001), (9.25, 0.001),
    ]
    #expect(lines.count > 30 && words.count == expected.count)
    for (word, row) in zip(words, expected) { #expect(abs(word - row.0) <= row.1) }
  }

  @Test(
    "the same board time gives the same lines, from ELF and from Intel HEX", .compares(with: .avr))
  func repeats() async throws {
    let one = try await Self.run("measure.elf", "--duration", "6", "--seed", "7")
    let two = try await Self.run("measure.hex", "--duration", "6", "--seed", "7")
    #expect(one.status == 0 && one.output == two.output && one.output.count > 100)
  }

  @Test(
    "a sketch of a user's wakes a part by a pin, and sees its interrupt line", .compares(with: .avr)
  )
  func pins() async throws {
    let build = try await SketchBuild.make()
    let path = try build.compile(sketch: Self.pinSketch, named: "pins")
    let outcome = try await Self.run(
      path, "--pin", "4=ccs811.nwake", "--pin", "PD2=ccs811.nint", "--duration", "0.2", "-q")
    #expect(outcome.status == 0)
    #expect(String(decoding: outcome.output, as: UTF8.self) == "2\n0\n1\n")
    let wrong = try await Self.run(path, "--pin", "4=ccs811.x", "--duration", "0.2")
    #expect(wrong.status == 1)
    #expect(wrong.errorLines.first?.contains("there is no such pin as 'ccs811.x'") == true)
  }

  /// A sketch that uses a function before it is declared, as the Arduino IDE allows.
  private static let pinSketch = """
    #include <Wire.h>
    void setup() {
      Serial.begin(115200);
      Wire.begin();
      pinMode(4, OUTPUT);
      ask(HIGH);
      ask(LOW);
      Serial.println(digitalRead(2));
    }
    void loop() {}
    void ask(int level) {
      digitalWrite(4, level);
      delay(10);
      Wire.beginTransmission(0x5B);
      Serial.println(Wire.endTransmission());
    }
    """

  @Test(
    "a scenario's power cut ends the sketch, and its memory; then it boots", .compares(with: .avr))
  func losesPower() async throws {
    let build = try await SketchBuild.make()
    let path = try build.compile(sketch: Self.countingSketch, named: "counting")
    let folder = try TemporaryFolder()
    let scenario = try folder.write(
      Array(
        """
        scenario: 1
        name: cut
        events:
          - {at: 1.5, power: off, for: 2.5}

        """.utf8), to: "cut.yaml")
    let card = folder.path("card.img")
    let outcome = try await Self.run(
      path, "--scenario", scenario, "--duration", "6", "-q", "--sd", card,
      expecting: [
        "powered == false @ 2", "within 1.6 s of power:on sketch.words.1 == 1",
        "parts.bme280.nacks == 0",
      ])
    // From 0.2 s each second up to 1.5, and again from 4.2 s up to 6; the pins are as after each boot.
    #expect(outcome.status == 0 && outcome.text == "0 60 0\n1 60 1\n0 60 0\n1 60 1\n", "\(outcome)")
  }

  /// A sketch that counts seconds, reads the BME280's ID, and the level of a pin that it raises after the first line.
  private static let countingSketch = """
    #include <Wire.h>
    int count;
    void setup() {
      Serial.begin(115200);
      Wire.begin();
    }
    void loop() {
      Wire.beginTransmission(0x77);
      Wire.write(0xD0);
      Wire.endTransmission(false);
      Wire.requestFrom(0x77, 1);
      Serial.print(count++);
      Serial.print(' ');
      Serial.print(Wire.read(), HEX);
      Serial.print(' ');
      Serial.println(digitalRead(7));
      pinMode(7, OUTPUT);
      digitalWrite(7, HIGH);
      while (millis() < count * 1000UL) {}
    }
    """

  @Test("a photoresistor at an analogue pin is in the world's light", .compares(with: .avr))
  func light() async throws {
    let build = try await SketchBuild.make()
    let path = try build.compile(sketch: Self.lightSketch, named: "light")
    // 5 V at 10 kΩ of 10 + 15 (10 lx / light)^0.7 kΩ, at most 1 MΩ: steps of 5 V / 1023.
    for (lux, step) in [("0", "10"), ("10", "409"), ("1000", "965")] {
      let outcome = try await Self.run(
        path, "--pin", "A0=light", "--set", "light=\(lux)", "--duration", "0.2", "-q")
      #expect(outcome.status == 0 && outcome.text == "\(step)\n", "\(outcome)")
    }
    let wrong = try await Self.run(path, "--pin", "A7=light", "--duration", "0.2")
    #expect(wrong.errorLines == ["boardsim: --pin A7=light: an atmega328p has A0 to A5"])
  }

  private static let lightSketch = """
    void setup() {
      Serial.begin(115200);
      Serial.println(analogRead(A0));
    }
    void loop() {}
    """

  @Test("a sketch waits until a debugger lets it go on", .compares(with: .avr))
  func debugs() async throws {
    let build = try await SketchBuild.make()
    let folder = try TemporaryFolder()
    let process = try BoardSimProcess([
      "avr", try build.compile(BadProgram.polling, in: folder), "--emulator",
      build.path("boardsim-avr"), "--modem", "off", "--gdb", "0", "--json", "--duration", "0.01",
    ])
    let ready = try #require(await process.document { $0.text("event") == "gdb" })
    let port = RunningModem.port(of: ready.text("address"))
    let state = try await onThread {
      Result {
        // Packets of GDB's remote protocol: what is the state? SIGTRAP, with the stack at its top. Go on.
        let debugger = try TCPConnection(port: port)
        try debugger.send("$?#3f")
        let state = String(decoding: try debugger.read(34), as: UTF8.self)
        try debugger.send("+$c#63")
        _ = try? debugger.readToEnd()
        return state
      }
    }.get()
    #expect(state == "+$T0520:00;21:ff08;22:00000000;#55")
    let outcome = await process.end()
    #expect(outcome.status == 0 && outcome.text.contains("08 18 28 10"), "\(outcome)")
  }

  @Test("a driver that polls the TWI sees the states of the datasheet", .compares(with: .avr))
  func polls() async throws {
    let build = try await SketchBuild.make()
    let folder = try TemporaryFolder()
    let path = try build.compile(BadProgram.polling, in: folder)
    let outcome = try await Self.run(path, "--duration", "0.1", "-q")
    // Tables 21-3 and 21-4 of the ATmega328P: START, SLA+W, data, repeated START, SLA+R, data, the ID.
    #expect(
      String(decoding: outcome.output, as: UTF8.self) == "08 18 28 10 40 58 60 \n08 20 \n")
  }

  @Test("what is no firmware is told in one line", .compares(with: .avr), arguments: BadFile.all)
  func refuses(file: BadFile) async throws {
    let build = try await SketchBuild.make()
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(filePath: build.path("measure.\(file.kind)")))
    let path = try folder.write(file.change(Array(whole)), to: "sketch.\(file.kind)")
    let outcome = try await Self.run(path, "--duration", "1")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorLines.first?.contains(file.words) == true, "\(outcome.errorLines)")
  }

  @Test(
    "a program that fails is told in one line", .compares(with: .avr), arguments: BadProgram.all)
  func fails(program: BadProgram) async throws {
    let build = try await SketchBuild.make()
    let folder = try TemporaryFolder()
    let outcome = try await Self.run(try build.compile(program.text, in: folder))
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.count == 1)
    #expect(outcome.errorLines.first?.contains(program.words) == true, "\(outcome.errorLines)")
  }

  @Test(
    "what is expected of a sketch is judged, and written for a CI server", .compares(with: .avr))
  func expects() async throws {
    let folder = try TemporaryFolder()
    let met = [
      "within 3 s of 0 sketch.words.1 == 21.5", "bus.nacks == 0", "sketch.lines >= 2",
      "parts.bme280.nacks == 0", "always truth.temperature == 21.5", "once gnss.fix == none",
    ]
    let unmet = "never sketch.lines == 2"
    let junit = folder.path("junit.xml")
    let outcome = try await Self.run(
      "measure.elf", "--noise", "off", "--set", "temperature=21.5", "--duration", "3", "--junit",
      junit, expecting: met + [unmet])
    #expect(outcome.status == 1)
    #expect(
      outcome.errorLines.last?.hasPrefix("boardsim: expectation not met: \(unmet): found 2 at")
        == true, "\(outcome.errorLines)")
    let report = try String(contentsOf: URL(filePath: junit), encoding: .utf8)
    #expect(report.contains("tests=\"7\" failures=\"1\" errors=\"0\""))
    #expect(report.contains("classname=\"boardsim.avr\" name=\"bus.nacks == 0\"/>"))
  }

  @Test("a sketch that crashes is an error of the report", .compares(with: .avr))
  func reportsCrash() async throws {
    let build = try await SketchBuild.make()
    let folder = try TemporaryFolder()
    let junit = folder.path("junit.xml")
    let outcome = try await Self.run(
      try build.compile(BadProgram.all[0].text, in: folder), "--duration", "1", "--junit", junit,
      expecting: ["bus.nacks == 0"])
    #expect(outcome.status == 1 && outcome.errorLines.count == 1)
    let report = try String(contentsOf: URL(filePath: junit), encoding: .utf8)
    #expect(report.contains("<error message=\"the sketch stands still"))
  }

  @Test("without the emulator the error says how it is made")
  func lacksEmulator() async throws {
    let outcome = try await boardsim("avr", "x.elf", "--emulator", "/nowhere/boardsim-avr")
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.first?.contains("make it by 'make -C Examples/avr'") == true)
  }
}

/// A file that is no firmware, made of one that is, with the words of the error.
struct BadFile: Sendable, CustomTestStringConvertible {
  let kind: String
  let words: String
  let change: @Sendable ([UInt8]) -> [UInt8]
  var testDescription: String { words }

  static let all = [
    BadFile(kind: "elf", words: "is empty") { _ in [] },
    BadFile(kind: "elf", words: "ends in the middle of its headers") { Array($0.prefix(40)) },
    BadFile(kind: "elf", words: "ends in the middle of its code") { Array($0.prefix(3000)) },
    BadFile(kind: "elf", words: "another processor (ELF machine 62)") { bytes in
      Array(bytes[..<18]) + [62] + bytes[19...]
    },
    BadFile(kind: "elf", words: "is not linked") { Array($0[..<16]) + [1] + $0[17...] },
    BadFile(kind: "elf", words: "is neither ELF nor Intel HEX") { [1] + $0 },
    BadFile(kind: "hex", words: "wrong checksum") { bytes in
      Array(bytes[..<9]) + [bytes[9] == 0x30 ? 0x31 : 0x30] + bytes[10...]
    },
    BadFile(kind: "hex", words: "a record that is cut") { Array($0.prefix(100)) },
    BadFile(kind: "hex", words: "has no code") { _ in Array(":00000001FF\n".utf8) },
  ]
}

/// A program that fails, with the words of the error.
struct BadProgram: Sendable, CustomTestStringConvertible {
  let text: String
  let words: String
  var testDescription: String { words }

  static let all = [
    BadProgram(text: "int main(void) { return 0; }", words: "stands still since 0.00"),
    BadProgram(
      text: """
        #include <avr/interrupt.h>
        #include <avr/sleep.h>
        int main(void) { cli(); sleep_mode(); return 0; }
        """, words: "sleeps for ever"),
    BadProgram(
      text: """
        #include <avr/interrupt.h>
        #include <avr/sleep.h>
        int main(void) { sei(); for (;;) sleep_mode(); }
        """, words: "nothing wakes it"),
    BadProgram(
      text: "int main(void) { for (volatile char *at = (char *)0x100;; at++) *at = 1; }",
      words: "has crashed at 0.00"),
    BadProgram(
      text: "int main(void) { *(volatile char *)0xFFF0 = 1; for (;;) {} }",
      words: "has crashed at 0.000 s"),
    BadProgram(
      text: "int main(void) { ((void (*)(void))0x3000)(); for (;;) {} }",
      words: "it left its code or its memory"),
  ]

  /// A program that reads the BME280's ID by polling, and asks for a part that is not there.
  static let polling = """
    #include <avr/io.h>
    #include <util/delay_basic.h>
    static void put(char c) {
      while (!(UCSR0A & 1 << UDRE0)) {}
      UDR0 = c;
    }
    static void hex(unsigned char v) {
      for (int i = 4; i >= 0; i -= 4) put("0123456789abcdef"[v >> i & 15]);
      put(' ');
    }
    static void step(unsigned char bits) {
      TWCR = 1 << TWINT | 1 << TWEN | bits;
      while (!(TWCR & 1 << TWINT)) {}
      hex(TWSR & 0xF8);
    }
    static void send(unsigned char byte) {
      TWDR = byte;
      step(0);
    }
    static void stop(void) {
      TWCR = 1 << TWINT | 1 << TWEN | 1 << TWSTO;
      _delay_loop_2(4000);
      put(10);
    }
    int main(void) {
      UBRR0 = 8;
      UCSR0B = 1 << TXEN0;
      TWBR = 72;
      step(1 << TWSTA);
      send(0x77 << 1);
      send(0xD0);
      step(1 << TWSTA);
      send(0x77 << 1 | 1);
      step(0);
      hex(TWDR);
      stop();
      step(1 << TWSTA);
      send(0x12 << 1);
      stop();
      for (;;) __asm__("nop");
    }
    """
}
