import Foundation
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("boardsim server")
struct ServerTests {
  private let text = "21.53;48.2;100214.33;92.5;27;576;3.15;8.92;11.29;12.5;15.57;45.4737;9.218"

  @Test("the documented user logs in, posts what a board answers, and finds it")
  func wholePath() async throws {
    let server = try await RunningServer()
    let token = try server.token()
    #expect(try server.post(text, token).text.contains(#""temperature":21.53"#))
    let rows = try HTTPAnswer.get(
      "/api/data/findByDate/?startDate=2026-01-01T00:00:00Z&endDate=2100-01-01T00:00:00Z",
      port: server.port)
    #expect(rows.text.contains(#""latitude":45.4737"#))
    server.process.interrupt()
    #expect(await server.process.end().status == 0)
  }

  @Test("rows in a file outlive the server, whose key is kept there: a token too")
  func restarts() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path("rows.sqlite")
    let first = try await RunningServer("--store", store)
    let token = try first.token()
    #expect(try first.post(text, token).status == 200)
    first.process.terminate()
    #expect(await first.process.end().status == 0)
    let second = try await RunningServer("--store", store)
    #expect(try second.post(text, token).text.hasPrefix(#"{"id":2,"#))
  }

  @Test("killed in the midst of posts, every row that was answered is there, and the seals hold")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path("rows.sqlite")
    var server: RunningServer? = try await RunningServer("--store", store, "--limits", "off")
    let token = try #require(try server?.token())
    let port = try #require(server?.port)
    let body = #"{"data":"\#(text)"}"#
    var answered: [Int] = []
    try await withThrowingTaskGroup(of: [Int].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var numbers: [Int] = []
          for _ in 0..<250 {
            let answer = try? await HTTPAnswer.asking(
              "POST", "/api/data", port: port, headers: ["Authorization": "Bearer \(token)"],
              body: body)
            guard let answer, answer.status == 200 else { break }
            if let id = try JSONDocument(answer.body).number("id") { numbers.append(Int(id)) }
          }
          return numbers
        }
      }
      // The server is killed when some rows are stored, so that requests are in progress.
      while try rowCount(at: port, token) < 100 {}
      server?.process.kill()
      for try await numbers in group { answered += numbers }
    }
    server = nil
    #expect(answered.count >= 100)
    #expect(Set(answered).count == answered.count)
    let verdict = try await boardsim("server", "verify", "--store", store)
    #expect(verdict.status == 0)
    let count = try #require(Int(verdict.text.split(separator: " ")[0]))
    #expect(count >= answered.max() ?? 0)
  }

  private func rowCount(at port: UInt16, _ token: String) throws -> Int {
    let answer = try HTTPAnswer.to(
      "GET", "/api/data?limit=500", port: port, headers: ["Authorization": "Bearer \(token)"])
    return answer.text.split(separator: "\"id\"").count - 1
  }

  @Test("accounts are made, listed and deleted without a server")
  func users() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path("rows.sqlite")
    let password = try folder.write(Array("\n  a long secret \r\n2\n".utf8), to: "password")
    let added = try await boardsim(
      "server", "user", "add", "mario@example.org", "--password-file", password, "--store", store)
    #expect(added.text == "account 1: mario@example.org\n")
    let again = try await boardsim(
      "server", "user", "add", "MARIO@example.org", "--password-file", password, "--store", store)
    #expect(again.status == 1)
    #expect(again.errorLines.count == 1)
    let list = try await boardsim("server", "user", "list", "--json", "--store", store)
    let account = try JSONDocument(list.text)
    #expect(account.number("id") == 1 && account.text("email") == "mario@example.org")
    let server = try await RunningServer("--store", store)
    _ = try server.token("mario@example.org", "a long secret")
    let gone = try await boardsim("server", "user", "delete", "Mario@example.org", "--store", store)
    #expect(gone.status == 0)
    let login = try HTTPAnswer.to(
      "POST", "/api/user/login", port: server.port,
      body: #"{"email":"mario@example.org","password":"a long secret"}"#)
    #expect(login.status == 401)
    let none = try await boardsim("server", "user", "delete", "mario@example.org", "--store", store)
    #expect(none.status == 1)
  }

  @Test("rows are exported with their seals, and a changed one is named")
  func exportsAndVerifies() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path("rows.sqlite")
    let server = try await RunningServer("--store", store)
    let token = try server.token()
    for _ in 0..<3 { _ = try server.post(text, token) }
    server.process.interrupt()
    _ = await server.process.end()
    let csv = try await boardsim("server", "export", "--format", "csv", "--store", store)
    let lines = csv.text.split(separator: "\r\n")
    #expect(lines.count == 4)
    #expect(lines[0].hasPrefix("id,timestamp,email,temperature"))
    #expect(lines[1].hasSuffix(text))
    let json = try await boardsim("server", "export", "--store", store)
    #expect(json.text.split(separator: "\n").count == 3)
    let whole = try await boardsim("server", "verify", "--store", store)
    #expect(whole.status == 0)
    #expect(whole.text.hasPrefix("3 rows, all as they were written"))
  }

  @Test("whole months of rows are pruned, and the rest is as it was written")
  func prunes() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path("rows.sqlite")
    for date in ["2024-01-31T23:00:00Z", "2024-02-10T12:00:00Z", "2024-03-01T00:00:00Z"] {
      let server = try await RunningServer("--store", store, "--start", date)
      _ = try server.post(text, try server.token())
      server.process.interrupt()
      _ = await server.process.end()
    }
    func prune(_ date: String, _ options: String...) async throws -> BoardSimProcess.Outcome {
      try await boardsim(["server", "prune", "--before", date, "--store", store] + options)
    }
    let told = try await prune("2024-03-09", "--dry-run")
    #expect(told.text == "2024-01  1 rows\n2024-02  1 rows\n2 months, 2 rows would be removed\n")
    let removed = try JSONDocument(try await prune("2024-02", "--yes", "--json").text)
    #expect(removed.number("rows") == 1)
    let months = try #require(removed["months"] as? [[String: Any]])
    #expect(months.map { $0["month"] as? String } == ["2024-01"])
    let verdict = try await boardsim("server", "verify", "--store", store)
    #expect(verdict.text.hasPrefix("2 rows, all as they were written; the last seal is "))
    #expect(verdict.text.hasSuffix("; rows 1 to 1, of before 2024-02-01, were pruned\n"))

    let again = try await prune("2024-02-29", "--yes")
    #expect(again.status == 1)
    #expect(
      again.errorLines.joined().contains(
        "nothing to prune: no month with rows ends before 2024-02-29"))
    for date in ["2199-01", "2024", "2024-2", "2024-13", "2024-02-30", "24-01-01", "2024-01-01T"] {
      #expect(try await prune(date, "--yes").status == 2, "\(date)")
    }
  }

  @Test("a server's name is what --node says, or the port of this machine")
  func node() async throws {
    func name(_ server: RunningServer) throws -> String? {
      let answer = try HTTPAnswer.get("/api/v1/server", port: server.adminPort)
      return try JSONDocument(answer.body).text("node")
    }
    #expect(try name(try await RunningServer("--node", "rack-2:one")) == "rack-2:one")
    let plain = try await RunningServer()
    #expect(try name(plain)?.hasSuffix(":\(plain.port)") == true)
    for bad in ["", "a b", "\"", String(repeating: "a", count: 101)] {
      #expect(await boardsimHere(["server", "--node", bad]).status == 2, "\(bad)")
    }
  }

  @Test("accounts and rows of the original's dump are taken over, and its passwords work")
  func imports() async throws {
    let folder = try TemporaryFolder()
    let store = folder.path("rows.sqlite")
    let dump = try folder.write(Array(Self.dump.utf8), to: "dump.sql")
    let outcome = try await boardsim("server", "import", dump, "--store", store)
    #expect(outcome.text.hasPrefix("1 accounts and 2 rows added"))
    let rows = try await boardsim("server", "export", "--store", store)
    #expect(
      rows.text.contains(
        #""timestamp":"2020-06-01T10:00:00.000Z","email":"anna@example.org","temperature":24.5"#))
    let cut = try folder.write(Array(Self.dump.utf8.dropLast(4)), to: "cut.sql")
    let broken = try await boardsim("server", "import", cut, "--store", store)
    #expect(broken.status == 1)
    #expect(broken.errorLines.count == 1)
  }

  /// Two tables as `pg_dump` writes them.
  private static let dump = """
    --
    -- PostgreSQL database dump
    --
    COPY public.data (id, "timestamp", email, temperature, humidity, pressure, altitude, tvocs, eco2, pm05, pm1, pm25, pm4, pm10, latitude, longitude) FROM stdin;
    1\t2020-06-01 12:00:01+02\tanna@example.org\t24.6\t41\t102700\t122\t500\t300\t1\t2\t3\t4\t5\t45.4737\t9.21799
    0\t2020-06-01 10:00:00+00\tanna@example.org\t24.5\t40\t102700\t122\t500\t300\t1\t2\t3\t4\t5\t45.4737\t\\N
    \\.

    COPY public.users (email, "firstName", "lastName", password, gender, "birthDay") FROM stdin;
    anna@example.org\tAnna\tVer\\tdi\t$argon2i$v=19$m=4096,t=3,p=1$c29tZXNhbHQ$iWh06vD8Fy27wf9npn6FXWiCX4K6pW6Ue1Bnzz07Z8A\tfemale\t1990-07-21
    \\.
    """

  @Test(
    "what cannot be is one line, and ends with 1 or 2",
    arguments: [
      (["--store", "/nowhere/at/all.sqlite"], 1, "/nowhere/at/all.sqlite"),
      (["--store", "README.md"], 1, "README.md"),
      (["--tls", "only"], 2, "--tls must be self or CERT,KEY"),
      (["--tls", "none.pem,none.pem"], 1, "none.pem"),
      (["--fault", "arpa.slow"], 2, "there is no fault 'arpa.slow'"),
      (["--fault", "arpa.late until=3"], 2, "it takes from= to= for= probability= delay="),
      (["--fault", "arpa.html delay=3"], 2, "it takes from= to= for= probability="),
      (["--fault", "server.late to=3 for=4"], 2, "give one of them"),
      (["--fault", "server.late from=5 to=3"], 2, "'to' must not be before 'from'"),
      (["--answers", "kind"], 2, "apps, reference, strict"),
      (["--lan", "--host", "127.0.0.2"], 2, "leave out --host"),
    ])
  func impossible(words: [String], status: Int, says: String) async throws {
    let outcome = try await BoardSimProcess(["server", "--port", "0"] + words).end()
    #expect(outcome.status == status)
    #expect(outcome.errorLines.first?.contains(says) == true, "\(outcome.errorLines)")
  }

  @Test("a port in use ends the start with its number")
  func portInUse() async throws {
    let server = try await RunningServer()
    let other = try await boardsim("server", "--history", "none", "--port", "\(server.port)")
    #expect(other.status == 1)
    #expect(other.errorLines.contains { $0.contains("port \(server.port) on 127.0.0.1 is in use") })
  }

  @Test("a key of one's own must be long enough, and opens what it has signed")
  func ownKey() async throws {
    let short = try BoardSimProcess(
      ["server", "--port", "0"], environment: ["BOARDSIM_SERVER_SECRET": "short"])
    let outcome = await short.end()
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.first?.contains("32 bytes") == true)
    let key = ["BOARDSIM_SERVER_SECRET": String(repeating: "k" as Character, count: 32)]
    let first = try await RunningServer(environment: key)
    let second = try await RunningServer(environment: key)
    #expect(try second.post(text, first.token()).status == 200)
  }

  @Test("the store's place may stand in a file, and what works on a store needs one")
  func storeInFile() async throws {
    let folder = try TemporaryFolder()
    let place = try folder.write(Array("\(folder.path("rows.sqlite"))\n".utf8), to: "place")
    #expect(try await boardsim("server", "migrate", "--store", "@\(place)").status == 0)
    #expect(try folder.names.contains("rows.sqlite"))
    for words in [["verify"], ["user", "list"], ["export"], ["migrate", "--store", "memory"]] {
      let outcome = try await BoardSimProcess(["server"] + words).end()
      #expect(outcome.status == 2)
      #expect(outcome.errorLines.first?.contains("a store is needed") == true)
    }
  }

  @Test("what to change in each app is told by file and line")
  func appChanges() async throws {
    let outcome = await boardsimHere(["server", "--print-app-changes", "--port", "8090"])
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("src/store/state.js:36           ip: 'http://HOST:8090'"))
    #expect(outcome.text.contains("Login.js:22"))
  }

  @Test("board, server and open data are one world: the board's text becomes a row of its own time")
  func besideBoard() async throws {
    let board = try await RunningBoard(
      "--speed", "manual", "--with-server", "--server-port", "0", "--history", "none", "--start",
      "2026-06-10T10:45:00Z")
    let ready = try JSONDocument(board.readyLine)
    let port = try #require(UInt16(text: ready.text("server")))
    let login = try HTTPAnswer.to(
      "POST", "/api/user/login", port: port,
      body: #"{"email":"admin@dimaproject.it","password":"passwordSegret@130"}"#)
    let token = try #require(try JSONDocument(login.body).text("token"))
    let text = try HTTPAnswer.get("/", port: board.port).text
    let row = try HTTPAnswer.to(
      "POST", "/api/data", port: port, headers: ["Authorization": "Bearer \(token)"],
      body: #"{"data":"\#(text)"}"#)
    #expect(row.text.contains(#""timestamp":"2026-06-10T10:47:00"#))
    try board.advance(seconds: 900)
    let later = try HTTPAnswer.get("/resource/647i-nhxk.json?idsensore=5909&%24limit=1", port: port)
    #expect(later.text.contains(#""data":"2026-06-10T12:00:00.000""#))
    let findings = try HTTPAnswer.get("/api/v1/findings", port: board.controlPort)
    #expect(findings.text == #"{"findings":[]}"#)
    #expect(try HTTPAnswer.get("/api/v1/truth", port: board.controlPort).status == 200)
    try expectEvent(of: board, afterAsking: "/data/2.5/weather?lat=45&lon=9", at: port)
  }

  /// Expects that a mistake in a request to the server is an event at the board's control port.
  private func expectEvent(of board: RunningBoard, afterAsking path: String, at port: UInt16) throws
  {
    let events = try EventReader("/api/v1/events?only=finding", port: board.controlPort)
    #expect(try HTTPAnswer.get(path, port: port).status == 401)
    let told = try events.next().data
    #expect(told.text("app.request") == "GET /data/2.5/weather" && told.number("app.count") == 1)
    let all = try JSONDocument(HTTPAnswer.get("/api/v1/findings", port: board.controlPort).body)
    let first = (all["findings"] as? [[String: Any]])?.first
    #expect(first?["id"] as? String == told.text("app.id"))
  }

  /// The options named by the warnings, each of which closes an access.
  private static let doors = ["--demo-user off", "--anonymous-read off", "--tls self"]

  @Test(
    "each door that is open to the network is told in a line, with the option that shuts it",
    arguments: [
      (["--lan"], doors), (["--lan", "--demo-user", "off"], Array(doors[1...])),
      (["--lan", "--anonymous-read", "off"], [doors[0], doors[2]]),
      (["--lan", "--answers", "strict"], [doors[0], doors[2]]),
      (["--lan", "--demo-user", "off", "--answers", "reference"], [doors[2]]),
      (["--lan", "--tls", "self"], Array(doors[..<2])),
      (["--lan", "--tls", "self", "--demo-user", "off", "--anonymous-read", "off"], []), ([], []),
    ])
  func warnings(options: [String], shutters: [String]) async throws {
    let folder = try TemporaryFolder()
    let board = ["run", "--sky", "off", "--port", "0", "--with-server", "--server-port"]
    for command in [["server", "--port"], board] {
      let process = try BoardSimProcess(
        command + ["0", "--history", "none"] + options,
        environment: ["XDG_DATA_HOME": folder.path("data"), "HOME": folder.path("home")])
      var warnings: [String] = []
      while let line = await process.nextErrorLine(), line != "  stop with Ctrl-C" {
        if line.hasPrefix("warning: "), line.contains("this network") { warnings.append(line) }
      }
      #expect(warnings.count == shutters.count, "\(warnings)")
      for (warning, shutter) in zip(warnings, shutters) {
        #expect(warning.contains("; \(shutter) "))
      }
      process.interrupt()
      #expect(await process.end().status == 0)
    }
  }

  @Test("a store whose name cannot be read is an error, and not a server without the demo user")
  func unknownStore() {
    let server = ServerArguments(store: StoreArguments(location: "@/no/such/file"))
    #expect(throws: UsageError.self) {
      try ServerNotes.tell(server, url: "", admin: "", isBeyondLoopback: false)
    }
  }

  @Test("nothing is said of doors where only the ready line is wanted")
  func quietly() async throws {
    let process = try BoardSimProcess(
      ["server", "--port", "0", "--history", "none", "--lan", "--quiet"])
    #expect(await process.nextLine()?.hasPrefix("server ready: http://") == true)
    process.interrupt()
    #expect(await process.end().errorLines.isEmpty)
  }

  @Test("the server's options are not for a board alone")
  func withoutServer() async throws {
    let outcome = try await boardsim("run", "--history", "none")
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first?.contains("--with-server") == true)
  }
}
