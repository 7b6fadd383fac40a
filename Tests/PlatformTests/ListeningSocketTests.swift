import Platform
import Locks
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Listening sockets")
struct ListeningSocketTests {
  @Test("a free port is found, and told")
  func freePort() throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    #expect(socket.port > 0)
  }

  @Test("a port in use is told with what to do about it")
  func portInUse() throws {
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = socket.port
    let error = #expect(throws: ListenError.self) {
      let second = try ListeningSocket(host: "127.0.0.1", port: port)
      _ = second.port
    }
    #expect(error == ListenError(host: "127.0.0.1", port: port, code: EADDRINUSE))
    #expect(error?.description.contains("port \(port) on 127.0.0.1 is in use") == true)
    #expect(error?.description.contains("port 0") == true)
  }

  @Test("a port can be listened on again at once, though connections to it have just ended")
  func listensAgain() throws {
    let held = try HeldPort()
    for _ in 0..<2 {
      let listener = try ListeningSocket(host: "127.0.0.1", port: held.port).handOver()
      #expect(fcntl(listener, F_GETFD) == FD_CLOEXEC)
      let client = try ClientSocket(
        host: "127.0.0.1", port: held.port, until: .now + .seconds(300))
      let served = accept(listener, nil, nil)
      try #require(served >= 0)
      close(served)  // the side that closes first keeps the port for a while
      #expect(try client.receive(until: .now + .seconds(300)).isEmpty)
      close(listener)
    }
  }

  @Test("a name with addresses of both kinds is listened on at that of IPv4")
  func prefersIPv4() throws {
    let listener = try ListeningSocket(host: "localhost", port: 0)
    let client = try ClientSocket(
      host: "127.0.0.1", port: listener.port, until: .now + .seconds(300))
    #expect(throws: ConnectionError.timedOut) { try client.receive(until: .now) }
    _ = listener.port
  }

  @Test("what is sent to a connection arrives, or is left out where it would have to wait")
  func sendsWithoutWaiting() throws {
    var ends: [Int32] = [0, 0]
    #if os(Linux)
      try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    #else
      try #require(socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) == 0)
    #endif
    TCPSocket.send([1, 2, 3], on: ends[0])
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(recv(ends[1], &bytes, bytes.count, 0) == 3)
    #expect(bytes.prefix(4) == [1, 2, 3, 0])
    TCPSocket.send([UInt8](repeating: 0, count: 64 << 20), on: ends[0])
    TCPSocket.shutDown(ends[1])
    #expect(recv(ends[0], &bytes, bytes.count, 0) == 0)
    TCPSocket.send([1], on: ends[0])  // the other end is closed; no signal must come
    for end in ends { close(end) }
  }

  @Test(
    "a host that is nobody, or somebody else, is named",
    arguments: ["no.such.host.invalid", "192.0.2.1"])
  func foreignHost(host: String) throws {
    let error = #expect(throws: ListenError.self) {
      let socket = try ListeningSocket(host: host, port: 0)
      _ = socket.port
    }
    #expect(error?.description.contains(host) == true)
  }
}

@Suite("Errors of the system")
struct SystemErrorTests {
  @Test(
    "failures to connect are told by their kind",
    arguments: [
      (ECONNREFUSED, ConnectionError.refused), (EHOSTUNREACH, .unreachable),
      (ENETUNREACH, .unreachable), (ENETDOWN, .unreachable), (EHOSTDOWN, .unreachable),
      (EADDRNOTAVAIL, .unreachable), (ETIMEDOUT, .timedOut), (ECONNRESET, .reset), (EPIPE, .reset),
      (EACCES, .system(EACCES)),
    ])
  func tellsConnectionErrors(code: Int32, error: ConnectionError) {
    #expect(ConnectionError(code: code) == error)
  }

  @Test("what has no kind is told in the system's words")
  func quotesTheSystem() {
    #expect("\(ConnectionError.system(EACCES))" == String(cString: strerror(EACCES)))
    let error = ListenError(host: "h", port: 7, code: ENOMEM)
    let words = String(cString: strerror(ENOMEM))
    #expect(error.description == "cannot listen on h, port 7: \(words)")
  }

  @Test(
    "an eighth of the descriptors beyond 128 is kept back, 64 at most",
    arguments: [(16, 0), (135, 0), (136, 1), (639, 63), (640, 64), (1024, 64), (1_048_576, 64)])
  func keepsReserve(limit: Int, reserve: Int) {
    #expect(DescriptorLimit.reserve(of: limit) == reserve)
  }

  @Test("failures to listen say what to do")
  func tellsListenErrors() {
    let text = { (code: Int32) in ListenError(host: "h", port: 7, code: code).description }
    for code in [0, EADDRNOTAVAIL] { #expect(text(code).contains("'h' is no address")) }
    for code in [EACCES, EPERM] { #expect(text(code).contains("a port above 1023")) }
    #expect(ListenError(host: "h", port: 7, code: EADDRINUSE).isInUse)
    #expect(!ListenError(host: "h", port: 7, code: EACCES).isInUse)
  }

  #if os(Linux)
    @Test("descriptors are given back, whatever becomes of what held them")
    func givesBackDescriptors() async {
      await #expect(processExitsWith: .success) {
        try ScarceDescriptors.leave(20)
        for _ in 0..<100 {
          let pipe = WakeUpPipe()
          try #require(pipe.descriptor >= 0)
          try #require(SystemTable.text(of: "/proc/self/stat") != nil)
          let listener = try ListeningSocket(host: "127.0.0.1", port: 0)
          let port = listener.port
          let error = #expect(throws: ListenError.self) {
            let second = try ListeningSocket(host: "127.0.0.1", port: port)
            _ = second.port
          }
          try #require(error?.isInUse == true)
          let socket = try ClientSocket(
            host: "127.0.0.1", port: port, until: .now + .seconds(60))
          try socket.send([1], until: .now + .seconds(60))
          do {
            let refused = try ClientSocket(
              host: "127.0.0.1", port: 1, until: .now + .seconds(60))
            try refused.send([1], until: .now)
          } catch {
            try #require(error as? ConnectionError == .refused)
          }
          close(listener.handOver())
        }
      }
    }

