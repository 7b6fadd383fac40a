import GNSSBasics
import NtripProtocol
import Testing

@Suite("Positions and clocks of a session")
struct NtripClientSessionTests {
  static let url = NtripURL(host: "h", mountpoint: "M")
  static let icy = Array("ICY 200 OK\r\n\r\n".utf8)

  static func position(latitude: Double = 45, quality: GGASentence.Quality = .autonomous)
    -> GGASentence
  {
    GGASentence(
      position: GeodeticPosition(latitude: latitude, longitude: 9, height: 0), quality: quality)
  }

  static func line(_ sentence: GGASentence) -> [UInt8] { sentence.encode() + Array("\r\n".utf8) }

  static func session(
    every interval: Duration? = .seconds(10), position: GGASentence? = position()
  ) -> NtripClientSession {
    var options = NtripSessionOptions()
    options.positionInterval = interval
    return NtripClientSession(to: url, options: options, position: position, at: .zero)
  }

  @Test("the first position rides with a version 2 request")
  func firstPosition() {
    var session = Self.session()
    let request = String(decoding: session.takeOutput(), as: UTF8.self)
    #expect(request.contains("Ntrip-GGA: $GPGGA,,4500.0000000,N,"))
    let again = session.takeOutput()
    #expect(again.isEmpty)
  }

  @Test("a position goes up when the stream is granted, then at the interval")
  func repeatsPosition() {
    var session = Self.session()
    _ = session.takeOutput()
    session.advance(to: .seconds(1))
    let output1 = session.takeOutput()
    #expect(output1.isEmpty)
    session.receive(Self.icy.span, at: .seconds(2)) { _ in }
    let output2 = session.takeOutput()
    #expect(output2 == Self.line(Self.position()))
    #expect(session.deadline == .seconds(12))
    session.report(Self.position(latitude: 46), at: .seconds(5))
    let output3 = session.takeOutput()
    #expect(output3.isEmpty)
    session.advance(to: .seconds(12))
    let output4 = session.takeOutput()
    #expect(output4 == Self.line(Self.position(latitude: 46)))
    session.advance(to: .seconds(13))
    let output5 = session.takeOutput()
    #expect(output5.isEmpty)
  }

  @Test("a network mountpoint without a blank line gets its position all the same")
  func positionWithoutBlankLine() {
    var session = Self.session()
    _ = session.takeOutput()
    session.receive(Array("ICY 200 OK\r\n".utf8).span, at: .seconds(1)) { _ in }
    let output6 = session.takeOutput()
    #expect(output6 == Self.line(Self.position()))
  }

  @Test("a report without a position is never sent")
  func waitsForPosition() {
    var session = Self.session(position: nil)
    let output7 = session.takeOutput()
    #expect(!String(decoding: output7, as: UTF8.self).contains("GGA"))
    session.receive(Self.icy.span, at: .zero) { _ in }
    session.report(Self.position(quality: .invalid), at: .seconds(1))
    let output8 = session.takeOutput()
    #expect(output8.isEmpty)
    session.report(Self.position(), at: .seconds(2))
    let output9 = session.takeOutput()
    #expect(output9 == Self.line(Self.position()))
  }

  @Test("positions stay within one a second, whatever is asked")
  func shortestInterval() {
    var schedule = GGASchedule(every: .zero, latest: Self.position())
    let due10 = schedule.takeDue(at: .zero)
    #expect(due10 != nil)
    let due11 = schedule.takeDue(at: .milliseconds(999))
    #expect(due11 == nil)
    let due12 = schedule.takeDue(at: .seconds(1))
    #expect(due12 != nil)
  }

  private func cause(_ session: NtripClientSession) -> NtripFailure.Cause? {
    if case .ended(.failure(let failure)) = session.state { failure.cause } else { nil }
  }

  @Test("no answer in time is an end")
  func answerTimeout() {
    var session = Self.session(every: nil)
    #expect(session.deadline == .seconds(15))
    session.advance(to: .milliseconds(14_999))
    #expect(cause(session) == nil)
    session.advance(to: .seconds(15))
    #expect(cause(session) == .noAnswer(after: .seconds(15)))
  }

