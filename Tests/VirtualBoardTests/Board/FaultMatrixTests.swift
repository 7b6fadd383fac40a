import BoardSimulation
import Foundation
import TestSupport
import Testing

@testable import VirtualBoard

@Suite("Every fault with every driver")
struct FaultMatrixTests {
  private static let pairs = BoardFault.Kind.allCases.filter {
    [.bus, .part, .receiver].contains($0.place)
  }.flatMap { kind in
    kind.parts.filter { $0 != "veml7700" }.map { (kind, $0) }
  }

  /// Faults that a driver cannot detect: the value is wrong, and the table says so.
  private static let unseen: Set<BoardFault.Kind> = [.flip, .stale, .saturated, .drift, .brownOut]

  @Test("no fault hangs the board, and its part is well again within ten seconds of the end")
  func recovers() throws {
    var rows: [String] = []
    for (kind, part) in Self.pairs {
      let trial = try FaultTrial(kind, of: part)
      #expect(trial.recovery != nil, "\(kind.rawValue) of \(part): \(trial.error ?? "no error")")
      if !Self.unseen.contains(kind) {
        #expect(
          trial.untrue.during == 0, "\(kind.rawValue) of \(part): \(trial.example ?? "")")
      }
      // After a restart, gas sensors need time to run in, and particle sensors to settle.
      if part != "ccs811" && part != "sps30" {
        #expect(trial.untrue.after == 0, "\(kind.rawValue) of \(part): \(trial.example ?? "")")
      }
      rows.append(Self.row(trial))
    }
    try Self.hold(rows)
  }

  private static func row(_ trial: FaultTrial) -> String {
    let values =
      switch trial.untrue {
      case (0, 0): "true, or none"
      case (1, 0): "one sample is wrong, and in range"
      case (_, 0): "wrong while it lasts"
      case (0, _): "true, or none; settling after the restart"
      default: "wrong while it lasts; settling after the restart"
      }
    let back = trial.recovery.map { $0 < 0.15 ? "at once" : "\(Int($0.rounded(.up))) s" } ?? "never"
    return
      "| `\(trial.kind.rawValue)` | `\(trial.part)` | \(trial.error ?? "–") | \(back) | \(values) |"
  }

  /// Compares the rows with the table in the documentation, or writes the table on request.
  private static func hold(_ rows: [String]) throws {
    let path = SharedCaptures.packageRoot.appending(path: "docs/faults.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    let marks = ["<!-- the matrix begins -->\n", "<!-- the matrix ends -->"]
    let head = try #require(text.range(of: marks[0])).upperBound
    let tail = try #require(text.range(of: marks[1])).lowerBound
    let table =
      "| fault | part | what the driver says | well again | values |\n|---|---|---|---|---|\n"
      + rows.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["BOARDSIM_WRITE_MATRIX"] != nil {
      try (text[..<head] + table + text[tail...]).write(to: path, atomically: true, encoding: .utf8)
    } else {
      #expect(text[head..<tail] == table, "run scripts/check/tables and look at what is different")
    }
  }
}
