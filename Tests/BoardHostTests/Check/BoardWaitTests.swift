import GNSSBasics
import BoardFirmware
@testable import BoardHost
import TestSupport
import Testing

@Suite("Waiting for a board")
struct BoardWaitTests {
  @Test("a board that serves is ready, one that listens nowhere is told with the reason")
  func serving() throws {
    let server = try ServedSnapshot(BoardState(.example))
    let url = try BoardURL("http://127.0.0.1:\(server.port)/")
    let ready = BoardWait(url, for: nil, pause: { _ in }).run(atMost: .seconds(10))
    guard case .ready(let condition) = ready else {
      Issue.record("\(ready)")
      return
    }
    #expect(condition.fix == .none)
    #expect(condition.boardTime == 10)
    let nobody = try BoardURL("http://127.0.0.1:1")
    let late = BoardWait(nobody, for: nil, pause: { _ in }).run(atMost: .zero)
    #expect(late == .notYet("the connection was refused"))
  }

  @Test("a fix is waited for, and what is said on the way is told once each")
  func fixes() throws {
    let state = BoardState(.example)
    let server = try ServedSnapshot(state)
    var climb: [GNSSFix] = [.threeD, .threeD, .rtkFloat, .rtkFixed]
    var told: [String] = []
    var pauses: [Duration] = []
    let wait = BoardWait(
      try BoardURL("http://127.0.0.1:\(server.port)"), for: .rtkFixed,
      pause: { pause in
        pauses.append(pause)
        var snapshot = state.snapshot
        snapshot.gnss.fix = climb.isEmpty ? .rtkFixed : climb.removeFirst()
        snapshot.gnss.reason = "\(snapshot.gnss.fix.name): because"
        state.publish(snapshot)
      },
      report: { told.append($0) })
    guard case .ready(let condition) = wait.run(atMost: .seconds(600)) else {
      Issue.record("not ready")
      return
    }
    #expect(condition.summary == "rtk-fixed: because")
    #expect(climb.isEmpty)
    #expect(pauses == Array(repeating: .milliseconds(500), count: 4))
    #expect(told == ["none", "3d: because", "rtk-float: because"])
  }

  @Test("a better fix than the one asked for will do")
  func better() throws {
    var snapshot = BoardSnapshot.example
    snapshot.gnss.fix = .rtkFloat
    let server = try ServedSnapshot(BoardState(snapshot))
    let url = try BoardURL("http://127.0.0.1:\(server.port)")
    func outcome(_ fix: GNSSFix) -> BoardReadiness {
      BoardWait(url, for: fix, pause: { _ in }).run(atMost: .zero)
    }
    guard case .ready = outcome(.dgnss), case .ready = outcome(.rtkFloat) else {
      Issue.record("not ready")
      return
    }
    #expect(outcome(.rtkFixed) == .notYet("rtk-float"))
  }

  @Test(
    "a status that comes with an error is none, whatever its text", arguments: [200, 201, 404, 503])
  func failing(status: Int) {
    let body = Array(#"{"board_time":10,"gnss":{"fix":"rtk-fixed","reason":"rtk-fixed: so"}}"#.utf8)
    let readiness = BoardReadiness(
      BoardExchange(
        BoardRequest(path: "/api/v1/status"),
        outcome: .answered(BoardReply(status: status, body: body))), wanting: .rtkFixed)
    guard case .ready(let condition) = readiness else {
      #expect(status != 200)
      #expect(readiness != .notYet("rtk-fixed: so"))
      return
    }
    #expect(status == 200)
    #expect(condition.reason == "rtk-fixed: so" && condition.fix == .rtkFixed)
  }

  @Test("a board of somebody else's is told as such, and a wait that nobody wants ends")
  func others() throws {
    let board = try ScriptedBoard { _ in .answer(ScriptedBoard.ok("22.5;45")) }
    let url = try BoardURL("http://127.0.0.1:\(board.port)/boards/2/")
    let wait = BoardWait(url, for: nil, isWanted: { false }, pause: { _ in })
    guard case .notYet = wait.run(atMost: .seconds(600)) else {
      Issue.record("ready")
      return
    }
    guard case .notYet(let reason) = BoardWait(url, for: nil, pause: { _ in }).run(atMost: .zero)
    else {
      Issue.record("ready")
      return
    }
    #expect(reason.contains("boardsim check"))
    #expect(board.requests.last?.hasPrefix("GET /boards/2/api/v1/status HTTP/1.1") == true)
  }
}
