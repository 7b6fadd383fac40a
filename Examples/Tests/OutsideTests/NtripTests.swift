import NtripClient
import NtripProtocol
import Testing

@Suite("NtripProtocol and NtripClient from outside")
struct NtripTests {
  @Test("a conversation with a caster needs no socket")
  func readsStream() throws {
    let url = try NtripURL("ntrip://rover:secret@caster.example.org/MILAN")
    var session = NtripClientSession(to: url, at: .zero)
    #expect(String(decoding: session.takeOutput(), as: UTF8.self).hasPrefix("GET /MILAN HTTP/1.1"))

    var stream: [UInt8] = []
    let answer = Array("ICY 200 OK\r\n\r\nxyz".utf8)
    session.receive(answer.span, at: .seconds(1)) { bytes in
      for index in bytes.indices { stream.append(bytes[index]) }
    }
    #expect(session.state == .streaming(.one))
    #expect(stream == Array("xyz".utf8))
  }

  @Test("a position is written as a GGA sentence that reads back")
  func writesPosition() throws {
    let milan = GeodeticPosition(latitude: 45.478, longitude: 9.227, height: 165)
    let sentence = GGASentence(
      position: milan, timeOfDay: .seconds(43_200), satelliteCount: 12)
    let line = sentence.encode()
    let decoded = GGASentence(decoding: line.span)
    let read = try #require(decoded)
    #expect(abs(read.position.latitude - 45.478) < 1e-8)
    #expect(read.satelliteCount == 12)
  }

  /// Where a stream's bytes go.
  private struct Receiver {
    private(set) var byteCount = 0
    mutating func write(_ bytes: [UInt8]) { byteCount += bytes.count }
  }

  /// What the page of NtripClient says about network RTK.
  private static func follow(_ url: NtripURL, along places: AsyncStream<GeodeticPosition>) async {
    var receiver = Receiver()
    let start = GeodeticPosition(latitude: 45.478, longitude: 9.227, height: 165)
    let stream = NtripStream(from: url, position: GGASentence(position: start))
    Task { for await place in places { stream.report(GGASentence(position: place)) } }
    do throws(NtripFailure) {
      for try await element in stream {
        if case .data(let bytes) = element { receiver.write(bytes) }
      }
    } catch { print(error) }  // one sentence: which caster, what happened, what to do
  }

  @Test("a stream is told positions while it is awaited, and ends with its task")
  func followsWithPositions() async throws {
    let url = try NtripURL("ntrip://caster.invalid/VRS")
    let (places, place) = AsyncStream<GeodeticPosition>.makeStream()
    let following = Task { await Self.follow(url, along: places) }
    place.yield(GeodeticPosition(latitude: 45.479, longitude: 9.228, height: 165))
    place.finish()
    following.cancel()
    await following.value
  }

  @Test("a caster that is not there is a typed failure with a sentence to show")
  func failsWithReason() async throws {
    let url = try NtripURL("ntrip://caster.invalid/MILAN")  // nobody's name, by RFC 2606
    var options = NtripSessionOptions()
    options.connectTimeout = .milliseconds(500)
    let failure = await #expect(throws: NtripFailure.self) {
      for try await _ in NtripStream(from: url, options: options, retry: nil) {}
    }
    #expect(failure?.description.contains("caster.invalid:2101") == true)
  }
}
