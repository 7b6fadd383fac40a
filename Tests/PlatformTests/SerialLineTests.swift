import Foundation
import TestSupport
import Testing

@testable import Platform

@Suite("Serial lines", .timeLimit(.minutes(5)))
struct SerialLineTests {
  /// All bytes, among them those that a terminal would take for itself: Ctrl-C, Ctrl-D, line ends, XON and XOFF.
  private static let bytes = (0...255).map { UInt8($0) }

  /// Reads until a number of bytes has come.
  private static func read(_ count: Int, from line: any SerialLine) async throws -> [UInt8] {
    var all: [UInt8] = []
    while all.count < count {
      all += line.read(atMost: count - all.count)
      try await rest()
    }
    return all
  }

  @Test("a pseudoterminal passes all bytes on, both ways, and tells the program's rate")
  func pseudoterminal() async throws {
    let line = try PseudoTerminal(baud: 57_600)
    #expect(line.path.hasPrefix("/dev/"))
    #expect(line.read(atMost: 10) == [])
    // Nobody has it open: nothing waits for whoever opens it next.
    line.write([1, 2, 3])
    let device = open(line.path, O_RDWR | O_NOCTTY)
    try #require(device >= 0)
    defer { close(device) }
    #expect(line.baud == 57_600)
    line.write(Self.bytes)
    var received = [UInt8](repeating: 0, count: 256)
    #expect(Foundation.read(device, &received, 256) == 256)
    #expect(received == Self.bytes)
    #expect(Foundation.write(device, Self.bytes, 256) == 256)
    #expect(try await Self.read(256, from: line) == Self.bytes)
    var settings = termios()
    #expect(tcgetattr(device, &settings) == 0)
    cfsetispeed(&settings, speed_t(B115200))
    cfsetospeed(&settings, speed_t(B115200))
    #expect(tcsetattr(device, TCSANOW, &settings) == 0)
    #expect(line.baud == 115_200)
    cfsetospeed(&settings, speed_t(B110))
    #expect(tcsetattr(device, TCSANOW, &settings) == 0)
    #expect(line.baud == 110)
  }

  @Test("what a program does not read is lost, and never waited for")
  func unread() throws {
    let line = try PseudoTerminal(baud: 38_400)
    let device = open(line.path, O_RDWR | O_NOCTTY)
    try #require(device >= 0)
    for _ in 0..<1_000 { line.write(Self.bytes) }
    close(device)
    #expect(line.read(atMost: 1) == [])
    line.write(Self.bytes)
    // Another program finds a line that works.
    let next = open(line.path, O_RDWR | O_NOCTTY)
    try #require(next >= 0)
    defer { close(next) }
    #expect(line.read(atMost: 1) == [])
  }

  @Test("a device's name ends with its owner; one that is left is replaced, anything else is not")
  func name() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appending(path: "tty").path
    func target() -> String? { try? FileManager.default.destinationOfSymbolicLink(atPath: path) }
    do {
      let (one, two) = (PseudoTerminal.folder + "98", PseudoTerminal.folder + "99")
      let name = try DeviceName(path, of: one)
      #expect(target() == one)
      // A second run takes it over, and the first does not take it away.
      let other = try DeviceName(path, of: two)
      #expect(target() == two)
      withExtendedLifetime(name) {}
      _ = consume name
      #expect(target() == two)
      withExtendedLifetime(other) {}
    }
    #expect(target() == nil)
    // A link to a real device is somebody's own.
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/dev/null")
    #expect(throws: SystemError.self) { try DeviceName(path, of: "/dev/null") }
    #expect(target() == "/dev/null")
    try FileManager.default.removeItem(atPath: path)
    _ = try folder.write([1], to: "tty")
    #expect(throws: SystemError.self) { try DeviceName(path, of: "/dev/null") }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([1]))
    #expect(throws: SystemError.self) { try DeviceName(path + "/below", of: "/dev/null") }
  }
}
