import Foundation
import TestSupport
import Testing

/// Sketches as they are compiled for an Arduino, with a Wi-Fi modem, in real time.
@Suite("The command avr with a modem", .timeLimit(.minutes(10)))
struct AVRModemTests {
  @Test(
    "a sketch joins the modem, serves the first boards' page and takes corrections",
    .compares(with: .avr))
  func serves() async throws {
    let caster = try LocalListener { connection in
      let request = connection.receiveRequest()
      guard request.hasPrefix("GET /BASE") else { return connection.close() }
      connection.send(Array("ICY 200 OK\r\n".utf8) + [UInt8](repeating: 0xD3, count: 90))
      connection.waitForEnd()
    }
    let build = try await SketchBuild.make()
    let process = try BoardSimProcess([
      "avr", build.path("board.elf"), "--emulator", build.path("boardsim-avr"), "--json", "-q",
      "--noise", "off", "--set", "temperature=21.5", "--set", "pressure=98000",
      "--dial", "158.102.7.10:2101=127.0.0.1:\(caster.port)",
    ])
    let ready = try #require(await process.document { $0.text("event") == "ready" })
    let url = try #require(ready.text("url"))
    #expect(url.hasPrefix("http://127.0.0.1:") && url.hasSuffix("/"))
    _ = await process.document { $0.text("text")?.hasSuffix("corrections 90") == true }
    let port = RunningModem.port(of: String(url.dropLast()))
    let page = try await onThread { Result { try Self.page(at: port) } }.get()
    #expect(page.hasPrefix(Self.head))
    let pressure = page.split(separator: "\n").first { $0.hasPrefix("Pressure: ") }
    let pascals = try #require(pressure.flatMap { Double($0.dropFirst(10)) })
    #expect((pascals - 98_000).magnitude < 3)
    #expect(page.contains("\nTemperature: 21.50\nLatitude: "))
    #expect(page.hasSuffix("<br>\n</html>\n"))
    process.terminate()
    let outcome = await process.end()
    #expect(outcome.status == 0, "\(outcome)")
  }

  private static let head =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
    + "<!DOCTYPE HTML>\r\n<html>\r\nCO2: "

  private static func page(at port: UInt16) throws -> String {
    let phone = try TCPConnection(port: port)
    try phone.send("GET / HTTP/1.1\r\nHost: board\r\n\r\n")
    return String(decoding: try phone.readToEnd(), as: UTF8.self)
  }

  @Test(
    "a sketch says that its line is full, loses its power, and serves at the same place again",
    .compares(with: .avr))
  func fillsLine() async throws {
    // A caster with more than the line's 960 bytes a second, as MSM7 at 1 Hz is.
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("ICY 200 OK\r\n".utf8) + [UInt8](repeating: 0xD3, count: 100_000))
      connection.waitForEnd()
    }
    let build = try await SketchBuild.make()
    let folder = try TemporaryFolder()
    let scenario = try folder.write(
      Array("scenario: 1\nname: cut\nevents:\n  - {at: 30, power: off, for: 2}\n".utf8),
      to: "cut.yaml")
    let process = try BoardSimProcess([
      "avr", build.path("board.elf"), "--emulator", build.path("boardsim-avr"), "--json", "-q",
      "--noise", "off", "--scenario", scenario,
      "--dial", "158.102.7.10:2101=127.0.0.1:\(caster.port)", "--duration", "600",
      "--expect", "within 8 s of power:on sketch.text == serving", "--expect", "powered == true",
    ])
    let ready = try #require(await process.document { $0.text("event") == "ready" })
    let full = try #require(
      await process.document { $0.text("text")?.hasPrefix("the line is full: ") == true })
    let words = (full.text("text") ?? "").split(separator: " ").compactMap { Int($0) }
    #expect(words.count == 2 && (864...960).contains(words[0]) && words[1] == 960, "\(words)")
    #expect(await process.document { $0.text("text") == "serving" } != nil)
    let url = try #require(ready.text("url"))
    let port = RunningModem.port(of: String(url.dropLast()))
    // While the caster's bytes come the sketch hardly hears its clients, so one comes at once.
    let page = try await onThread { Result { try Self.page(at: port) } }.get()
    #expect(page.hasPrefix(Self.head))
    process.terminate()
    let outcome = await process.end()
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test("an Arduino Mega reads the parts, and has its modem at a UART", .compares(with: .avr))
  func mega() async throws {
    let build = try await SketchBuild.make()
    let path = try build.compile(sketch: Self.megaSketch, named: "uart", forMega: true)
    let outcome = try await boardsim(
      "avr", path, "--emulator", build.path("boardsim-avr"), "--mcu", "atmega2560", "--duration",
      "4", "-q", "--expect", "once sketch.text == 60", "--expect", "sketch.text == OK")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(outcome.text.contains("\nready\n"))
    let other = try await boardsim(
      "avr", path, "--emulator", build.path("boardsim-avr"), "--modem", "off", "--duration", "1")
    #expect(other.status == 1 && other.errorLines.count == 1, "\(other)")
  }

  /// A sketch that reads the BME280's ID, and passes lines on between a modem at Serial1 and itself.
  private static let megaSketch = """
    #include <Wire.h>
    uint32_t asked;
    void setup() {
      Serial.begin(115200);
      Serial1.begin(9600);
      Wire.begin();
      Wire.beginTransmission(0x77);
      Wire.write(0xD0);
      Wire.endTransmission(false);
      Wire.requestFrom(0x77, 1);
      Serial.println(Wire.read(), HEX);
    }
    void loop() {
      while (Serial1.available()) {
        int byte = Serial1.read();
        if (byte != '\\r') Serial.write(byte);
      }
      if (asked == 0 && millis() > 2000) {
        asked = millis();
        Serial1.print("AT\\r\\n");
      }
    }
    """
}
