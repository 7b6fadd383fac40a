// The board's firmware on a Cortex-M7: BoardFirmware as it is, on a bus at the other end of a serial port.

import BoardFirmware
import FATVolumes
import GNSSBasics
import HTTPMessages
import SensorDrivers

/// What start.c calls once memory is set up.
///
/// The command line has the date of boot (Unix time, seconds), the seconds of board time to run, and the card's image.
@_cdecl("program")
public func program() {
  UART.console.start()
  UART.bridge.start()
  var words = CommandLine()
  guard let bootDate = words.number(), let seconds = words.number() else {
    console("the command line is: BOOT-DATE SECONDS IMAGE\n")
    leave(3)
  }
  let card: VolumeCard
  do throws(FATError) {
    card = try VolumeCard(onImage: words.rest)
  } catch {
    console("the card's image: \(error)\n")
    leave(3)
  }
  let bridge = Bridge(on: .bridge)
  var firmware = Firmware(
    bus: BridgeBus(bridge: bridge), clock: BridgeClock(bridge: bridge), link: NoCorrectionLink(),
    card: card, configuration: FirmwareConfiguration(bootDate: UnixTime(seconds: bootDate)))
  // What is due at the very end is left, as a board in a process leaves it when its time is advanced by hand.
  let end = Duration.seconds(seconds)
  _ = firmware.run(until: end - .microseconds(1))
  var clock = BridgeClock(bridge: bridge)
  clock.pause(for: end - clock.now)
  for path in ["/", "/api/v1/measurement"] { answer(path, from: firmware.snapshot, at: clock.now) }
  report(firmware.snapshot, bridge)
}

/// Writes a path, and what the data port answers there.
private func answer(_ path: String, from snapshot: BoardSnapshot, at now: Duration) {
  var page = LegacyPage()
  let answer = DataServer.answer(
    to: HTTPRequest(.get, path), from: snapshot, at: now,
    configuration: DataServerConfiguration(), legacyPage: &page)
  console("\(path) ")
  UART.console.send(answer.body)
  console("\n")
}

/// Tells what was done, and what it took.
private func report(_ snapshot: BoardSnapshot, _ bridge: Bridge) {
  console("\(snapshot.samples) samples, \(snapshot.card.lines) lines on the card, ")
  console("\(snapshot.card.lostLines) lost; \(bridge.lines) lines to the bus\n")
  let heap = heap_report()
  console("heap: \(heap.most) of \(heap.size) bytes at most, \(heap.now) at the end, ")
  console("\(heap.allocations) allocations; stack: \(stack_most()) bytes\n")
}

/// Writes a text to the serial port for people.
func console(_ text: String) {
  for byte in text.utf8 { UART.console.send(byte) }
}

/// Writes a character; what a trap of Swift tells is written by this.
@_cdecl("putchar")
public func putchar(_ character: Int32) -> Int32 {
  UART.console.send(UInt8(truncatingIfNeeded: character))
  return character
}

/// The words of the command line.
private struct CommandLine {
  private var bytes = [UInt8](repeating: 0, count: 256)
  private var index = 0

  init() {
    // Sound: what is called writes so many bytes at most, and keeps none of them.
    unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe read_command_line(buffer.baseAddress, buffer.count)
    }
    bytes[bytes.count - 1] = 0
  }

  /// Takes a whole number and the space behind it.
  mutating func number() -> Int64? {
    guard (0x30...0x39).contains(bytes[index]) else { return nil }
    var number: Int64 = 0
    while (0x30...0x39).contains(bytes[index]) {
      number = number * 10 + Int64(bytes[index] - 0x30)
      index += 1
    }
    if bytes[index] == 0x20 { index += 1 }
    return number
  }

  /// What was not taken, with the zero that ends it.
  var rest: [UInt8] { Array(bytes[index...]) }
}
