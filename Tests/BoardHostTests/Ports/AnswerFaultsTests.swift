import BoardFirmware
import BoardSimulation
import HTTPMessages
import HTTPServer
import Synchronization
import Testing

@testable import BoardHost

@Suite("What faults make of the data port's answers")
struct AnswerFaultsTests {
  private let published = PublishedFaults(seed: 1)
  /// The state of a board at ten seconds of board time.
  private let state = BoardState(.example)

  /// Returns the reply in place of an answer `abc` under the given faults.
  private func reply(_ faults: String...) throws -> HTTPReply {
    published.publish(try faults.map { text in try BoardFault(parsing: text) })
    return AnswerFaults(faults: published, state: state).reply {
      .now(HTTPResponse(status: 200, fields: [], body: Array("abc".utf8)))
    }
  }

  @Test(
    "without one that is on, nothing", arguments: [[], ["http.reset to=9"], ["nack part=sps30"]])
  func none(faults: [String]) throws {
    published.publish(try faults.map { text in try BoardFault(parsing: text) })
    let answers = AnswerFaults(faults: published, state: state)
    guard case .now(let response) = answers.reply({ .now(HTTPResponse(status: 200, json: [])) })
    else {
      Issue.record("another reply")
      return
    }
    #expect(response.content == HTTPResponse(status: 200, json: []))
  }

  @Test("the one that was given last counts, and how late it is besides")
  func several() throws {
    guard case .now(let failed) = try reply("http.html", "http.status status=404") else {
      Issue.record("another reply")
      return
    }
    #expect(failed.content.status == 404)
    guard
      case .delayed(.now(let page), let time) = try reply(
        "http.status", "http.late seconds=2.5", "http.html", "wifi.lost")
    else {
      Issue.record("another reply")
      return
    }
    #expect(page.content.status == 200 && page.content.body.starts(with: "<!DOCTYPE html>".utf8))
    #expect(time == .seconds(2.5))
  }

  @Test("what is not said of one is what its kind has instead")
  func standards() throws {
    guard case .now(let failed) = try reply("http.status") else {
      Issue.record("another reply")
      return
    }
    #expect(failed.content.status == 500)
    guard case .cut(let cut, after: 20) = try reply("http.cut") else {
      Issue.record("another reply")
      return
    }
    #expect(cut.body == Array("abc".utf8))
    guard case .cut(_, after: 2) = try reply("wifi.close bytes=2") else {
      Issue.record("another reply")
      return
    }
    guard case .delayed(.now, by: .seconds(7)) = try reply("http.late") else {
      Issue.record("another reply")
      return
    }
  }

  @Test("connections are reset, also where an answer that is to be cut is not there yet")
  func resets() throws {
    for name in ["http.reset", "http.refuse"] {
      guard case .reset = try reply(name) else {
        Issue.record("another reply")
        return
      }
    }
    published.publish([BoardFault(.httpCut)])
    let late = AnswerFaults(faults: published, state: state).reply { .later { _ in } }
    guard case .reset = late else {
      Issue.record("another reply")
      return
    }
  }

  @Test("a module that is busy answers once, as soon as it is no longer")
  func busy() throws {
    guard case .later(let begin) = try reply("wifi.busy to=12", "http.reset") else {
      Issue.record("another reply")
      return
    }
    let count = Atomic<Int>(0)
    begin { _ in count.add(1, ordering: .relaxed) }
    var counts: [Int] = []
    for second in 11...15 {
      var snapshot = state.snapshot
      snapshot.boardTime = .seconds(second)
      state.publish(snapshot)
      counts.append(count.load(ordering: .relaxed))
    }
    #expect(counts == [0, 1, 1, 1, 1])
  }

  @Test("chance is drawn where one is not certain, and only there")
  func chance() throws {
    func strikes(_ faults: String...) throws -> [Bool] {
      let published = PublishedFaults(seed: 7)
      published.publish(try faults.map { text in try BoardFault(parsing: text) })
      return (0..<400).map { _ in
        published.strikes(at: .seconds(10)).contains { $0.kind == .httpReset }
      }
    }
    let half = try strikes("http.reset probability=0.5")
    #expect((150...250).contains(half.count { $0 }))
    #expect(try strikes("http.reset probability=0.5", "http.html", "http.late to=3") == half)
    #expect(try strikes("http.reset").allSatisfy { $0 })
    #expect(try !strikes("http.reset probability=0").contains(true))
  }

  @Test("one of answers is on between its times, whatever its probability")
  func isOn() throws {
    #expect(!published.isOn(.wifiBusy, at: .seconds(10)))
    published.publish([try BoardFault(parsing: "wifi.busy from=5 to=12 probability=0.001")])
    #expect(published.isOn(.wifiBusy, at: .seconds(10)))
    #expect(!published.isOn(.wifiClose, at: .seconds(10)))
    #expect(!published.isOn(.wifiBusy, at: .seconds(4)))
    published.publish([])
    #expect(!published.isOn(.wifiBusy, at: .seconds(10)))
    #expect(published.strikes(at: .seconds(10)).isEmpty && published.all.isEmpty)
  }
}
