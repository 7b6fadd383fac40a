import NtripMemory
import NtripProtocol
import RTCMParser
import RTCMStreams
import Synchronization
import TestSupport
import Testing

@Suite("Mountpoints of captures")
struct MountpointTests {
  @Test("the sourcetable says what the capture holds, and after how many seconds it is repeated")
  func record() throws {
    let capture = Capture(try MilanBase.capture)
    let record = Mountpoint(name: "M/1", capture: capture).record
    #expect(record.mountpoint == "M/1" && record.identifier == "M/1")
    #expect(record.format == "RTCM 3.3" && record.carrier == 2)
    #expect(record.formatDetails.hasPrefix("1006(10),1008(10),1013(30),1019(3),1020(4),1033(10)"))
    #expect(record.formatDetails.hasSuffix("1077(1),1087(1),1097(1),1127(1),1230(30)"))
    #expect(record.navigationSystem == "GPS+GLO+GAL+BDS")
    #expect(record.network == "boardsim" && record.generator == "boardsim")
    #expect(record.latitude.map { (45...46).contains($0) } == true)
    #expect(record.longitude.map { (9...10).contains($0) } == true)
    let seconds = Int(capture.index.period / .seconds(1))
    // Galileo's times have steps of minutes, GPS's of 16 s: the orbits of both move by four minutes.
    #expect(
      record.miscellaneous
        == "capture, repeats every 480 s, dated on, later passes without 1020, 1087, 1230 "
        + "(GLONASS can be dated on by whole hours only)")
    #expect(record.bitrate == (capture.bytes.count * 8 + seconds / 2) / seconds)
  }

  @Test("the sourcetable says whose stream it is")
  func provider() {
    let mine = StreamProvider(network: "mine", generator: "receiver/3")
    for record in [
      Mountpoint(name: "M", capture: Capture([]), provider: mine).record,
      Mountpoint(name: "M", live: Self.clock(), provider: mine).record,
    ] {
      #expect(record.network == "mine" && record.generator == "receiver/3")
    }
  }

  @Test("a capture that is played once says so")
  func once() throws {
    let mountpoint = Mountpoint(name: "M", capture: Capture([]), mode: .once)
    #expect(mountpoint.record.miscellaneous == "capture, played once")
    #expect(mountpoint.record.bitrate == 0)
    #expect(mountpoint.record.latitude == nil && mountpoint.record.longitude == nil)
  }

  @Test("what cannot be dated on is told", .compares(with: .captures))
  func losses() throws {
    let capture = Capture(try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3"))
    let loss = "without 1020, 1087, 1230 (GLONASS can be dated on by whole hours only)"
    #expect(
      Mountpoint(name: "M", capture: capture).record.miscellaneous
        == "capture, repeats every 960 s, dated on, later passes \(loss)")
    let options = PlayingOptions(date: UnixTime(seconds: 1_780_000_000))
    let dated = Mountpoint(name: "M", capture: capture, mode: .once, options: options)
    #expect(dated.record.miscellaneous == "capture, played once, \(loss)")
    #expect(dated.isClocked)
  }

  @Test("whoever comes when nobody has read for a while is not sent what is past")
  func passesOver() throws {
    let frames = try (0..<30).map { try ObservationFrames.frame(1077, time: 1000 * $0) }
    let capture = Capture(Array(frames.joined()))
    let caster = SharedCaster(Caster([Mountpoint(name: "M", capture: capture)]), isDriven: true)
    let request = Array("GET /M HTTP/1.0\r\n\r\n".utf8)
    let first = caster.connect(saying: request, at: .zero)
    caster.advance(to: .seconds(3))
    _ = caster.disconnect(first)
    caster.advance(to: .seconds(20))
    let second = caster.connect(saying: request, at: .seconds(20))
    caster.advance(to: .seconds(22))
    let stream = caster.takeOutput(of: second).bytes.dropFirst("ICY 200 OK\r\n\r\n".utf8.count)
    #expect(Array(stream) == Array(frames[21...22].joined()))
  }

  @Test("what is past of a capture is passed over at once")
  func skips() throws {
    let frames = try (0..<30).map { try ObservationFrames.frame(1077, time: 1000 * $0) }
    let mountpoint = Mountpoint(name: "M", capture: Capture(Array(frames.joined())))
    _ = mountpoint.mapFeed { feed in
      var feed = feed
      feed.skip(to: .milliseconds(19_500))
      #expect(feed.nextTime == .seconds(20))
      return feed
    }
  }

  /// A stream with an observation each second, and after the first minute another message type.
  private static func clock(_ second: Int = 5) -> StreamFeed {
    StreamFeed(at: .seconds(second)) {
      let frame = second < 65 ? try? ObservationFrames.frame(1077, time: second * 1000) : nil
      let station = second >= 65 ? try? ObservationFrames.station(1033) : nil
      return (frame ?? station ?? [], clock(second + 1))
    }
  }

  @Test("of a stream without end the first minute tells what the sourcetable says")
  func live() {
    let record = Mountpoint(name: "M", live: Self.clock()).record
    #expect(record.formatDetails == "1077(1)")
    #expect(record.navigationSystem == "GPS")
    #expect(record.miscellaneous == "live")
    #expect(record.bitrate.map { $0 > 0 } == true)
  }

  @Test("of a stream that is dense a mebibyte is looked at, and no more")
  func dense() {
    let made = Made()
    @Sendable func part(_ number: Int) -> StreamFeed {
      StreamFeed(at: .milliseconds(number)) {
        made.count.add(1, ordering: .relaxed)
        return ([UInt8](repeating: 0, count: 1 << 16), part(number + 1))
      }
    }
    _ = Mountpoint(name: "M", live: part(0))
    #expect(made.count.load(ordering: .relaxed) == 16)
  }
}

/// A counter of the parts made.
private final class Made: Sendable {
  let count = Atomic(0)
}
