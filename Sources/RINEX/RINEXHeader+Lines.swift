internal import GNSSBasics
import TextOutput

extension RINEXHeader {
  /// Appends the lines with the program's name and the comments.
  func appendProgramLines(to text: inout [UInt8]) {
    text.appendHeaderLine("PGM / RUN BY / DATE") { line in
      line.append(text: "boardsim", columns: 20)
      line.append(text: self[.runBy] ?? "", columns: 20)
      if let date { CivilTime(date).appendForProgram(to: &line) }
    }
    for comment in comments {
      var rest = Array(comment.utf8)[...]
      repeat {
        text.appendHeaderLine("COMMENT") { $0.append(text: rest, columns: 60) }
        rest = rest.dropFirst(60)
      } while !rest.isEmpty
    }
  }
}

extension [UInt8] {
  /// Appends a file's first line: format version, file type and satellite system.
  mutating func appendVersionLine(_ version: RINEXFormat, type: String, system: String = "") {
    appendHeaderLine("RINEX VERSION / TYPE") { line in
      line.append(text: "     \(version.rawValue)", columns: 20)
      line.append(text: type, columns: 20)
      line.append(text: system, columns: 20)
    }
  }
}
