internal import AppServer
internal import GNSSBasics
internal import TextOutput
internal import VirtualBoard

extension ClientJournal {
  /// The findings as JSON, the most severe first.
  var findingsJSON: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.array("findings") { json in
        for record in findings { json.object { record.write(to: &$0) } }
      }
    }
    return json.bytes
  }

  /// Returns the latest requests with numbers above `number` as JSON, the oldest first.
  func requestsJSON(after number: Int = 0) -> [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("count", requestCount)
      json.array("requests") { json in
        for record in requests where record.number > number {
          json.object { record.write(to: &$0) }
        }
      }
    }
    return json.bytes
  }

  /// The findings as a JUnit test report.
  ///
  /// A finding of severity `breaks` is a failed test; every other finding is a passed test with its text as
  /// output.
  var findingsJUnit: String {
    JUnitReport.document([
      .init(name: "findings", className: "boardsim.server", cases: findings.map(\.testCase))
    ])
  }
}

extension FindingRecord {
  /// The record as a JSON object.
  var json: [UInt8] {
    var json = JSONWriter()
    json.object { write(to: &$0) }
    return json.bytes
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.member("id", finding.kind.rawValue)
    json.member("node", node)
    json.member("severity", finding.kind.severity.rawValue)
    json.member("count", count)
    json.member("first", first.timestamp)
    json.member("last", last.timestamp)
    json.member("request", request)
    json.member("agent", agent)
    json.member("expected", finding.expected)
    json.member("found", finding.found)
    json.member("reality", finding.kind.reality)
    json.member("remedy", finding.kind.remedy)
  }

  fileprivate var testCase: JUnitReport.Case {
    let text =
      "expected \(finding.expected), found \(finding.found), \(count) times; "
      + "\(finding.kind.reality); \(finding.kind.remedy)"
    let breaks = finding.kind.severity == .breaks
    return JUnitReport.Case(
      name: "\(finding.kind.rawValue) \(request)", failure: breaks ? text : nil,
      note: breaks ? nil : text)
  }
}

extension RequestRecord {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("number", number)
    json.member("node", node)
    json.member("time", time.timestamp)
    json.member("client", client)
    json.member("method", method)
    json.member("target", target)
    json.member("agent", agent)
    json.member("status", status)
    json.member("length", length)
    json.array("findings") { json in for kind in findings { json.value(kind.rawValue) } }
  }
}

extension UnixTime {
  /// The time with milliseconds, in the format of rows.
  var timestamp: String { AirRow.timestamp(self) }
}
