import Foundation
import TestSupport
import Testing

/// A card on the SPI of an emulated processor.
@Suite("The card of the command avr", .timeLimit(.minutes(10)))
struct AVRCardTests {
  private let folder: TemporaryFolder
  private var image: String { folder.path("card.img") }

  init() throws { folder = try TemporaryFolder() }

  private func run(_ firmware: String, _ words: [String]) async throws -> BoardSimProcess.Outcome {
    let build = try await SketchBuild.make()
    return try await boardsim(
      ["avr", firmware, "--emulator", build.path("boardsim-avr"), "--modem", "off", "-q"]
        + ["--noise", "off", "--sd", image] + words)
  }

  private func mtools(_ command: String, _ arguments: String...) throws -> String {
    Oracle.mtools.note()
    let program = try #require(OutsideProgram(command))
    let result = try program.run(["-i", image] + arguments, in: folder.url)
    #expect(result.status == 0, "\(command) \(arguments): \(result.output)")
    return result.output
  }

  @Test(
    "what a sketch writes is read by other people's tools, and the next run goes on behind it",
    .compares(with: .avr, .mtools, .fsck), arguments: [[], ["--sd-size", "4G"]])
  func writes(size: [String]) async throws {
    let sketch = try await SketchBuild.make().path("logger.elf")
    let first = try await run(
      sketch, ["--duration", "2.5", "--set", "temperature=21.5"] + size)
    let second = try await run(sketch, ["--duration", "1.5", "--set", "temperature=-4"])
    #expect(first.status == 0 && second.status == 0, "\(first.errorLines) \(second.errorLines)")
    #expect(first.text.hasSuffix("blocks\nwritten\nwritten\nwritten\n"), "\(first.text)")
    #expect(try mtools("mdir", "::").contains("LOG      CSV"))
    let lines = try mtools("mtype", "::LOG.CSV").split(separator: "\n")
    #expect(lines.first == "seconds,celsius,percent,pascals")
    let numbers = lines.dropFirst().map { $0.split(separator: ",").compactMap { Double($0) } }
    #expect(numbers.allSatisfy { $0.count == 4 })
    #expect(numbers.map { $0[0] } == [0, 1, 2, 0, 1])
    let temperatures = zip(numbers, [21.5, 21.5, 21.5, -4, -4])
    #expect(temperatures.allSatisfy { abs($0[1] - $1) < 0.03 }, "\(lines)")
    let check = try OutsideProgram(.fsck).run(["-n", image], in: folder.url)
    #expect(check.status == 0, "\(check.output)")
  }

  @Test("a card answers as the specification has it", .compares(with: .avr), arguments: [64, 4096])
  func answers(megabytes: Int) async throws {
    let build = try await SketchBuild.make()
    let program = try build.compile(Self.commands, in: folder)
    #expect(FileManager.default.createFile(atPath: image, contents: nil))
    #expect(truncate(image, off_t(megabytes << 20)) == 0)
    let outcome = try await run(program, ["--duration", "0.5"])
    let isHigh = megabytes > 2048
    let expected = [
      "0 (early): ff",
      "0 (bad CRC): ff",
      "0: 01",
      "17: 05",
      "8 (bad CRC): 09",
      "8: 01 00 00 01 aa",
      "58: 01 00 ff 80 00",
      "55: 01",
      "41: 01",
      "55: 01",
      "41 (later): 00",
      isHigh ? "58: 00 c0 ff 80 00" : "58: 00 80 ff 80 00",
      "58: 00",
      "13: 00 00",
      isHigh ? "16 (0): 00" : "16 (0): 40",
      isHigh
        ? "9: 00 fe 40 0e 00 32 5b 59 00 00 1f ff 7f 80 0a 40 00 c3"
        : "9: 00 fe 00 0e 00 32 5b 59 83 ff c0 01 ff 80 0a 40 00 69",
      "10: 00 fe 42 42 53 53 44 53 49 4d",
      "24: 00 05",
      "25: 00 05 05",
      "17: 00 fe a5 a5",
      "18: 00 fe a5 a5 fe 11; 12: 00",
      "13: 00 00",
      "17 (beyond): 40",
      isHigh ? "17 (odd): 00" : "17 (odd): 20",
      "59: 00",
      "17 (bad CRC): 08",
      "17: 00",
      "60: 04",
    ]
    #expect(outcome.status == 0)
    #expect(outcome.text.split(separator: "\n").map(String.init) == expected)
    let file = try FileHandle(forReadingFrom: URL(filePath: image))
    let bytes = try file.read(upToCount: 4 * 512) ?? Data()
    let sectors = [UInt8](repeating: 0, count: 512) + [UInt8](repeating: 0xA5, count: 512)
    #expect(bytes == Data(sectors + [UInt8](repeating: 0x11, count: 1024)))
  }

