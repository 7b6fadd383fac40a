import RTCMStreams
import NtripProtocol
import TestSupport
import Testing

@Suite("Streams of a caster")
struct BroadcastTests {
  private static let request = "GET /M HTTP/1.0\r\n\r\n"

  @Test("readers join at a slice's border and share its bytes")
  func joinsAtBorder() throws {
    let bytes = try capture(epochs: 4)
    let size = bytes.count / 4
    var harness = CasterHarness([Mountpoint(name: "M", capture: bytes)])
    let first = harness.connect(saying: Self.request)
    harness.advance(to: .milliseconds(1500))
    let second = harness.connect(saying: Self.request)
    #expect(harness.body(for: second).isEmpty)
    harness.advance(to: .seconds(3))
    #expect(harness.body(for: first) == bytes)
    #expect(harness.body(for: second) == Array(bytes[(2 * size)...]))
    #expect(harness.caster.snapshot.byteCount == 6 * size)
    #expect(harness.caster.snapshot.connections.map(\.byteCount) == [4 * size, 2 * size])
    #expect(harness.caster.snapshot.streams[0].readerCount == 2)
  }

  @Test("a stream begins with its first reader, and runs on while nobody reads")
  func runsOn() throws {
    let bytes = try capture(epochs: 10)
    var harness = CasterHarness([Mountpoint(name: "M", capture: bytes)])
    harness.advance(to: .seconds(100))
    let first = harness.connect(saying: Self.request)
    #expect(harness.body(for: first) == Array(bytes[..<(bytes.count / 10)]))
    harness.caster.disconnect(first)
    #expect(harness.caster.nextSliceTime == nil)
    harness.advance(to: .seconds(104.5))
    let second = harness.connect(saying: Self.request)
    harness.advance(to: .seconds(109))
    #expect(harness.body(for: second) == Array(bytes[(bytes.count / 2)...]))
  }

  @Test("time runs on for a stream that nobody reads, though nobody looks at it meanwhile")
  func runsOnUnseen() throws {
    let bytes = try capture(epochs: 10)
    var harness = CasterHarness([Mountpoint(name: "M", capture: bytes)])
    harness.caster.disconnect(harness.connect(saying: Self.request))
    harness.now = .seconds(4.5)
    let id = harness.connect(saying: Self.request)
    #expect(harness.body(for: id).isEmpty)
    harness.advance(to: .seconds(5))
    let sent = bytes[(bytes.count / 2)...][..<(bytes.count / 10 * 6)]
    #expect(harness.body(for: id) == Array(sent))
  }

  @Test("a snapshot tells of each stream and each reader what they are at")
  func takesSnapshots() throws {
    let bytes = try capture(epochs: 2)
    var harness = CasterHarness([
      Mountpoint(name: "M", capture: bytes, mode: .once), Mountpoint(name: "N", capture: bytes),
    ])
    let silent = harness.connect()
    let reader = harness.connect(saying: "GET /N HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n")
    _ = harness.connect(saying: Self.request)
    harness.advance(to: .seconds(1))
    let snapshot = harness.caster.snapshot
    #expect(snapshot.streams.map(\.mountpoint) == ["M", "N"])
    #expect(snapshot.streams.map(\.hasEnded) == [true, false])
    #expect(snapshot.streams.map(\.hasBegun) == [true, true])
    #expect(snapshot.streams.map(\.readerCount) == [0, 1])
    #expect(snapshot.connections.map(\.id) == [silent, reader])
    #expect(snapshot.connections.map(\.mountpoint) == [nil, "N"])
    #expect(snapshot.connections.map(\.version) == [.one, .two])
  }

