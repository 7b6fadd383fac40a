internal import AppServer
internal import GNSSBasics
internal import TextOutput

extension ClientJournal {
  /// The findings, the worst first.
  var findingsJSON: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.array("findings") { json in
        for record in findings { json.object { record.write(to: &$0) } }
      }
    }
    return json.bytes
  }

  /// The latest requests, the oldest first.
  var requestsJSON: [UInt8] {
    var json = JSONWriter()
    json.object { json in
      json.member("count", requestCount)
      json.array("requests") { json in
        for record in requests { json.object { record.write(to: &$0) } }
      }
    }
    return json.bytes
  }

  /// The findings as a test report: what breaks fails, everything else passes with its text.
  var findingsJUnit: String {
    let records = findings
    let failures = records.filter { $0.finding.kind.severity == .breaks }.count
    var lines = [
      #"<?xml version="1.0" encoding="UTF-8"?>"#,
      #"<testsuite name="findings" tests="\#(records.count)" failures="\#(failures)">"#,
    ]
    for record in records { lines += record.junit }
    return (lines + ["</testsuite>"]).joined(separator: "\n") + "\n"
  }
}

extension FindingRecord {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("id", finding.kind.rawValue)
    json.member("severity", finding.kind.severity.rawValue)
    json.member("count", count)
    json.member("first", first.timestamp)
    json.member("last", last.timestamp)
    json.member("request", request)
    json.member("expected", finding.expected)
    json.member("found", finding.found)
    json.member("reality", finding.kind.reality)
    json.member("remedy", finding.kind.remedy)
  }

  fileprivate var junit: [String] {
    let name = "\(finding.kind.rawValue) \(request)".escapedForHTML
    let text = "expected \(finding.expected), found \(finding.found), \(count) times; "
      + "\(finding.kind.reality); \(finding.kind.remedy)"
    let head = "  <testcase classname=\"\(finding.kind.severity.rawValue)\" name=\"\(name)\">"
    let body =
      finding.kind.severity == .breaks
      ? "    <failure message=\"\(text.escapedForHTML)\"/>"
      : "    <system-out>\(text.escapedForHTML)</system-out>"
    return [head, body, "  </testcase>"]
  }
}

extension RequestRecord {
  fileprivate func write(to json: inout JSONWriter) {
    json.member("number", number)
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
  /// The time to the millisecond, as rows have it.
  var timestamp: String { AirRow.timestamp(self) }
}
