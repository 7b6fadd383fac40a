@testable import VirtualBoard
import BoardFirmware
@testable import BoardHost
import Foundation
import TestSupport
import Testing

@Suite("Card folder")
struct CardFolderTests {
  private let folder: TemporaryFolder
  private static let header = "board_time,temperature\n"

  init() throws { folder = try TemporaryFolder() }

  private func append(_ lines: String..., toFile name: String = "20260601.CSV") throws {
    var card = try CardFolder(path: folder.url.path)
    for line in lines {
      try card.append(
        Array(line.utf8).span, toFile: name, startingWith: Array(Self.header.utf8).span)
    }
  }

  @Test("a new file begins with the header, and only a new one")
  func header() throws {
    try append("1\n", "2\n")
    try append("3\n")
    #expect(try folder.text(of: "20260601.CSV") == Self.header + "1\n2\n3\n")
  }

  @Test("each day has its file, and the day before can come back")
  func days() throws {
    var card = try CardFolder(path: folder.url.path)
    for (line, name) in [("1\n", "A.CSV"), ("2\n", "B.CSV"), ("3\n", "A.CSV")] {
      try card.append(
        Array(line.utf8).span, toFile: name, startingWith: Array(Self.header.utf8).span)
    }
    #expect(try folder.names == ["A.CSV", "B.CSV"])
    #expect(try folder.text(of: "A.CSV") == Self.header + "1\n3\n")
    #expect(try folder.text(of: "B.CSV") == Self.header + "2\n")
  }

  @Test("a torn last line is closed before anything follows it")
  func tornLine() throws {
    _ = try folder.write(Array((Self.header + "1\n2,torn").utf8), to: "20260601.CSV")
    try append("3\n")
    #expect(try folder.text(of: "20260601.CSV") == Self.header + "1\n2,torn\n3\n")
  }

  @Test("an empty file gets the header too")
  func emptyFile() throws {
    _ = try folder.write([], to: "20260601.CSV")
    try append("1\n")
    #expect(try folder.text(of: "20260601.CSV") == Self.header + "1\n")
  }

  @Test("a folder that is missing is made")
  func makesFolder() throws {
    _ = try CardFolder(path: folder.path("new"))
    #expect(try folder.names == ["new"])
  }

  @Test("what cannot be a folder is told at once, with its name and a remedy")
  func unusableFolder() throws {
    _ = try folder.write([1], to: "file")
    for path in [folder.path("file"), folder.path("file/card"), folder.path("no/such")] {
      let error = #expect(throws: CardFolderError.self) { _ = try CardFolder(path: path) }
      #expect(error?.description.contains("'\(path)'") == true)
      #expect(error?.description.contains(";") == true)
    }
  }

  @Test("a folder that may not be written is told at once", .disabled(if: geteuid() == 0))
  func unwritableFolder() throws {
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.url.path)
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.url.path)
    }
    #expect(throws: CardFolderError.self) { _ = try CardFolder(path: folder.url.path) }
  }

  @Test("a file that cannot be opened costs its line, and the next file is written again")
  func recovers() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("20260601.CSV"), withIntermediateDirectories: true)
    #expect(throws: CardError.self) { try append("1\n") }
    try append("2\n", toFile: "20260602.CSV")
    #expect(try folder.text(of: "20260602.CSV") == Self.header + "2\n")
  }

  @Test("a full card is told as such", .enabled(if: access("/dev/full", W_OK) == 0))
  func full() throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("20260601.CSV"), withDestinationPath: "/dev/full")
    #expect(throws: CardError.full) { try append("1\n") }
  }

  @Test("the end of a file can be read, as it was left, while another one is written")
  func end() throws {
    try append("1\n")
    _ = try folder.write(Array("a\nbc\ntorn".utf8), to: "B.CSV")
    var card = try CardFolder(path: folder.url.path)
    let header = Array(Self.header.utf8)
    var ends: [String] = []
    for (line, count) in [("2\n", 0), ("3\n", 4), ("4\n", 9), ("5\n", 100)] {
      try card.append(Array(line.utf8).span, toFile: "20260601.CSV", startingWith: header.span)
      ends.append(String(decoding: try card.end(ofFile: "B.CSV", upTo: count), as: UTF8.self))
    }
    #expect(ends == ["", "torn", "a\nbc\ntorn", "a\nbc\ntorn"])
    let none = try card.end(ofFile: "NONE.CSV", upTo: 9)
    #expect(none.isEmpty)
    #expect(try folder.text(of: "20260601.CSV") == Self.header + "1\n2\n3\n4\n5\n")
    #expect(try folder.names == ["20260601.CSV", "B.CSV"])
  }

  @Test("a folder that is moved away is a card that was pulled, and goes on when it is back")
  func movedAway() throws {
    let (path, elsewhere) = (folder.path("card"), folder.path("elsewhere"))
    let (line, header) = (Array("1\n".utf8), Array(Self.header.utf8))
    var card = try CardFolder(path: path)
    try card.append(line.span, toFile: "A.CSV", startingWith: header.span)
    try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
    #expect(throws: CardError.absent) {
      try card.append(line.span, toFile: "A.CSV", startingWith: header.span)
    }
    #expect(throws: CardError.absent) { try card.end(ofFile: "A.CSV", upTo: 9) }
    #expect(try folder.names == ["elsewhere"])
    try FileManager.default.moveItem(atPath: elsewhere, toPath: path)
    try card.append(line.span, toFile: "A.CSV", startingWith: header.span)
    #expect(try folder.text(of: "card/A.CSV") == Self.header + "1\n1\n")
  }

  @Test("another folder in its place gets files of its own, and so does a file that was taken away")
  func replaced() throws {
    let path = folder.path("card")
    let (line, header) = (Array("1\n".utf8), Array(Self.header.utf8))
    var card = try CardFolder(path: path)
    try card.append(line.span, toFile: "A.CSV", startingWith: header.span)
    try FileManager.default.moveItem(atPath: path, toPath: folder.path("elsewhere"))
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try card.append(line.span, toFile: "A.CSV", startingWith: header.span)
    #expect(try folder.text(of: "card/A.CSV") == Self.header + "1\n")
    try folder.remove("card/A.CSV")
    try card.append(line.span, toFile: "A.CSV", startingWith: header.span)
    #expect(try folder.text(of: "card/A.CSV") == Self.header + "1\n")
    #expect(try folder.text(of: "elsewhere/A.CSV") == Self.header + "1\n")
  }

  @Test("a header that was torn is made whole")
  func tornHeader() throws {
    _ = try folder.write(Array(Self.header.utf8.dropLast(7)), to: "20260601.CSV")
    try append("1\n")
    #expect(try folder.text(of: "20260601.CSV") == Self.header + "1\n")
  }

  @Test("no folder is an empty slot")
  func noFolder() throws {
    var card = BoardCard.none
    #expect(throws: CardError.absent) {
      try card.append([1].span, toFile: "A.CSV", startingWith: [2].span)
    }
    #expect(throws: CardError.absent) { _ = try card.end(ofFile: "A.CSV", upTo: 9) }
  }
}
