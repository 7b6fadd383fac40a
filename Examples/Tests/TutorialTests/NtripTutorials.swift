import NMEA
import NtripClient
import NtripMemory
import NtripProtocol
import RTCMStreams
import Testing

@Suite("Tutorial and guides: NtripClient, NtripProtocol, NtripMemory, NMEA")
struct NtripTutorials {
  /// What an app shows, and whether it goes on by itself.
  func advice(on failure: NtripFailure) -> String {
    switch failure.cause {
    case .wrongCredentials, .credentialsNeeded: "ask for user and password"
    case .noSuchMountpoint(_, let nearest): "offer \(nearest.joined(separator: ", "))"
    case .banned: "tell the user to write to the caster's operator"
    default: "\(failure)"
    }
  }

  func follow(_ url: NtripURL) async throws(NtripFailure) {
    var retry = RetryPolicy()
    retry.longestDelay = .seconds(10)
    var options = NtripSessionOptions()
    options.connectTimeout = .seconds(5)
    options.stallTimeout = .seconds(20)
    for try await element in NtripStream(from: url, options: options, retry: retry) {
      switch element {
      case .status(let status): print(status)
      case .data(let bytes): print(bytes.count)
      }
    }
  }

  func transport() -> NtripTransportOptions {
    NtripTransportOptions(
      trustedCertificates: "/etc/survey/caster-ca.pem", certificate: "/etc/survey/rover.pem",
      proxy: "socks5h://127.0.0.1:1080")
  }

  /// A loop of a program without tasks.
  func poll(_ url: NtripURL, while isRunning: () -> Bool, write: ([UInt8]) -> Void) {
    let link = NtripLink(to: url)
    var bytes: [UInt8] = []
    while isRunning() && !link.isOver {
      link.receive(into: &bytes)
      if !bytes.isEmpty { write(bytes) }
      bytes.removeAll(keepingCapacity: true)
    }
    if let failure = link.failure { print(failure) }
    print(link.statistics.connects, "connections,", link.statistics.badCRC, "bad CRCs")
    link.stop()
  }

  func push(_ parts: [[UInt8]], to url: NtripURL) {
    let link = NtripSourceLink(to: url)
    guard link.waitUntilReady() else { return }
    for part in parts {
      guard link.send(part) else { break }  // waits for room
    }
    link.finish()
    link.waitForEnd()
  }

  @Test("a caster that is not there: polled, pushed to and followed, each ends and says why")
  func endsWithReason() async throws {
    let url = try NtripURL("ntrip://caster.invalid/BASE")
    var polls = 0
    poll(
      url,
      while: {
        polls += 1; return polls < 10
      }, write: { _ in })
    let following = Task { try await follow(url) }
    following.cancel()
    _ = await following.result
    let refused = NtripFailure(
      .noSuchMountpoint(offered: 2, nearest: ["BASE"]), caster: "host:2101", mountpoint: "BASF")
    #expect(advice(on: refused) == "offer BASE")
    #expect(transport().verifiesCaster)
  }

  /// A caster and its client in one process, without a socket.
  @Test("a client reads a caster in memory")
  func talksInMemory() throws {
    let mountpoint = Mountpoint(name: "BASE", capture: Capture(try Fixture.milanBase()))
    let caster = SharedCaster(Caster([mountpoint]), isDriven: true)

    var session = NtripClientSession(to: try NtripURL("ntrip://localhost/BASE"), at: .zero)
    let id = caster.connect(saying: session.takeOutput(), at: .zero)
    var scanner = FrameScanner()
    for second in 0..<10 {
      let now = Duration.seconds(second)
      caster.advance(to: now)
      session.receive(caster.takeOutput(of: id).bytes.span, at: now) { bytes in
        scanner.consume(bytes) { frame in print(second, frame.messageType ?? 0) }
      }
    }
    print(session.state, scanner.counts.frames)
    #expect(session.state == .streaming(.two) && scanner.counts.frames >= 40)
  }

  @Test("sentences are found in a mixed stream, and a position is written")
  func readsSentences() {
    let line = "$GNRMC,120000.00,A,4528.68000,N,00913.80000,E,2.5,90.0,010626,,,R,V*0B\r\n"
    let stream = [0xD3, 0x00] + Array(line.utf8)

    var scanner = NMEAScanner()
    var fixes: [RMCSentence] = []
    scanner.consume(stream.span) { sentence in
      if let fix = RMCSentence(sentence) { fixes.append(fix) }
    }
    for fix in fixes where fix.isValid {
      print(fix.latitude ?? .nan, fix.longitude ?? .nan, fix.speedKnots ?? 0)
    }
    print(scanner.counts.sentences, "sentences,", scanner.counts.badChecksums, "damaged")

    let place = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)
    let report = GGASentence(position: place, quality: .rtkFixed, satelliteCount: 18)
    let bytes = report.encode(lineEnd: true)
    print(String(decoding: bytes, as: UTF8.self))
    #expect(scanner.counts.sentences + scanner.counts.badChecksums == 1)
    let decoded = GGASentence(decoding: bytes.span)
    #expect(decoded?.satelliteCount == 18)
  }
}
