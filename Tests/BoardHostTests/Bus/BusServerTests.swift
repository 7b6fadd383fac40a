import BoardHost
import BoardSimulation
import EventLoop
import TestSupport
import Testing
import VirtualBoard

@Suite("The bus over sockets")
struct BusServerTests {
  private static func server(
    isOnce: Bool = false, connectionLimit: Int = 1000, failing: Bool = false
  ) throws -> BusServer {
    var configuration = BusServer.Configuration()
    configuration.isOnce = isOnce
    configuration.connectionLimit = connectionLimit
    configuration.boards.board.isStrict = failing
    configuration.boards.failsOnMisuse = failing
    return try BusServer(configuration)
  }

  @Test("unless told otherwise it takes a free port of this machine, a thousand clients, and stays")
  func usualConfiguration() {
    let usual = BusServer.Configuration()
    #expect(usual.host == "127.0.0.1" && usual.port == 0)
    #expect(usual.connectionLimit == 1000 && !usual.isOnce)
  }

  /// Reads the next line, without its end.
  private static func line(_ connection: TCPConnection) throws -> String {
    var line: [UInt8] = []
    while let byte = try connection.read(1).first, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  private static func ask(_ connection: TCPConnection, _ line: String) throws -> String {
    try connection.send(line + "\n")
    return try self.line(connection)
  }

  @Test("clients have their own time, and lines may come in any pieces")
  func serves() throws {
    let server = try Self.server()
    let (one, two) = (
      try TCPConnection(port: server.port), try TCPConnection(port: server.port)
    )
    #expect(try Self.ask(one, "HELLO 1") == "OK boardsim 1")
    #expect(try Self.ask(one, "D 2000") == "OK 2000")
    for byte in "T 77 w d0 r 1\n".utf8 { try one.send([byte]) }
    #expect(try Self.line(one) == "OK 60 t=390 s=0")
    #expect(try Self.ask(two, "NOW") == "OK 0")
    try two.send("NOW\nD 1\nNOW\n")
    #expect(try (0..<3).map { _ in try Self.line(two) } == ["OK 0", "OK 1", "OK 1"])
    server.stop()
    #expect(try one.readToEnd().isEmpty)
  }

  @Test("a line without end closes its connection with a reason, and no other")
  func refusesLongLines() throws {
    let server = try Self.server()
    let (rude, kind) = (
      try TCPConnection(port: server.port), try TCPConnection(port: server.port)
    )
    // The server may close the connection while more bytes are sent.
    try? rude.send([UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000))
    rude.finishSending()
    #expect(
      String(decoding: try rude.readToEnd(), as: UTF8.self).hasPrefix("ERR length a line has"))
    #expect(try Self.ask(kind, String(repeating: " ", count: 4096)).hasPrefix("ERR command"))
    #expect(try Self.ask(kind, "NOW") == "OK 0")
    server.stop()
  }

  @Test("garbage is answered, and a client that goes in the midst of a line is forgotten")
  func survivesGarbage() throws {
    let server = try Self.server()
    do {
      let gone = try TCPConnection(port: server.port)
      try gone.send("T 77 w f")
    }
    let rude = try TCPConnection(port: server.port)
    #expect(try Self.ask(rude, "GET / HTTP/1.1").hasPrefix("ERR command"))
    try rude.send([0, 255, 254, 10])
    #expect(try Self.line(rude).hasPrefix("ERR command"))
    #expect(try Self.ask(rude, "T 77 r 9999999").hasPrefix("ERR range"))
    server.stop()
  }

  @Test("one client too many is told so, and the others are served")
  func limitsClients() throws {
    let server = try Self.server(connectionLimit: 2)
    let connections = try (0..<2).map { _ in try TCPConnection(port: server.port) }
    for connection in connections { #expect(try Self.ask(connection, "NOW") == "OK 0") }
    let third = try TCPConnection(port: server.port)
    #expect(try Self.line(third).hasPrefix("ERR clients "))
    third.finishSending()
    #expect(try third.readToEnd().isEmpty)
    #expect(try Self.ask(connections[0], "D 7") == "OK 7")
    server.stop()
  }

  @Test("where places run short, who has kept it waiting longest for a line makes room")
  func makesRoom() throws {
    let server = try Self.server(connectionLimit: 3)
    let driver = try TCPConnection(port: server.port)
    #expect(try Self.ask(driver, "D 7") == "OK 7")
    let dripping = try (0..<20).map { _ in
      let connection = try TCPConnection(port: server.port)
      try? connection.send("T 77")
      return connection
    }
    let newcomer = try TCPConnection(port: server.port)
    #expect(try Self.ask(newcomer, "NOW") == "OK 0")
    for drip in dripping.prefix(19) { #expect(try drip.readToEnd().isEmpty) }
    #expect(try Self.ask(driver, "NOW") == "OK 7")
    try newcomer.send("NO")
    for number in 0..<3 {
      let next = try TCPConnection(port: server.port)
      #expect(try Self.ask(next, "D \(number)") == "OK \(number)")
    }
    server.stop()
  }

  @Test("five hundred clients at once each have their board")
  func manyClients() throws {
    let server = try Self.server()
    let connections = try (0..<500).map { _ in try TCPConnection(port: server.port) }
    for (number, connection) in connections.enumerated() {
      try connection.send("D \(number)\nNOW\n")
    }
    for (number, connection) in connections.enumerated() {
      #expect(try Self.line(connection) == "OK \(number)")
      #expect(try Self.line(connection) == "OK \(number)")
    }
    server.stop()
  }

  @Test("once: it ends with its last client")
  func endsOnce() throws {
    let server = try Self.server(isOnce: true)
    do {
      let client = try TCPConnection(port: server.port)
      #expect(try Self.ask(client, "NOW") == "OK 0")
    }
    #expect(server.waitForEnd(atMost: .seconds(60)))
    #expect(!server.hasOffender)
    server.stop()
  }

  @Test("an offence that is an error ends it, once its last client has left")
  func endsWithOffender() throws {
    let server = try Self.server(failing: true)
    do {
      let client = try TCPConnection(port: server.port)
      for line in ["D 2000", "T 77 w f201f425", "D 2000"] { _ = try Self.ask(client, line) }
      #expect(try Self.ask(client, "T 77 w f7 r 8").hasPrefix("ERR strict bme280"))
      #expect(try Self.ask(client, "NOW").hasPrefix("OK"))
      #expect(server.hasOffender)
    }
    #expect(server.waitForEnd(atMost: .seconds(60)))
    server.stop()
  }

  @Test("a port in use is told")
  func needsPort() throws {
    let server = try Self.server()
    var configuration = BusServer.Configuration()
    configuration.port = server.port
    #expect(throws: SocketServerError.self) { try BusServer(configuration) }
    server.stop()
  }
}