  @Test("a speed that is none is refused")
  func refusesSpeeds() async {
    await #expect(processExitsWith: .failure) { _ = Caster([], speed: 0) }
    await #expect(processExitsWith: .failure) { _ = Caster([], speed: .infinity) }
    await #expect(processExitsWith: .failure) {
      var caster = Caster([])
      caster.speed = 0
    }
    await #expect(processExitsWith: .failure) {
      var caster = Caster([])
      caster.speed = .infinity
    }
    var caster = Caster([], speed: 0.25)
    caster.speed = 0.5
    #expect(caster.speed == 0.5)
  }

  @Test("a capture played once ends every reader's stream, late ones at once")
  func endsStreams() throws {
    let bytes = try capture(epochs: 2)
    var harness = CasterHarness([Mountpoint(name: "M", capture: bytes, mode: .once)])
    let one = harness.connect(saying: Self.request)
    let two = harness.connect(saying: "GET /M HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\n\r\n")
    #expect(!harness.caster.hasEnded)
    harness.advance(to: .seconds(1))
    #expect(harness.caster.hasEnded)
    #expect(harness.body(for: one) == bytes)
    #expect(harness.body(for: two).suffix(5) == Array("0\r\n\r\n".utf8))
    let three = harness.connect(saying: Self.request)
    for id in [one, two, three] { #expect(harness.isClosed(id)) }
    #expect(harness.caster.snapshot.connections.isEmpty)
  }

  @Test("captures play faster or slower than recorded", arguments: [0.5, 1, 3, 7, 1000])
  func playsAtSpeed(speed: Double) throws {
    let bytes = try capture(epochs: 5)
    var harness = CasterHarness([Mountpoint(name: "M", capture: bytes, mode: .once)], speed: speed)
    let id = harness.connect(saying: Self.request)
    var times: [Duration] = []
    while let next = harness.caster.nextSliceTime {
      times.append(next)
      harness.advance(to: next)
    }
    #expect(times == (1..<5).map { .seconds($0) / speed })
    #expect(harness.body(for: id) == bytes)
  }

  @Test("a connection's name is never used for another one")
  func namesOnce() throws {
    var harness = CasterHarness([Mountpoint(name: "M", capture: try capture(epochs: 2))])
    let first = harness.connect()
    harness.caster.disconnect(first)
    harness.caster.disconnect(first)
    let second = harness.connect()
    #expect(first != second)
    harness.say(Self.request, from: first)
    #expect(harness.bytes(for: second).isEmpty)
    #expect(harness.caster.snapshot.connections.map(\.id) == [second])
  }

  @Test(
    "a connection's account is open while it is, and handed over when it is closed by either side")
  func accounts() throws {
    let bytes = try capture(epochs: 2)
    var harness = CasterHarness([Mountpoint(name: "M", capture: bytes, mode: .once)])
    let (one, two) = (harness.connect(saying: Self.request), harness.connect(saying: Self.request))
    #expect(harness.caster.byteCount(of: one) == bytes.count / 2)
    #expect(harness.caster.disconnect(one) == bytes.count / 2)
    #expect(harness.caster.disconnect(one) == 0)
    #expect(harness.caster.byteCount(of: one) == 0)
    harness.advance(to: .seconds(1))
    #expect(harness.closed[two] == bytes.count / 2)
  }

  @Test("of two mountpoints with one name, the first is served")
  func servesFirst() throws {
    let (short, long) = (try capture(epochs: 1), try capture(epochs: 2))
    var harness = CasterHarness([
      Mountpoint(name: "M", capture: short), Mountpoint(name: "M", capture: long),
    ])
    _ = harness.connect(saying: Self.request)
    #expect(harness.caster.snapshot.streams.map(\.readerCount) == [1, 0])
  }
}

@Suite("Sourcetable of outside captures", .compares(with: .captures))
struct CaptureSummaryTests {
  @Test(
    "a mountpoint's record says what its capture holds",
    arguments: [
      (
        "swift__week-rollover-STR17.rtcm3", "RTCM 3.3",
        "1006(30),1008(1),1013(1),1019(10),1020(30),1033(30),1044(30),1045(10),1077(1),1087(1),"
          + "1097(1),1117(1),1127(1),1230(1)", 2, "GPS+GLO+GAL+QZS+BDS"
      ),
      (
        "jcmb__RTCM3.bin", "RTCM 3.2", "1004(1),1006(10),1008,1012(1),1013(10),1033(9)", 2,
        "GPS+GLO"
      ),
      ("gpsd__nmea-rtk.log", "RAW", "", 0, ""),
    ])
  func describes(
    name: String, format: String, details: String, carrier: Int, systems: String
  ) throws {
    let record = Mountpoint(name: "M", capture: try SharedCaptures.bytes(of: name)).record
    #expect(record.format == format)
    #expect(record.formatDetails == details)
    #expect(record.carrier == carrier)
    #expect(record.navigationSystem == systems)
  }

  @Test("the place is that of the first station message")
  func locates() throws {
    let capture = try SharedCaptures.bytes(of: "jdesbonnet__pairB_base-20181004-1452.ubx")
    let record = Mountpoint(name: "M", capture: capture).record
    #expect(abs(try #require(record.latitude) - 53.280467388) < 1e-8)
    #expect(abs(try #require(record.longitude) + 9.057840002) < 1e-8)
  }
}