  @Test("a head that trickles does not win time")
  func tricklingHead() {
    var session = Self.session(every: nil)
    for second in 0..<20 {
      session.receive([UInt8(ascii: "H")].span, at: .seconds(second)) { _ in }
      session.advance(to: .seconds(second))
    }
    #expect(
      cause(session) == .notACaster("HHHHHHHHHHHHHHHH")
        || cause(session) == .noAnswer(after: .seconds(15)))
  }

  @Test("a granted stream that stays silent is told from one that stops")
  func silentAndStalled() {
    var silent = Self.session(every: nil, position: nil)
    silent.receive(Self.icy.span, at: .seconds(1)) { _ in }
    #expect(silent.deadline == .seconds(61))
    var stalled = silent
    silent.advance(to: .seconds(61))
    #expect(cause(silent) == .noData(after: .seconds(60), positionSent: false))

    stalled.receive([0xD3].span, at: .seconds(50)) { _ in }
    #expect(stalled.deadline == .seconds(80))
    stalled.advance(to: .seconds(80))
    #expect(cause(stalled) == .stalled(after: .seconds(30)))
  }

  @Test("silence is counted from the first position where one is awaited")
  func silenceBeforePosition() {
    var session = Self.session(position: nil)
    session.receive(Self.icy.span, at: .seconds(1)) { _ in }
    #expect(session.deadline == nil)
    session.advance(to: .seconds(1000))
    #expect(cause(session) == nil)
    session.report(Self.position(), at: .seconds(1000))
    session.advance(to: .seconds(1059))
    #expect(cause(session) == nil)
    session.advance(to: .seconds(1060))
    #expect(cause(session) == .noData(after: .seconds(60), positionSent: true))
  }

  @Test("a position that nobody announced goes up at once, then every ten seconds")
  func unannouncedPosition() {
    var session = Self.session(every: nil, position: nil)
    let request = session.takeOutput()
    #expect(!String(decoding: request, as: UTF8.self).contains("Ntrip-GGA"))
    session.receive(Self.icy.span, at: .seconds(1)) { _ in }
    #expect(session.deadline == .seconds(61))
    session.report(Self.position(), at: .seconds(40))
    let first = session.takeOutput()
    #expect(first == Self.line(Self.position()))
    session.report(Self.position(latitude: 46), at: .seconds(41))
    let early = session.takeOutput()
    #expect(early.isEmpty)
    #expect(session.deadline == .seconds(50))
    session.advance(to: .seconds(50))
    let second = session.takeOutput()
    #expect(second == Self.line(Self.position(latitude: 46)))
    session.advance(to: .seconds(100))
    #expect(cause(session) == .noData(after: .seconds(60), positionSent: true))
  }

  @Test("a position that is known rides with the request, whether an interval is given or not")
  func knownPosition() {
    var session = Self.session(every: nil)
    let request = session.takeOutput()
    #expect(String(decoding: request, as: UTF8.self).contains("Ntrip-GGA: $GPGGA,,45"))
    session.receive(Self.icy.span, at: .seconds(1)) { _ in }
    let first = session.takeOutput()
    #expect(first == Self.line(Self.position()))
    #expect(session.deadline == .seconds(11))
  }

  @Test("nobody is told a position who is asked for the sourcetable")
  func noPositionForTable() {
    let caster = NtripURL(host: "h", mountpoint: "")
    var session = NtripClientSession(to: caster, position: Self.position(), at: .zero)
    session.report(Self.position(), at: .zero)
    let request = session.takeOutput()
    #expect(!String(decoding: request, as: UTF8.self).contains("GGA"))
    #expect(session.deadline == .seconds(15))
  }

  @Test("nothing happens after the end")
  func afterTheEnd() {
    var session = Self.session()
    session.receive(Array("ERROR - no\r\n".utf8).span, at: .zero) { _ in }
    let end = session.state
    var count = 0
    session.receive(Self.icy.span, at: .seconds(1)) { count += $0.count }
    session.report(Self.position(), at: .seconds(2))
    session.advance(to: .seconds(100))
    session.finish(at: .seconds(101)) { count += $0.count }
    #expect(session.state == end && session.deadline == nil && count == 0)
    let output13 = session.takeOutput()
    #expect(output13.isEmpty)
  }
}