    @Test("where descriptors run out, that is told, and the limit can be raised to the most")
    func runsOutOfDescriptors() async {
      await #expect(processExitsWith: .success) {
        let limit = try ScarceDescriptors.leave(0, raisableBy: 40)
        try #require(DescriptorLimit.current == limit)
        let pipe = WakeUpPipe()
        try #require(pipe.descriptor == -1)
        pipe.wake()
        pipe.drain()
        try #require(SystemTable.text(of: "/proc/self/stat") == nil)
        let error = #expect(throws: ListenError.self) {
          let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
          _ = socket.port
        }
        try #require(error?.code == EMFILE)
        DescriptorLimit.raise()
        try #require(DescriptorLimit.current == limit + 40)
        let next = WakeUpPipe()
        try #require(next.descriptor >= 0)
      }
    }
  #endif
}

@Suite("Threads and pipes")
struct BackgroundThreadTests {
  /// Whether a descriptor is readable without a wait.
  private static func isReadable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) == 1
  }

  @Test("a pipe is readable from a wake-up until it is drained, and never blocks")
  func drains() {
    let pipe = WakeUpPipe()
    #expect(!Self.isReadable(pipe.descriptor))
    pipe.drain()
    for _ in 0..<100_000 { pipe.wake() }  // a pipe holds 65,536 bytes
    #expect(Self.isReadable(pipe.descriptor))
    pipe.drain()
    #expect(!Self.isReadable(pipe.descriptor))
    pipe.wake()
    #expect(Self.isReadable(pipe.descriptor))
    var bytes = [UInt8](repeating: 0, count: 10)
    #expect(read(pipe.descriptor, &bytes, bytes.count) == 1)
    #expect(fcntl(pipe.descriptor, F_GETFD) == FD_CLOEXEC)
  }

  @Test("a thread knows itself, and leaves signals to others")
  func isItself() throws {
    let told = Told()
    let signals = [SIGPIPE, SIGINT, SIGTERM, SIGHUP]
    // A thread inherits its creator's signal mask unless it blocks signals itself.
    var (all, before) = (sigset_t(), sigset_t())
    sigemptyset(&all)
    for signal in signals { sigaddset(&all, signal) }
    pthread_sigmask(SIG_UNBLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let thread = try #require(
      BackgroundThread {
        var blocked = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &blocked)
        told.blocked.withLock { $0 = signals.map { sigismember(&blocked, $0) == 1 } }
        told.isCurrent.withLock { $0 = told.own.wait().isCurrent }
      })
    told.own.give(thread)
    thread.join()
    #expect(told.isCurrent.withLock { $0 } == true)
    #expect(told.blocked.withLock { $0 } == [true, true, true, true])
  }

  #if canImport(Glibc)
    @Test("where the system has no thread to give, what it was to run is let go")
    func needsThreads() async {
      await #expect(processExitsWith: .success) {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        // A stack of a petabyte is beyond every address space.
        try #require(pthread_attr_setstacksize(attributes, 1 << 50) == 0)
        typealias Setter = @convention(c) (UnsafePointer<pthread_attr_t>) -> Int32
        let setter = try #require(dlsym(nil, "pthread_setattr_default_np"))
        try #require(unsafeBitCast(setter, to: Setter.self)(attributes) == 0)
        weak var remains: Told?
        do {
          let told = Told()
          remains = told
          let thread = BackgroundThread { told.isCurrent.withLock { $0 = true } }
          try #require(thread == nil)
        }
        try #require(remains == nil)
      }
    }
  #endif

  /// A value that one thread hands over to another, which waits for it.
  private final class Handed<Value: Sendable>: Sendable {
    private let value = Lock<Value?>(nil)
    private let pipe = WakeUpPipe()

    func give(_ given: Value) {
      value.withLock { $0 = given }
      pipe.wake()
    }

    func wait() -> Value {
      while true {
        if let given = value.withLock({ $0 }) { return given }
        var entry = pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, -1)
      }
    }
  }

  private final class Told: Sendable {
    let blocked = Lock<[Bool]>([])
    let own = Handed<BackgroundThread>()
    let isCurrent = Lock<Bool?>(nil)
  }

  @Test("a thread waits on a pipe until it is woken, and can be joined")
  func waking() throws {
    let wakeUp = Waiting()
    let thread = try #require(BackgroundThread { wakeUp.wait() })
    #expect(!thread.isCurrent)
    wakeUp.pipe.wake()
    thread.join()
    wakeUp.pipe.drain()
  }

  private final class Waiting: Sendable {
    let pipe = WakeUpPipe()

    func wait() {
      var entry = pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&entry, 1, -1)
    }
  }
}
