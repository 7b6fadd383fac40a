import NtripProtocol
import Testing

@Suite("A caster's own words")
struct CasterWordsTests {
  static let url = NtripURL(
    host: "h", mountpoint: "M", credentials: .init(user: "u", password: "hunter2"))

  /// Returns the failure of a link without retries whose caster sends this answer and closes.
  private static func failure(_ answer: String) -> String {
    let conversation = Conversation(with: bytes(answer), cutAt: [], url: url)
    switch conversation.state {
    case .ended(.failure(let failure)), .ended(.again(_, let failure)): return "\(failure)"
    default: return "no failure"
    }
  }

  /// Returns a text in UTF-8, with the first byte of a frame, D3, in place of the character U+00D3.
  private static func bytes(_ text: String) -> [UInt8] {
    text.unicodeScalars.flatMap { $0 == "\u{D3}" ? [0xD3] : Array(String($0).utf8) }
  }

  static let sentences: [(String, String)] = [
    (
      "HTTP/1.1 401 Unauthorized\r\n\r\nSubscription expired on 2026-05-01\r\n",
      "refused mountpoint \"M\" (status 401): \"Subscription expired on 2026-05-01\"; ask its operator"
    ),
    (
      "HTTP/1.1 403 Forbidden\r\nContent-Type: text/html\r\n\r\n<html><head><style>p{}</style></head>"
        + "<p>Maximum number of\r\n simultaneous <b>logins</b></p>",
      "refused mountpoint \"M\" (status 403): \"Maximum number of simultaneous logins\"; ask its operator"
    ),
    (
      "HTTP/1.1 403 Forbidden\r\n\r\n",
      "refused mountpoint \"M\" to this login (status 403); ask its operator for access to it"
    ),
    (
      "HTTP/1.1 401 Unauthorized\r\n\r\n<html><body><h1>401 Unauthorized</h1></body></html>",
      "refused user name and password for mountpoint \"M\"; check both in the URL"
    ),
    (
      "HTTP/1.1 401 Unauthorized\r\n\r\nBad Password",
      "refused user name and password for mountpoint \"M\", and says \"Bad Password\"; check both in the URL"
    ),
    (
      "HTTP/1.1 409 Conflict\r\n\r\nUsed by 3 others",
      "says that mountpoint \"M\" is in use, and says \"Used by 3 others\"; stop its other user, or wait"
    ),
    (
      "HTTP/1.1 503 Oops\r\n\r\nMaintenance until 12:00",
      "cannot serve mountpoint \"M\" now (status 503), and says \"Maintenance until 12:00\"; wait"
    ),
    (
      "HTTP/1.1 404 Not Found\r\n\r\nThe station is under repair",
      "has no mountpoint \"M\", and says \"The station is under repair\"; read its sourcetable for those it has"
    ),
    (
      "ICY 200 OK\r\n\r\nERROR - Account already in use\r\n",
      "sent 32 bytes on mountpoint \"M\" and no RTCM 3 frame, but \"ERROR - Account already in use\"; "
        + "check which mountpoint carries RTCM 3"
    ),
    (
      "ICY 200 OK\r\n\r\n\u{D3}\0\u{1}A123ERROR - Session limit\r\n",
      "ended the stream of mountpoint \"M\", and says \"ERROR - Session limit\""
    ),
    (
      "HTTP/1.1 401 No\r\n\r\nlogin u:hunter2 expired",
      "refused mountpoint \"M\" (status 401): \"…\"; ask its operator"
    ),
    (
      "HTTP/1.1 302 Found\r\nLocation: https://other.org/N\r\n\r\nmoved",
      "redirects requests for mountpoint \"M\" to https://other.org/N (status 302); "
        + "check that, and put it into the URL"
    ),
  ]

  @Test("are quoted from the body of what it refuses by", arguments: sentences)
  func quotes(answer: String, sentence: String) {
    #expect(Self.failure(answer) == "caster h:2101 \(sentence)")
  }

  @Test("are in what a link tells of itself, a source's too, and stay while it waits")
  func isInStatus() {
    let answer = Array("HTTP/1.1 403 No\r\nContent-Length: 7\r\n\r\nexpired".utf8)
    var reader = NtripClientMachine(to: Self.url, seed: 1)
    _ = reader.nextAction(at: .zero)
    reader.connected(at: .zero)
    reader.received(answer.span, at: .zero) { _ in }
    #expect(reader.status.error?.contains("\"expired\"") == true)
    #expect(reader.refusal?.failure.words == "expired")
    var source = NtripSourceMachine(to: Self.url, seed: 1)
    _ = source.nextAction(at: .zero)
    source.connected(at: .zero)
    source.received(answer.span, at: .zero)
    #expect(source.status.error?.contains("\"expired\"") == true)
  }

  @Test("are short, and nothing in them steers a terminal or the direction of writing")
  func cleans() {
    let text = "\u{202E}\u{9B}31m gesperrt für \"x\" " + String(repeating: "y", count: 500)
    let sentence = Self.failure("HTTP/1.1 403 No\r\n\r\n\(text)")
    #expect(sentence.contains("gesperrt für") && sentence.utf8.count < 300)
    #expect(sentence.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x2000 })
    let control = Self.failure("HTTP/1.1 403 No\r\n\r\nexpired\u{1B}[2J")
    #expect(!control.contains("expired"))
  }
}
