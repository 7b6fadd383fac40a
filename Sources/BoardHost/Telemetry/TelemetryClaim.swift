internal import TextOutput

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The agreement of processes on whose boards are whose, so that no two publish the same ones.
///
/// A process claims its boards on each connection. One that has them already answers, and the newcomer ends. Of two
/// that claim at a time, the one with the lesser name stays.
struct TelemetryClaim: Sendable {
  /// The process's name: unique to the run.
  let process: String
  /// The numbers of the process's boards.
  let numbers: Range<Int>
  /// Whether the process has its boards.
  private(set) var isGranted = false

  /// The reaction to a claim.
  enum Reaction: Hashable {
    case none
    /// The claimant is to be told that the boards are taken.
    case objection
    /// The boards are the claimant's.
    case surrender
  }

  init(of process: String, _ numbers: Range<Int>) {
    (self.process, self.numbers) = (process, numbers)
  }

  /// Records that nobody has objected in time.
  mutating func grant() { isGranted = true }

  /// The claim as a message.
  var message: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("process", process)
      json.member("first_board", numbers.lowerBound)
      json.member("last_board", numbers.upperBound - 1)
    }
    return json.bytes
  }

  /// Returns the claimant and the reaction to a claim; `nil` for a message that is none, and for the own one.
  func reaction(to message: [UInt8]) -> (claimant: String, reaction: Reaction)? {
    struct Claim: Decodable {
      var process: String
      var first_board: Int
      var last_board: Int
    }
    guard let claim = try? JSONDecoder().decode(Claim.self, from: Data(message)),
      Self.isName(claim.process), claim.process != process, claim.first_board >= 0,
      claim.first_board <= claim.last_board, claim.last_board < Int.max
    else { return nil }
    guard numbers.overlaps(claim.first_board..<claim.last_board + 1) else {
      return (claim.process, .none)
    }
    return (claim.process, isGranted || process < claim.process ? .objection : .surrender)
  }

  /// Returns whether a text is a process's name, which becomes a level of a topic.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 32
      && text.utf8.allSatisfy { ($0 | 0x20 >= 97 && $0 | 0x20 <= 122) || ($0 >= 48 && $0 <= 57) }
  }
}
