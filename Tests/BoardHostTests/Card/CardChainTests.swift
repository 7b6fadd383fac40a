import BoardFirmware
import Foundation
import TestSupport
import Testing

@testable import BoardHost

@Suite("Chained and signed lines")
struct CardChainTests {
  private let folder: TemporaryFolder
  private let key: CardKey
  private static let header = "board_time,temperature,eco2\n"
  private static let days = ["20260601.CSV", "20260602.CSV"]

  init() throws {
    folder = try TemporaryFolder()
    key = try CardKey()
  }

  private func card() throws -> CardFolder {
    try CardFolder(path: folder.path("card"), chain: CardChain(key: key))
  }

  private func append(
    _ numbers: Range<Int>, to name: String = days[0], on card: inout CardFolder
  ) throws {
    for number in numbers {
      let line = Array("\(number * 2).012,23.\(number % 10)1,4\(number)\n".utf8)
      try card.append(line.span, toFile: name, startingWith: Array(Self.header.utf8).span)
    }
  }

  /// Writes two days, signed, with 30 and 20 lines.
  private func writeDays() throws {
    var card = try card()
    try append(1..<31, on: &card)
    try append(31..<51, to: Self.days[1], on: &card)
    try card.finish()
  }

  private func text(_ name: String = days[0]) throws -> String {
    try folder.text(of: "card/\(name)")
  }

  private func lines(_ name: String = days[0]) throws -> [String] {
    try text(name).split(separator: "\n").map(String.init)
  }

