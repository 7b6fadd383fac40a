import Foundation
import RINEX
import TestSupport
import Testing

/// Compact files, as Hatanaka's programs make and expand them.
enum CompactFile {
  static func compressed(_ text: [UInt8]) throws -> [UInt8] { try run(.rnx2crx, text) }

  static func expanded(_ bytes: [UInt8]) throws -> [UInt8] { try run(.crx2rnx, bytes) }

  private static func run(_ oracle: Oracle, _ bytes: [UInt8]) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    let input = URL(filePath: try folder.write(bytes, to: "input"))
    let result = try OutsideProgram(oracle).run(["-"], in: folder.url, input: input)
    #expect(result.status == 0)
    return Array(result.output.utf8)
  }

  /// Returns what our reader makes of a compact file that is fed in pieces.
  static func read(_ bytes: [UInt8], pieces: Int = 1000) -> (text: [UInt8], reader: HatanakaReader)
  {
    var reader = HatanakaReader()
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      reader.consume(
        bytes.span.extracting(start..<min(start + pieces, bytes.count)), into: &text)
    }
    reader.finish(into: &text)
    return (text, reader)
  }

  /// Returns the first line of what our reader makes of a compact file that is not as Hatanaka's program has it.
  static func firstDifference(of compact: [UInt8], pieces: Int = 1000) throws -> String? {
    func lines(_ text: [UInt8]) -> [Substring] {
      String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }
    let (ours, theirs) = (read(compact, pieces: pieces).text, try expanded(compact))
    if ours == theirs { return nil }
    let pair = zip(lines(ours), lines(theirs)).first { $0 != $1 }
    return pair.map { "|\($0)|\n|\($1)|" } ?? "\(ours.count) bytes in place of \(theirs.count)"
  }
}
