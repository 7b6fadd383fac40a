import BoardFirmware
import FATVolumes
import Foundation
import TestSupport
import Testing

@testable import BoardHost

@Suite("Card image")
struct CardImageTests {
  private let folder: TemporaryFolder
  private static let header = "board_time,temperature,humidity\n"

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder.path("card.img") }

  private func append(
    _ lines: [String], toFile name: String = "20260601.CSV", size: Int? = nil
  ) throws {
    var card = try CardImage(path: path, size: size)
    for line in lines {
      try card.append(
        Array(line.utf8).span, toFile: name, startingWith: Array(Self.header.utf8).span)
    }
  }

  private func text(of name: String = "20260601.CSV") throws -> String {
    var card = try CardImage(path: path)
    return String(decoding: try card.end(ofFile: name, upTo: 1 << 20), as: UTF8.self)
  }

  /// Returns the result of `fsck.fat` for the image.
  private func check(_ option: String = "-n") throws -> (status: Int32, output: String) {
    try OutsideProgram(.fsck).run([option, path], in: folder.url)
  }

  private func mtools(_ command: String, _ arguments: String...) throws -> String {
    Oracle.mtools.note()
    let program = try #require(OutsideProgram(command))
    let result = try program.run(["-i", path] + arguments, in: folder.url)
    #expect(result.status == 0, "\(command) \(arguments): \(result.output)")
    return result.output
  }

  // MARK: Compatibility with other systems

  @Test(
    "is read by other people's tools, line for line",
    .compares(with: .fsck, .mtools), arguments: [4 << 20, 16 << 20, 64 << 20, 512 << 20, 1 << 30])
  func othersRead(size: Int) throws {
    let lines = (0..<3000).map {
      "\($0 * 2).012,23.41,\(String(repeating: "4", count: $0 % 150))\n"
    }
    try append(Array(lines[..<2000]), size: size)
    try append(["1,1,1\n"], toFile: "20260602.CSV")
    try append(Array(lines[2000...]))
    let verdict = try check()
    #expect(verdict.status == 0, "\(verdict.output)")
    let listing = try mtools("mdir", "::")
    #expect(listing.contains("20260601 CSV") && listing.contains("2026-06-01"))
    #expect(listing.contains("20260602 CSV"))
    #expect(try mtools("mtype", "::20260601.CSV") == Self.header + lines.joined())
    #expect(try mtools("mtype", "::20260602.CSV") == Self.header + "1,1,1\n")
  }

  @Test(
    "of other makers is gone on with: FAT16 and FAT32 of mkfs.fat, with files and folders of others",
    .compares(with: .fsck, .mtools), arguments: ["16", "32"])
  func otherMakers(bits: String) throws {
    let maker = try #require(OutsideProgram("mkfs.fat"))
    #expect(
      try maker.run(["-F", bits, "-C", "-n", "CAMERA", path, "65536"], in: folder.url).status == 0)
    _ = try folder.write(Array("a letter".utf8), to: "A long name of a letter.text")
    _ = try mtools("mmd", "::DCIM")
    _ = try mtools("mcopy", folder.path("A long name of a letter.text"), "::")
    _ = try folder.write(Array((Self.header + "1,1,1\n2,to").utf8), to: "20260601.CSV")
    _ = try mtools("mcopy", folder.path("20260601.CSV"), "::")
    try append((3..<400).map { "\($0),\($0),\($0)\n" })
    #expect(try check().status == 0)
    let text = try mtools("mtype", "::20260601.CSV")
    #expect(text.hasPrefix(Self.header + "1,1,1\n2,to\n3,3,3\n4,4,4\n"))
    #expect(text.hasSuffix("399,399,399\n"))
    #expect(try mtools("mtype", "::A long name of a letter.text") == "a letter")
    #expect(try mtools("mdir", "::").contains("DCIM"))
  }

  // MARK: Compatibility with a folder

  @Test("a new one has 64 MiB unless another size is said")
  func sizes() throws {
    try append(["1\n"])
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 64 << 20)
    try folder.remove("card.img")
    try append(["1\n"], size: 4 << 20)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 4 << 20)
    #expect(try folder.names == ["card.img"])
  }

  @Test("a new file begins with the header, and only a new one; a torn line is closed")
  func lines() throws {
    try append(["1\n", "2\n"])
    try append(["3\n", "4,to"])
    try append(["5\n"])
    #expect(try text() == Self.header + "1\n2\n3\n4,to\n5\n")
  }

  @Test("a full card loses lines and keeps what it has", .compares(with: .fsck))
  func full() throws {
    var card = try CardImage(path: path, size: 4 << 20)
    let line = Array((String(repeating: "7", count: 9999) + "\n").utf8)
    var count = 0
    var last: CardError?
    while count < 1000, last == nil {
      do {
        try card.append(
          line.span, toFile: "20260601.CSV", startingWith: Array(Self.header.utf8).span)
        count += 1
      } catch {
        last = error
      }
    }
    #expect(last == .full)
    #expect((400..<420).contains(count))
    #expect(try check().status == 0)
    #expect(
      try card.end(ofFile: "20260601.CSV", upTo: 1 << 30).count == Self.header.utf8.count + count
        * 10_000)
  }

  /// Writes a line into a file, moves the image away, and returns its new path.
  private func moveAway(_ card: inout CardImage) throws -> String {
    let header = Array(Self.header.utf8)
    try card.append(Array("1\n".utf8).span, toFile: "A.CSV", startingWith: header.span)
    let elsewhere = folder.path("elsewhere")
    try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
    return elsewhere
  }

  @Test("an image that is moved away is a card that was pulled, and goes on when it is back")
  func movedAway() throws {
    var card = try CardImage(path: path)
    let header = Array(Self.header.utf8)
    let elsewhere = try moveAway(&card)
    #expect(throws: CardError.absent) {
      try card.append(Array("2\n".utf8).span, toFile: "A.CSV", startingWith: header.span)
    }
    #expect(throws: CardError.absent) { try card.end(ofFile: "A.CSV", upTo: 9) }
    try FileManager.default.moveItem(atPath: elsewhere, toPath: path)
    try card.append(Array("3\n".utf8).span, toFile: "A.CSV", startingWith: header.span)
    #expect(
      String(decoding: try card.end(ofFile: "A.CSV", upTo: 99), as: UTF8.self)
        == Self.header + "1\n3\n")
  }

  @Test("another image in its place gets files of its own, also after it was looked into")
  func replaced() throws {
    var card = try CardImage(path: path)
    let header = Array(Self.header.utf8)
    let elsewhere = try moveAway(&card)
    do { _ = try CardImage(path: path, size: 4 << 20) }
    let found = try card.end(ofFile: "A.CSV", upTo: 99)
    #expect(found.isEmpty)
    try card.append(Array("2\n".utf8).span, toFile: "A.CSV", startingWith: header.span)
    let text = String(decoding: try card.end(ofFile: "A.CSV", upTo: 99), as: UTF8.self)
    #expect(text == Self.header + "2\n")
    var first = try CardImage(path: elsewhere)
    #expect(
      String(decoding: try first.end(ofFile: "A.CSV", upTo: 99), as: UTF8.self)
        == Self.header + "1\n")
  }

  @Test("an image that was moved away is another board's to take, once that was noticed")
  func givenAway() throws {
    var card = try CardImage(path: path)
    let elsewhere = try moveAway(&card)
    #expect(throws: CardError.absent) { try card.end(ofFile: "A.CSV", upTo: 9) }
    _ = try CardImage(path: elsewhere)
  }

  // MARK: Invalid images

  @Test("what is no image is told at once, with its name and a remedy")
  func unusable() throws {
    var error = #expect(throws: CardImageError.self) {
      _ = try CardImage(path: folder.path("no/such"))
    }
    #expect(error?.description.contains("'\(folder.path("no/such"))'") == true)
    error = #expect(throws: CardImageError.self) { _ = try CardImage(path: folder.path) }
    #expect(error?.description.contains("'\(folder.path)'") == true)
    for (bytes, words) in [
      ([], "no volume that is known"), ([UInt8](repeating: 7, count: 100_000), "format it"),
    ] as [([UInt8], String)] {
      _ = try folder.write(bytes, to: "garbage")
      error = #expect(throws: CardImageError.self) {
        _ = try CardImage(path: folder.path("garbage"))
      }
      #expect(error?.description.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
      #expect(try folder.bytes(of: "garbage") == bytes)
    }
    for size in [0, 1, 4 << 20 - 1, 64 << 30] {
      #expect(throws: CardImageError.self) {
        _ = try CardImage(path: folder.path("new"), size: size)
      }
    }
    #expect(try folder.names == ["garbage"])
  }

  @Test("one that is cut, or has another size than is asked for, is told as such")
  func wrongSize() throws {
    try append(["1\n"], size: 8 << 20)
    let error = #expect(throws: CardImageError.self) { try append(["2\n"], size: 16 << 20) }
    #expect(error == .wrongSize(path, is: 8 << 20, not: 16 << 20))
    let whole = try folder.bytes(of: "card.img")
    _ = try folder.write(Array(whole.dropLast(512)), to: "card.img")
    let cut = #expect(throws: CardImageError.self) { try append(["2\n"]) }
    #expect(cut?.description.contains("16384 blocks of 512 bytes, and 16383 are there") == true)
  }

  @Test("two boards cannot have one image")
  func busy() throws {
    let first = try CardImage(path: path)
    let error = #expect(throws: CardImageError.self) { try append(["1\n"]) }
    #expect(error?.description.contains("another board's card") == true)
    _ = consume first
  }

  @Test("bytes that were spoilt at random are an error at most", arguments: 0..<40)
  func spoilt(seed: UInt64) throws {
    try append((0..<50).map { "\($0),line\n" }, size: 4 << 20)
    var bytes = try folder.bytes(of: "card.img")
    var chance = SplitMix(seed)
    for _ in 0..<8 {
      bytes[Int.random(in: 0..<(512 * 67), using: &chance)] = UInt8.random(
        in: 0...255, using: &chance)
    }
    _ = try folder.write(bytes, to: "card.img")
    try? append(["on\n"])
    _ = try? text()
    _ = try? CardVerdict(verifying: path)
  }
}

/// The random generator SplitMix64, reproducible by its seed.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
