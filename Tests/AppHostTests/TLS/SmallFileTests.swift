@testable import AppHost
import Foundation
import TestSupport
import Testing

@Suite("A file that is read and written whole")
struct SmallFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("where there is none, or no folder, it is missing; what cannot be read is not")
  func missing() throws {
    _ = try folder.write([1], to: "file")
    for (name, isMissing) in [("none", true), ("file/below", true), (".", false)] {
      let failure = #expect(throws: SmallFile.Failure.self) {
        try SmallFile(folder.path(name)).read()
      }
      #expect(failure?.isMissing == isMissing, "\(name)")
    }
    #expect(!SmallFile.Failure(code: EACCES).isMissing)
  }

  @Test("it is shorter than a mebibyte")
  func longest() throws {
    let limit = 1 << 20
    for (count, isRead) in [(0, true), (16_384, true), (limit - 1, true), (limit, false)] {
      let file = SmallFile(try folder.write([UInt8](repeating: 0x61, count: count), to: "file"))
      if isRead {
        #expect(try file.read().utf8.count == count)
      } else {
        let failure = #expect(throws: SmallFile.Failure.self) { try file.read() }
        #expect(failure?.code == EFBIG)
      }
    }
  }

  @Test("it is written whole, replaces only where it may, and leaves nothing else behind")
  func written() throws {
    let file = SmallFile(folder.path("file"))
    #expect(try file.write("one", mode: 0o600, isReplacing: false))
    #expect(try !file.write("two", mode: 0o600, isReplacing: false))
    #expect(try file.read() == "one")
    #expect(try file.write("three", mode: 0o600, isReplacing: true))
    #expect(try file.read() == "three")
    #expect(try folder.names == ["file"])
  }

  @Test("what cannot be written is told, and nothing is left behind")
  func notWritten() throws {
    let missing = #expect(throws: SmallFile.Failure.self) {
      try SmallFile(folder.path("no/file")).write("x", mode: 0o600, isReplacing: true)
    }
    #expect(missing?.isMissing == true)
    try FileManager.default.createDirectory(
      atPath: folder.path("taken"), withIntermediateDirectories: false)
    #expect(throws: SmallFile.Failure.self) {
      try SmallFile(folder.path("taken")).write("x", mode: 0o600, isReplacing: true)
    }
    #expect(try folder.names == ["taken"])
  }

  #if os(Linux)
    @Test("what the disk does not take is told, whether at once or when it is waited for")
    func disks() throws {
      for (device, code) in [("/dev/full", ENOSPC), ("/dev/null", EINVAL)] {
        let descriptor = open(device, O_WRONLY)
        try #require(descriptor >= 0)
        let failure = #expect(throws: SmallFile.Failure.self) {
          try SmallFile.write([1, 2, 3], to: descriptor)
        }
        close(descriptor)
        #expect(failure?.code == code, "\(device)")
      }
    }
  #endif
}
