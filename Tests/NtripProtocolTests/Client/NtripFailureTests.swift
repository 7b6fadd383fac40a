import NtripProtocol
import Testing

@Suite("What failures say")
struct NtripFailureTests {
  @Test(
    "one sentence: the caster, what happened, the remedy",
    arguments: [
      (
        .noSuchMountpoint(offered: 14),
        "has no mountpoint \"ALDF0\"; its sourcetable lists 14 others"
      ),
      (
        .noSuchMountpoint(offered: 14, nearest: ["ALDF1"]),
        "has no mountpoint \"ALDF0\"; its sourcetable lists 14 others, the nearest \"ALDF1\""
      ),
      (
        .noSuchMountpoint(offered: 14, nearest: ["ALDF1", "ALDE0", "A"]),
        "has no mountpoint \"ALDF0\"; its sourcetable lists 14 others, the nearest \"ALDF1\", \"ALDE0\" and \"A\""
      ),
      (
        .noSuchMountpoint(offered: 2, nearest: ["B", "C"]),
        "has no mountpoint \"ALDF0\"; its sourcetable lists 2 others: \"B\" and \"C\""
      ),
      (
        .noFrames(bytes: 4096),
        "sent 4096 bytes on mountpoint \"ALDF0\" and no RTCM 3 frame; check which mountpoint carries RTCM 3"
      ),
      (
        .unsupportedAuthentication,
        "wants a login other than Basic and Digest for mountpoint \"ALDF0\"; ask its operator to allow one of them"
      ),
      (.noSuchMountpoint(offered: 1), "has no mountpoint \"ALDF0\"; its sourcetable lists 1 other"),
      (
        .wrongCredentials,
        "refused user name and password for mountpoint \"ALDF0\"; check both in the URL"
      ),
      (
        .transport(.connectionRefused), "is not running: the connection was refused; check the port"
      ),
      (
        .unavailable(status: 503, retryAfter: .seconds(30)),
        "cannot serve mountpoint \"ALDF0\" now (status 503); it asks to come back in 30 s"
      ),
      (
        .noSuchMountpoint(offered: 0), "has no mountpoint \"ALDF0\"; its sourcetable lists none"
      ),
      (
        .unavailable(status: 500, retryAfter: nil),
        "cannot serve mountpoint \"ALDF0\" now (status 500); wait"
      ),
      (
        .noAnswer(after: .milliseconds(1500)),
        "did not answer within 1 s; check host and port"
      ),
      (
        .transport(.timedOut(after: .milliseconds(250))),
        "cannot be reached within 250 ms; check host, port and network"
      ),
      (
        .noData(after: .seconds(60), positionSent: true),
        "sent nothing on mountpoint \"ALDF0\" for 60 s after the position; check that it covers that place"
      ),
      (
        .noData(after: .seconds(60), positionSent: false),
        "sent nothing on mountpoint \"ALDF0\" for 60 s; it may wait for a position, so send GGA (--gga LAT,LON)"
      ),
    ] as [(NtripFailure.Cause, String)])
  func sentences(cause: NtripFailure.Cause, sentence: String) {
    let failure = NtripFailure(cause, caster: "example.org:2101", mountpoint: "ALDF0")
    #expect("\(failure)" == "caster example.org:2101 \(sentence)")
  }

  @Test("words from outside cannot steer a terminal", arguments: ["\u{1B}[2J", "a\nb", "\u{9B}1m"])
  func escapesWords(words: String) {
    let failures: [NtripFailure.Cause] = [
      .refused(words), .unexpectedStatus(418, words), .notACaster(words),
      .transport(.tls(words)), .malformed(words),
    ]
    for cause in failures {
      let sentence = "\(NtripFailure(cause, caster: words, mountpoint: words))"
      #expect(sentence.contains(#"\u00"#))
      #expect(
        sentence.unicodeScalars.allSatisfy {
          $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
        })
    }
  }

  @Test(
    "a caster that quotes the login does not get it into the error",
    arguments: [
      "ERROR - no such user somebody hunter2\r\n", "HTTP/1.1 418 hunter2\r\n\r\n",
      "hunter2 is wrong\r\n", "HTTP/1.1 418 c29tZWJvZHk6aHVudGVyMg==\r\n\r\n",
    ])
  func hidesCredentials(answer: String) {
    let url = NtripURL(
      host: "h", mountpoint: "M", credentials: .init(user: "somebody", password: "hunter2"))
    let conversation = Conversation(with: Array(answer.utf8), cutAt: [], url: url)
    guard case .ended(.failure(let failure)) = conversation.state else {
      Issue.record("the session did not end")
      return
    }
    let text = "\(failure) \(failure.cause)"
    #expect(!text.contains("hunter2") && !text.contains("c29tZ"))
  }

  @Test(
    "a password that is a common word is hidden as a word, and one of four letters anywhere",
    arguments: [
      ("abc", "no abc", true), ("abc", "abc no", true), ("abc", "no abc, no", true),
      ("abc", "no abcs", false), ("abc", "no xabc", false), ("abc", "1abc", false),
      ("abc", "abc1", false), ("abc", "abc", true), ("abcd", "no xabcdx", true),
      ("a longer password than the answer", "no", false),
    ])
  func hidesWords(password: String, words: String, isHidden: Bool) {
    let url = NtripURL(
      host: "h", mountpoint: "M", credentials: .init(user: "u", password: password))
    let answer = Array("HTTP/1.1 418 \(words)\r\nContent-Length: 0\r\n\r\n".utf8)
    let cause = Conversation(with: answer, cutAt: [], url: url).cause
    #expect(cause == .unexpectedStatus(418, isHidden ? "…" : words))
  }

  @Test("a caster's words are short and printable")
  func cleansWords() {
    let answer = "ERROR - \u{1B}[31mred\u{7}" + String(repeating: "x", count: 200) + "\r\n"
    let conversation = Conversation(
      with: Array(answer.utf8), cutAt: [], url: NtripURL(host: "h", mountpoint: "M"))
    guard case .refused(let words) = conversation.cause else {
      Issue.record("unexpected \(String(describing: conversation.cause))")
      return
    }
    #expect(words.utf8.count == 80)
    #expect(words.utf8.allSatisfy { (0x20...0x7E).contains($0) })
  }
}
