import Platform
import TestSupport
import Testing

@testable import EventLoop

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("The admission of clients at a loop's listeners")
struct AdmissionDeskTests {
  /// A desk with one listener, a clock that the test sets, and the ends of the clients' sockets.
  private final class Reception {
    let listener: Listener
    private let pipe = WakeUpPipe()
    let desk: AdmissionDesk
    /// The clock's time, and the number of times that the listeners have paused.
    final class Course { var (now, pauses) = (Duration.seconds(100), 0) }
    let course = Course()
    private var clients: [(ours: Int32, theirs: Int32)] = []

    init(connections: Int = 100, perAddress: Int? = nil) throws {
      let base = try EventBase(wokenBy: pipe.descriptor)
      listener = try Listener(on: base, host: "127.0.0.1", port: 0)
      var limits = ConnectionLimits()
      limits.connections = connections
      limits.connectionsPerAddress = perAddress
      // Enough for all that tests in the same process have open.
      limits.descriptors = 1 << 24
      desk = AdmissionDesk(at: [listener], limits: limits) { [course] in course.now }
      desk.onPause = { [course] in course.pauses += 1 }
    }

    deinit { for client in clients { for end in [client.ours, client.theirs] { close(end) } } }

    /// Returns the descriptor of a new client's socket.
    func client() throws -> Int32 {
      var ends: [Int32] = [0, 0]
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
      clients.append((ends[0], ends[1]))
      return ends[0]
    }

    /// Whether the client with this socket has seen its connection's end.
    func isEnded(_ descriptor: Int32) -> Bool {
      var byte: UInt8 = 0
      let theirs = clients.first { $0.ours == descriptor }?.theirs ?? -1
      return recv(theirs, &byte, 1, Int32(MSG_DONTWAIT)) == 0
    }
  }

  @Test("a client for whom there is a place ends nobody, and nothing pauses")
  func admits() throws {
    let reception = try Reception(connections: 2)
    let clients = try (0..<2).map { _ in try reception.client() }
    for client in clients {
      let admission = try #require(reception.desk.admit(client))
      #expect(admission.ended == nil && !admission.isSurplus)
    }
    #expect(reception.desk.nextLook == nil && reception.desk.untilNextLook == nil)
    #expect(reception.course.pauses == 0 && !clients.contains { reception.isEnded($0) })
  }

  @Test("for the next client the one ends that has kept waiting longest, after a look")
  func makesPlace() throws {
    let reception = try Reception(connections: 2)
    let clients = try (0..<3).map { _ in try reception.client() }
    for client in clients[..<2] { _ = reception.desk.admit(client) }
    let admission = try #require(reception.desk.admit(clients[2]))
    #expect(admission.ended == clients[0] && !admission.isSurplus)
    #expect(clients.map { reception.isEnded($0) } == [true, false, false])
    #expect(reception.desk.nextLook == reception.course.now && reception.course.pauses == 1)
    reception.desk.tick()
    #expect(reception.desk.nextLook == nil, "there are descriptors enough")
    #expect(clients.map { reception.isEnded($0) } == [true, false, false])
  }

  @Test("a connection that was closed leaves its place, and the listeners accept again")
  func leavesPlace() throws {
    let reception = try Reception(connections: 1)
    let clients = try (0..<3).map { _ in try reception.client() }
    _ = reception.desk.admit(clients[0])
    reception.desk.close(clients[0])
    let second = try #require(reception.desk.admit(clients[1]))
    #expect(second.ended == nil)
    #expect(reception.desk.admit(clients[2])?.ended == clients[1])
    #expect(reception.desk.nextLook != nil)
    reception.desk.close(clients[1])
    #expect(reception.desk.nextLook == nil)
    #expect(!reception.isEnded(clients[0]) && !reception.isEnded(clients[2]))
  }

  @Test("where the system has no descriptor, one client ends after a pause")
  func outlastsExhaustion() throws {
    let reception = try Reception()
    let clients = try (0..<2).map { _ in try reception.client() }
    for client in clients { _ = reception.desk.admit(client) }
    reception.listener.onExhaustion()
    #expect(reception.desk.untilNextLook == .milliseconds(10) && reception.course.pauses == 1)
    reception.course.now += .microseconds(9999)
    reception.desk.tick()
    #expect(!clients.contains { reception.isEnded($0) })
    #expect(reception.desk.untilNextLook == .microseconds(1))
    reception.course.now += .microseconds(1)
    reception.desk.tick()
    #expect(clients.map { reception.isEnded($0) } == [true, false])
    #expect(reception.desk.nextLook == nil)
    reception.course.now += .seconds(1)
    reception.desk.tick()
    #expect(clients.map { reception.isEnded($0) } == [true, false])
  }

  #if os(Linux)
    @Test("an address that has its share of connections gets no more, until it has closed one")
    func keepsShares() throws {
      let reception = try Reception(perAddress: 2)
      let clients = try (0..<4).map { _ in try Self.distantSocket() }
      #expect(clients[..<2].allSatisfy { reception.desk.admit($0) != nil })
      #expect(reception.desk.admit(clients[2]) == nil)
      // The descriptor is closed, and another test may have it already.
      #expect(fcntl(clients[2], F_GETFD) < 0 || RemoteAddress(peerOf: clients[2]) == nil)
      let local = try reception.client()
      #expect(reception.desk.admit(local) != nil, "this machine has no limit")
      reception.desk.close(clients[0])
      #expect(reception.desk.admit(clients[3]) != nil)
      for client in [clients[0], clients[1], clients[3]] { close(client) }
    }

    /// Returns a socket whose other end has another machine's address; nothing is sent there.
    private static func distantSocket() throws -> Int32 {
      let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
      // Of one interface, the system takes every address for reachable.
      setsockopt(descriptor, SOL_SOCKET, SO_BINDTODEVICE, "lo", 3)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = UInt16(9).bigEndian
      try #require(inet_pton(AF_INET, "192.0.2.1", &address.sin_addr) == 1)
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      try #require(result == 0)
      return descriptor
    }
  #endif
}
