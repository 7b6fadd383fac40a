import Foundation
import TestSupport
import Testing

@Suite("Drivers of others, over the socket bus")
struct ForeignDriverTests {
  /// Starts a bus with an ideal board, and returns its port.
  private static func bus(light: String = "bh1750") async throws -> (
    process: BoardSimProcess, port: String
  ) {
    let process = try BoardSimProcess([
      "bus", "-q", "--sky", "off", "--noise", "off", "--scenario", "standing", "--light", light,
    ])
    let line = try #require(await process.nextLine())
    return (process, String(line.split(separator: ":").last ?? ""))
  }

  @Test(
    "a driver from PyPI reads what the world is, within one step over the part's range",
    .compares(with: .drivers),
    arguments: [
      "rpi-bme280", "pimoroni-bme280", "adafruit-bme280", "adafruit-ccs811", "adafruit-bh1750",
      "adafruit-veml7700", "sensirion-sps30", "pyubx2",
    ])
  func python(driver: String) async throws {
    let (process, port) = try await Self.bus(
      light: driver.hasSuffix("veml7700") ? "veml7700" : "bh1750")
    let result = try ForeignDrivers.run(driver, at: "127.0.0.1:\(port)", points: 500)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("500 points"))
    process.terminate()
    _ = await process.end()
  }

  @Test("a program in C with the header does the same", .compares(with: .cc))
  func header() async throws {
    let folder = try TemporaryFolder()
    let program = folder.path("read_bme280")
    let source = Self.examples.appending(path: "c/read_bme280.c").path
    let compiled = try OutsideProgram(.cc).run(
      ["-std=c99", "-Wall", "-Wextra", "-Werror", "-O2", "-o", program, source, "-lm"],
      in: URL(filePath: folder.path))
    #expect(compiled.status == 0)
    let (process, port) = try await Self.bus()
    let result = try OutsideProgram(at: URL(filePath: program)).run(
      [port, "500"], in: URL(filePath: folder.path))
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasPrefix("500 points"))
    process.terminate()
    _ = await process.end()
  }

  @Test("a sketch's Wire reads an ID, and has room for 32 bytes", .compares(with: .cxx))
  func wire() async throws {
    let sketch = """
      #include "BoardsimWire.h"
      int main(int, char **words) {
        BoardsimWire Wire;
        if (!Wire.connect("127.0.0.1", atoi(words[1]))) return 1;
        Wire.delay(10);
        Wire.beginTransmission(0x77);
        Wire.write(0xD0);
        if (Wire.endTransmission(false) != 0 || Wire.requestFrom(0x77, 1) != 1) return 2;
        printf("%02X", Wire.read());
        Wire.beginTransmission(0x12);
        printf(" %d", Wire.endTransmission());
        printf(" %d", Wire.requestFrom(0x77, 60));
        printf(" %lu\\n", (unsigned long)Wire.millis());
        return 0;
      }
      """
    let result = try await Self.runSketch(sketch)
    #expect(result.status == 0)
    #expect(result.output == "60 2 32 213\n")
  }

  @Test(
    "a sketch's Wire keeps what is written before a repeated START, whatever follows it",
    .compares(with: .cxx))
  func repeatedStarts() async throws {
    let sketch = """
      #include "BoardsimWire.h"
      int main(int, char **words) {
        BoardsimWire Wire;
        if (!Wire.connect("127.0.0.1", atoi(words[1]))) return 1;
        Wire.delay(500);
        uint8_t bytes[48] = {0};
        Wire.beginTransmission(0x42);
        Wire.write(bytes, 32);
        printf("%d", Wire.endTransmission(false));
        Wire.beginTransmission(0x42);
        Wire.write(bytes, 16);
        printf(" %d", Wire.endTransmission());
        Wire.beginTransmission(0x42);   // and to another address
        Wire.write(bytes, 3);
        printf(" %d", Wire.endTransmission(false));
        Wire.beginTransmission(0x77);
        Wire.write(0xD0);
        printf(" %d", Wire.endTransmission(false));
        Wire.requestFrom(0x77, 1);
        printf(" %02X", Wire.read());
        Wire.beginTransmission(0x12);
        Wire.write(0xD0);
        printf(" %d", Wire.endTransmission(false));
        for (int i = 0; i < 50; i++) {  // more than a transfer has room for
          Wire.beginTransmission(0x42);
          Wire.write(bytes, 2);
          if (Wire.endTransmission(i == 49) != 0) return 2;
        }
        uint32_t start = Wire.millis();
        while (Wire.millis() - start < 20) {}   // ends
        boardsim_ask(&Wire.bus, "X\\n", 2);
        printf(" %s\\n", Wire.bus.line);
        return 0;
      }
      """
    let result = try await Self.runSketch(sketch)
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("0 0 0 0 60 2 OK"), "\(result.output)")
    #expect(result.output.contains("\"correction_bytes\":\"151\""), "\(result.output)")
  }

  /// Compiles a sketch with the header, and runs it on a bus.
  private static func runSketch(_ text: String) async throws -> (status: Int32, output: String) {
    let folder = try TemporaryFolder()
    let source = try folder.write(Array(text.utf8), to: "sketch.cpp")
    let program = folder.path("sketch")
    let compiled = try OutsideProgram(.cxx).run(
      ["-Wall", "-Wextra", "-Werror", "-I", examples.appending(path: "c").path, "-o", program]
        + [source],
      in: URL(filePath: folder.path))
    #expect(compiled.status == 0, "\(compiled.output)")
    let (process, port) = try await bus()
    let result = try OutsideProgram(at: URL(filePath: program)).run(
      [port], in: URL(filePath: folder.path))
    process.terminate()
    _ = await process.end()
    return (result.status, result.output)
  }

  @Test("the program in Rust reads an ID and sees who is not there", .compares(with: .rustc))
  func rust() async throws {
    let folder = try TemporaryFolder()
    let program = folder.path("boardsim_bus")
    let compiled = try OutsideProgram(.rustc).run(
      ["--edition", "2021", "-D", "warnings", "-o", program]
        + [Self.examples.appending(path: "rust/boardsim_bus.rs").path],
      in: URL(filePath: folder.path))
    #expect(compiled.status == 0)
    let (process, port) = try await Self.bus()
    let result = try OutsideProgram(at: URL(filePath: program)).run(
      ["127.0.0.1:\(port)"], in: URL(filePath: folder.path))
    #expect(result.output == "the BME280 says that it is 0x60\nnobody is at 0x12\n")
    process.terminate()
    _ = await process.end()
  }

  private static let examples = SharedCaptures.packageRoot.appending(path: "Examples/bus")
}