  private func put(_ lines: [String], _ name: String = days[0]) throws {
    _ = try folder.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "card/\(name)")
  }

  private func verdict(key: String? = nil) throws -> CardVerdict {
    try CardVerdict(verifying: folder.path("card"), key: key)
  }

  /// Returns `FILE:LINE: KIND` for each finding.
  private func findings() throws -> [String] {
    try verdict().findings.map { "\($0.file):\($0.line): \($0.what.rawValue)" }
  }

  // MARK: Written files

  @Test("a chained card is whole and signed, day by day")
  func whole() throws {
    try writeDays()
    let verdict = try verdict(key: key.publicDigits)
    #expect(verdict.isWhole && verdict.unsignedLines == 0)
    #expect(verdict.files.map(\.lines) == [30, 20])
    #expect(verdict.files.allSatisfy { $0.keys == [key.publicDigits] })
    let lines = try lines()
    #expect(lines.count == 32)
    #expect(lines[0] == "board_time,temperature,eco2,chain")
    #expect(lines[1].hasPrefix("2.012,23.11,41,"))
    #expect(lines[31].hasPrefix("#SIG ed25519 \(key.publicDigits) "))
  }

  @Test(
    "links are SHA-256 and signatures Ed25519, as others compute them", .compares(with: .openssl))
  func others() throws {
    try writeDays()
    let lines = try lines()
    var link = String(repeating: "0", count: 64)
    link = try digest(link + Self.days[0] + "," + lines[0])
    for line in lines[1...3] {
      let comma = try #require(line.lastIndex(of: ","))
      link = try digest(link + line[..<comma])
      #expect(line[line.index(after: comma)...] == link)
    }
    let words = lines[31].split(separator: " ")
    let last = try #require(lines[30].split(separator: ",").last)
    #expect(try isSigned(String(last), key: String(words[2]), signature: String(words[3])))
    #expect(try !isSigned(link, key: String(words[2]), signature: String(words[3])))
  }

  private func digest(_ text: String) throws -> String {
    let file = try folder.write(Array(text.utf8), to: "text")
    let result = try OutsideProgram(.openssl).run(["dgst", "-sha256", "-r", file], in: folder.url)
    return String(result.output.prefix(64))
  }

  private func isSigned(_ text: String, key: String, signature: String) throws -> Bool {
    let open = try #require(CardKey.bytes(Array(key.utf8)[...], count: 32))
    let prefix: [UInt8] = [0x30, 0x2A, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 3, 0x21, 0]
    let result = try OutsideProgram(.openssl).run(
      [
        "pkeyutl", "-verify", "-pubin", "-keyform", "DER",
        "-inkey", try folder.write(prefix + open, to: "key"), "-rawin",
        "-in", try folder.write(Array(text.utf8), to: "text"),
        "-sigfile",
        try folder.write(
          try #require(CardKey.bytes(Array(signature.utf8)[...], count: 64)), to: "sig"),
      ], in: folder.url)
    return result.status == 0
  }

  @Test("a card that goes on after a stop, or a kill within a line, is whole")
  func goesOn() throws {
    var first = try card()
    try append(1..<10, on: &first)
    try first.finish()
    var second = try card()
    try append(10..<20, on: &second)
    let text = try text()
    for count in [0, 1, 20, 70, 90] {
      _ = try folder.write(Array(text.utf8.dropLast(count)), to: "card/20260601.CSV")
      var third = try card()
      try append(20..<25, on: &third)
      #expect(try verdict().isWhole, "\(count) bytes torn off")
      try third.finish()
      let verdict = try verdict(key: key.publicDigits)
      #expect(verdict.isWhole && verdict.unsignedLines == 0, "\(count) bytes torn off")
      var next = try card()
      try append(25..<26, to: Self.days[1], on: &next)
      #expect(try self.verdict().isWhole)
      try folder.remove("card/20260602.CSV")
    }
  }

  @Test("a header that was torn is made whole", arguments: [0, 1, 20, 33, 34])
  func tornHeader(count: Int) throws {
    var card = try card()
    let header = Array("board_time,temperature,eco2,chain\n".utf8)
    _ = try folder.write(Array(header.prefix(count)), to: "card/20260601.CSV")
    try append(1..<3, on: &card)
    #expect(try lines().first == "board_time,temperature,eco2,chain")
    #expect(try lines().count == 3)
    #expect(try verdict().isWhole)
  }

  @Test("a file without a chain is not gone on with, and what parts have learnt has none")
  func unchained() throws {
    var plain = try CardFolder(path: folder.path("card"))
    try append(1..<3, on: &plain)
    try append(1..<3, to: "BASELINE.CSV", on: &plain)
    var chained = try card()
    let error = #expect(throws: CardError.self) { try append(3..<4, on: &chained) }
    #expect(error?.description.contains("20260601.CSV on the card has no chain") == true)
    try append(3..<4, to: "BASELINE.CSV", on: &chained)
    #expect(try lines("BASELINE.CSV").count == 4)
    #expect(throws: CardVerificationError.notChained(folder.path("card"), days: 1)) {
      try verdict()
    }
    try append(4..<6, to: Self.days[1], on: &chained)
    #expect(try verdict().files.map(\.isChained) == [false, true])
    #expect(try verdict().isWhole)
  }

  @Test("other files between do not break the chain, and folders beside it are left alone")
  func foreign() throws {
    var card = try card()
    for number in 1..<6 {
      try append(number..<number + 1, on: &card)
      try append(number..<number + 1, to: "BASELINE.CSV", on: &card)
    }
    try card.finish()
    try FileManager.default.createDirectory(
      atPath: folder.path("card/DCIM"), withIntermediateDirectories: true)
    _ = try folder.write([0, 255, 10, 44], to: "card/NOTES.TXT")
    let verdict = try verdict(key: key.publicDigits)
    #expect(verdict.isWhole && verdict.files.map(\.name) == [Self.days[0]])
    #expect(try lines().count { $0.hasPrefix("#SIG") } == 1)
  }

  @Test("a day's file that was taken off the card is not signed, and the next one is")
  func takenAway() throws {
    var card = try card()
    try append(1..<4, on: &card)
    try folder.remove("card/20260601.CSV")
    try append(4..<6, to: Self.days[1], on: &card)
    try card.finish()
    #expect(try text() == "")
    #expect(try lines(Self.days[1]).count { $0.hasPrefix("#SIG") } == 1)
    try append(6..<7, to: Self.days[1], on: &card)
    try folder.remove("card/20260602.CSV")
    try card.finish()
    #expect(try text(Self.days[1]) == "")
  }

  @Test("a day's file that cannot be signed any more keeps no line of the next day away")
  func spoiltDay() throws {
    var card = try card()
    try append(1..<4, on: &card)
    _ = try folder.write(Array("a,b\nno line of ours\n".utf8), to: "card/20260601.CSV")
    try append(4..<6, to: Self.days[1], on: &card)
    #expect(try text() == "a,b\nno line of ours\n")
    #expect(try lines(Self.days[1]).count == 3)
  }

  @Test("a card that was pulled when the day ended is signed for that day once it is back")
  func pulledAtMidnight() throws {
    var card = try card()
    try append(1..<4, on: &card)
    let (path, elsewhere) = (folder.path("card"), folder.path("elsewhere"))
    try FileManager.default.moveItem(atPath: path, toPath: elsewhere)
    #expect(throws: CardError.absent) { try append(4..<5, to: Self.days[1], on: &card) }
    try FileManager.default.moveItem(atPath: elsewhere, toPath: path)
    try append(5..<6, to: Self.days[1], on: &card)
    #expect(try lines().last?.hasPrefix("#SIG") == true)
    #expect(try verdict().isWhole)
  }

  @Test("what is signed is signed once, and again only with what has come since")
  func signedOnce() throws {
    var card = try card()
    try append(1..<4, on: &card)
    for _ in 0..<3 { try card.finish() }
    #expect(try lines().count == 5)
    try append(4..<5, on: &card)
    try append(5..<6, to: Self.days[1], on: &card)
    try append(6..<7, to: Self.days[1], on: &card)
    try card.finish()
    #expect(
      try lines().map { $0.hasPrefix("#SIG") } == [false, false, false, false, true, false, true])
    #expect(try lines(Self.days[1]).map { $0.hasPrefix("#SIG") } == [false, false, false, true])
    #expect(try verdict(key: key.publicDigits).isWhole)
  }

  // MARK: Findings

  @Test("a changed digit anywhere is found and named")
  func changed() throws {
    try writeDays()
    for name in Self.days {
      let bytes = try folder.bytes(of: "card/\(name)")
      for index in stride(from: 0, to: bytes.count, by: 13) {
        guard (0x30...0x39).contains(bytes[index]) else { continue }
        var other = bytes
        other[index] = bytes[index] == 0x39 ? 0x30 : bytes[index] + 1
        _ = try folder.write(other, to: "card/\(name)")
        let line = bytes[..<index].count { $0 == 10 } + 1
        #expect(try findings() == ["\(name):\(line): changed"], "byte \(index) of \(name)")
      }
      _ = try folder.write(bytes, to: "card/\(name)")
    }
  }

  @Test("a digit of the header is found too, and what it was is told")
  func header() throws {
    try writeDays()
    var lines = try lines()
    lines[0] = lines[0].replacing("eco2", with: "eco3")
    try put(lines)
    #expect(try verdict().findings.map(\.description) == ["20260601.CSV:1: changed; it was 'eco2'"])
    // The first line, repeated further down, still follows the old header, but is no header.
    lines.insert(lines[1], at: 6)
    try put(lines)
    #expect(try findings() == ["20260601.CSV:1: changed", "20260601.CSV:7: inserted"])
  }

  @Test("what was changed before a line that was torn is found, and the torn one is not")
  func changedAndTorn() throws {
    try writeDays()
    var lines = try lines()
    lines[4] = lines[4].replacing("23.", with: "24.")
    _ = try folder.write(
      Array((lines[..<20].joined(separator: "\n") + "\n41.012,2").utf8),
      to: "card/\(Self.days[0])")
    try folder.remove("card/\(Self.days[1])")
    #expect(try findings() == ["20260601.CSV:5: changed"])
  }

  @Test("what was computed anew behind a change is found by the signature")
  func recomputed() throws {
    try writeDays()
    for (name, changed) in [(Self.days[0], 12), (Self.days[1], 1), (Self.days[1], 20)] {
      let lines = try lines(name)
      var forged = lines
      forged[changed] = forged[changed].replacing("23.", with: "24.")
      var link = try #require(
        changed == 1
          ? ChainLink(Array(try self.lines()[30].utf8.suffix(64))[...])?
            .next(header: Array(lines[0].utf8), of: name)
          : ChainLink(Array(lines[changed - 1].utf8.suffix(64))[...]))
      for index in changed..<lines.count - 1 {
        let content = Array(forged[index].utf8.dropLast(65))
        link = link.next(content)
        forged[index] = String(decoding: content + [44] + link.digits, as: UTF8.self)
      }
      try put(forged, name)
      let found = try findings()
      #expect(found.contains("\(name):\(lines.count): changed"), "\(found)")
      try put(lines, name)
    }
  }

  @Test("lines that were removed, inserted and reordered are told as such")
  func moved() throws {
    try writeDays()
    let lines = try lines()
    var other = lines
    other.remove(at: 12)
    try put(other)
    #expect(try findings() == ["20260601.CSV:13: removed"])
    other = lines
    other.removeSubrange(5..<15)
    try put(other)
    #expect(try findings() == ["20260601.CSV:6: removed"])
    other = lines
    other.insert("24.500,23.41,400," + String(repeating: "a", count: 64), at: 12)
    try put(other)
    #expect(try findings() == ["20260601.CSV:13: inserted"])
    other = lines
    let link = try #require(ChainLink(Array(lines[11].utf8.suffix(64))[...]))
    let content = "24.500,23.41,400"
    other.insert(
      content + "," + String(decoding: link.next(content.utf8).digits, as: UTF8.self), at: 12)
    try put(other)
    #expect(try findings() == ["20260601.CSV:13: inserted"])
    other = lines
    other.swapAt(12, 13)
    try put(other)
    #expect(try findings() == ["20260601.CSV:13: reordered"])
    other = lines
    other.insert("no line of ours", at: 20)
    try put(other)
    #expect(try findings() == ["20260601.CSV:21: inserted"])
  }

  @Test("a link that is another one altogether is told as that, where the next line follows")
  func anotherLink() throws {
    try writeDays()
    let lines = try lines()
    for index in [1, 12, 29] {
      var other = lines
      other[index] = lines[index].dropLast(64) + String(repeating: "a", count: 64)
      try put(other)
      #expect(
        try verdict().findings.map(\.description)
          == ["20260601.CSV:\(index + 1): changed; its link is another"])
    }
  }

  @Test("a line of which nothing fits is told as changed, behind a gap as behind removed ones")
  func unrecognisable() throws {
    try writeDays()
    let lines = try lines()
    for index in [1, 2, 12, 29, 30] {
      let time = lines[index].prefix { $0 != "," }
      var other = lines
      other[index] = "\(time),99.99,999," + String(repeating: "a", count: 64)
      try put(other)
      // After the last line the next day begins with another link, too.
      #expect(try findings().first == "20260601.CSV:\(index + 1): changed")
      guard index > 1 else { continue }
      other.remove(at: index - 1)
      try put(other)
      #expect(try findings().first == "20260601.CSV:\(index): removed")
    }
  }

  @Test("a day that is missing is told in the day behind it, and a day under another name too")
  func missingDay() throws {
    try writeDays()
    let first = try lines()
    try folder.remove("card/20260601.CSV")
    #expect(try findings() == ["20260602.CSV:2: removed"])
    try put(first, "20260531.CSV")
    #expect(try findings().contains { $0.hasPrefix("20260531.CSV:2: ") })
  }

  @Test("lines behind the last signature are counted, and another key is told")
  func unsigned() throws {
    var card = try card()
    try append(1..<10, on: &card)
    #expect(try verdict().unsignedLines == 9)
    try card.finish()
    try append(10..<13, on: &card)
    let verdict = try verdict(key: key.publicDigits)
    #expect(verdict.isWhole && verdict.unsignedLines == 3)
    let other = try CardKey().publicDigits
    let foreign = try self.verdict(key: other)
    #expect(foreign.findings.map(\.what) == [.foreignKey])
    #expect(foreign.findings.map(\.line) == [11])
  }

  @Test("what is no key, no card or no text is an error that says so")
  func unusable() throws {
    try writeDays()
    for text in ["", "abc", String(repeating: "g", count: 64), String(repeating: "a", count: 63)] {
      #expect(throws: CardVerificationError.notAKey(text)) { try verdict(key: text) }
    }
    #expect(throws: CardVerificationError.self) {
      _ = try CardVerdict(verifying: folder.path("none"))
    }
    _ = try folder.write([1, 2, 3], to: "file")
    #expect(throws: CardVerificationError.self) {
      _ = try CardVerdict(verifying: folder.path("file"))
    }
    _ = try folder.write([UInt8](repeating: 0, count: 10_000), to: "card/20260603.CSV")
    _ = try folder.write([10, 10, 44, 10], to: "card/20260604.CSV")
    _ = try folder.write([], to: "card/20260605.CSV")
    #expect(try verdict().files.count == 5)
    #expect(mkfifo(folder.path("card/20260606.CSV"), 0o600) == 0)
    #expect {
      try verdict()
    } throws: { error in
      "\(error)".contains("20260606.CSV")
    }
  }

  @Test("a card without chained files is told by how many there are")
  func notChained() {
    let remedy = "; 'boardsim run --card-chain' writes chained ones"
    #expect("\(CardVerificationError.notChained("c", days: 0))" == "'c' has no day's file" + remedy)
    #expect(
      "\(CardVerificationError.notChained("c", days: 2))"
        == "'c' has no chained day's file among 2" + remedy)
  }

  // MARK: Keys

  @Test("a key's file is made when missing, for its owner alone, and read again")
  func keyFile() throws {
    let path = folder.path("card.key")
    let made = try CardKey(file: path)
    #expect(try CardKey(file: path).publicDigits == made.publicDigits)
    #expect(try folder.bytes(of: "card.key").count == 65)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    for text in ["", "abc\n", String(repeating: "0", count: 63), String(repeating: "0", count: 66)]
    {
      let file = try folder.write(Array(text.utf8), to: "bad")
      #expect(throws: CardKeyError.notAKey(file)) { _ = try CardKey(file: file) }
    }
    #expect(throws: CardKeyError.self) { _ = try CardKey(file: folder.path("no/such")) }
  }
}
