@testable import BoardHost
import Mathematics
import Testing

@Suite("Hostile answers of a board")
struct HostileReplyTests {
  /// The result of reading an answer, without the error's text, which depends on how the bytes arrived.
  private enum Reading: Equatable {
    case whole(BoardReply)
    case unfinished
    case refused
  }

  private static func read(_ bytes: [UInt8], inPiecesOf size: Int, _ method: String) -> Reading {
    var reader = ReplyReader(method: method)
    do throws(ReplyError) {
      for start in stride(from: 0, to: bytes.count, by: size) {
        try reader.consume(Array(bytes[start..<min(start + size, bytes.count)]))
      }
    } catch {
      return .refused
    }
    reader.finish()
    return reader.whole.map(Reading.whole) ?? .unfinished
  }

  private static func mutated(_ answer: String, _ chance: inout Xoshiro256) -> [UInt8] {
    var bytes = Array(answer.utf8)
    let odd = Array("\r\n:;. -+eE,\0\u{1B}\u{9B}\u{2028}9\u{7F}HTTP/1.".utf8)
    for _ in 0..<Int.random(in: 1...6, using: &chance) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &chance)
      switch Int.random(in: 0..<4, using: &chance) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
      case 1: bytes.insert(odd.randomElement(using: &chance) ?? 0, at: place)
      case 2: bytes.remove(at: place)
      default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
      }
    }
    return bytes
  }

  private static let answers =
    ReplyReaderTests.answers.map(\.bytes)
    + [
      BoardRecord.goodBody, BoardRecord.legacyPage, ";;;;;;;;;;;;",
      "1e9;-0;+5;.;1,5;nan;9e999;;;;;0;0",
    ].map { ScriptedBoard.ok($0) }

  @Test("are read alike in one piece and in many, and judged without harm", arguments: 0..<20)
  func mutations(seed: UInt64) throws {
    var chance = Xoshiro256(seed: seed, part: "hostile")
    for answer in Self.answers {
      for method in ["GET", "HEAD"] {
        for _ in 0..<5 {
          let bytes = Self.mutated(answer, &chance)
          let reading = Self.read(bytes, inPiecesOf: bytes.count + 1, method)
          #expect(Self.read(bytes, inPiecesOf: 3, method) == reading)
          guard case .whole(let reply) = reading else { continue }
          for dialect in [nil, "air-quality", "legacy-html"] {
            let text = CheckReport(of: try .of(reply), as: dialect).text
            #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
            #expect(!text.unicodeScalars.contains { (0x7F...0x9F).contains($0.value) })
            #expect(text.utf8.count < 10_000)
          }
        }
      }
    }
  }
}