  /// A program that sends the card commands, and prints each with what comes back.
  private static let commands = """
    #define F_CPU 16000000UL
    #include <avr/io.h>
    #include <util/delay.h>
    static void put(char c) {
      while (!(UCSR0A & 1 << UDRE0)) {}
      UDR0 = c;
    }
    static void text(const char *words) { while (*words) put(*words++); }
    static void hex(unsigned char v) {
      put(' ');
      for (int i = 4; i >= 0; i -= 4) put("0123456789abcdef"[v >> i & 15]);
    }
    static unsigned char swap(unsigned char byte) {
      SPDR = byte;
      while (!(SPSR & 1 << SPIF)) {}
      return SPDR;
    }
    static void wait(void) { while (swap(0xFF) != 0xFF) {} }
    static void select(char is) {
      if (is) PORTB &= ~4;
      else PORTB |= 4;
      swap(0xFF);
    }
    static void ask(const char *name, unsigned char number, unsigned long argument, unsigned char crc, unsigned char more) {
      unsigned char answer = 0xFF;
      text(name);
      put(':');
      select(1);
      swap(0x40 | number);
      for (char shift = 24; shift >= 0; shift -= 8) swap(argument >> shift);
      swap(crc);
      for (char i = 0; i < 8 && answer & 0x80; i++) answer = swap(0xFF);
      hex(answer);
      while (more-- > 0) hex(swap(0xFF));
    }
    static void end(void) {
      select(0);
      put('\\n');
    }
    static void command(const char *name, unsigned char number, unsigned long argument, unsigned char crc, unsigned char more) {
      ask(name, number, argument, crc, more);
      end();
    }
    static void token(unsigned char bytes) {
      unsigned char byte;
      while ((byte = swap(0xFF)) == 0xFF) {}
      hex(byte);
      while (bytes-- > 0) hex(swap(0xFF));
    }
    static void block(unsigned char start, unsigned char fill) {
      swap(start);
      for (int i = 0; i < 514; i++) swap(fill);
      hex(swap(0xFF) & 0x1F);
      wait();
    }
    int main(void) {
      UBRR0 = 0;
      UCSR0B = 1 << TXEN0;
      PORTB |= 4;
      DDRB |= 0x2C;
      SPCR = 1 << SPE | 1 << MSTR | 2;
      command("0 (early)", 0, 0, 0x95, 0);
      for (char i = 0; i < 10; i++) swap(0xFF);
      command("0 (bad CRC)", 0, 0, 0x97, 0);
      command("0", 0, 0, 0x95, 0);
      SPCR = 1 << SPE | 1 << MSTR;
      command("17", 17, 0, 1, 0);
      command("8 (bad CRC)", 8, 0x1AA, 0x89, 0);
      command("8", 8, 0x1AA, 0x87, 4);
      command("58", 58, 0, 1, 4);
      command("55", 55, 0, 1, 0);
      command("41", 41, 0x40000000, 1, 0);
      _delay_ms(40);
      command("55", 55, 0, 1, 0);
      command("41 (later)", 41, 0x40000000, 1, 0);
      ask("58", 58, 0, 1, 4);
      unsigned char isHigh = 0;
      end();
      ask("58", 58, 0, 1, 0);
      isHigh = swap(0xFF) & 0x40;
      end();
      unsigned long unit = isHigh ? 1 : 512;
      command("13", 13, 0, 1, 1);
      command("16 (0)", 16, 0, 1, 0);
      ask("9", 9, 0, 1, 0), token(16), end();
      ask("10", 10, 0, 1, 0), token(8), end();
      ask("24", 24, unit, 1, 0), block(0xFE, 0xA5), end();
      ask("25", 25, 2 * unit, 1, 0), block(0xFC, 0x11), block(0xFC, 0x11), swap(0xFD), swap(0xFF), wait(), end();
      ask("17", 17, unit, 1, 0), token(2), end();
      ask("18", 18, unit, 1, 0), token(2);
      for (int i = 0; i < 512; i++) swap(0xFF);
      token(1);
      command("; 12", 12, 0, 1, 0);
      command("13", 13, 0, 1, 1);
      command("17 (beyond)", 17, 0xFFFFFFFF, 1, 0);
      command("17 (odd)", 17, 1, 1, 0);
      command("59", 59, 1, 1, 0);
      command("17 (bad CRC)", 17, 0, 1, 0);
      command("17", 17, 0, 0x55, 0);
      command("60", 60, 0, 0x87, 0);
      for (;;) __asm__("nop");
    }
    """
}
