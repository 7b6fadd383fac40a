public import RTCMStreams
public import TextOutput

extension StreamVerdict {
  /// The checks as text for people: a line each, with a remedy below each check that did not pass.
  public var text: String {
    let width = checks.map { $0.name.count }.max() ?? 0
    let lines = checks.flatMap { check -> [String] in
      let gap = String(repeating: " ", count: width - check.name.count + 2)
      let name = String(check.name.map { $0 == "_" ? " " : $0 })
      let line = "\(check.result.name)  \(name)\(gap)\(check.finding)"
      let remedy = check.remedy.map { String(repeating: " ", count: 6) + "-> \($0)" }
      return [line] + (remedy.map { [$0] } ?? [])
    }
    return (lines + ["verdict: \(result.name)"]).joined(separator: "\n")
  }

  /// The failed checks in one line; `nil` when all passed.
  public var failure: String? {
    let failed = checks.filter { $0.result == .fail }
    return failed.isEmpty
      ? nil : failed.map { "\($0.name): \($0.finding)" }.joined(separator: "; ")
  }

  /// Writes the verdict as the member `verdict` of a JSON object.
  public func write(to json: inout JSONWriter) {
    json.object("verdict") { json in
      json.member("result", result.name)
      json.array("checks") { json in
        for check in checks {
          json.object { json in
            json.member("check", check.name)
            json.member("result", check.result.name)
            json.member("finding", check.finding)
            json.member("remedy", check.remedy)
          }
        }
      }
    }
  }
}
