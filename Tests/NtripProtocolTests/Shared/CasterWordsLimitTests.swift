import GNSSBasics
import Testing

@testable import NtripProtocol

@Suite("Limits of a caster's own words")
struct CasterWordsLimitTests {
  private static func words(_ password: String? = nil) -> CasterWords {
    CasterWords(hiding: password.map { NtripCredentials(user: "user", password: $0) })
  }

  private static func body(_ text: String, password: String? = nil) -> String {
    words(password).body(Array(text.utf8)[...], after: nil)
  }

  @Test("a line is quoted up to 80 bytes, a body up to 200", arguments: [(0, 0), (1, 0), (0, 1)])
  func lengths(excessOfLine: Int, excessOfBody: Int) {
    let line = String(repeating: "x", count: 80)
    #expect(Self.words().line(line + String(repeating: "y", count: excessOfLine)) == line)
    let body = String(repeating: "x", count: 200)
    #expect(Self.body(body + String(repeating: "y", count: excessOfBody)) == body)
  }

  @Test(
    "a line has printable ASCII, and blanks for the rest",
    arguments: [
      ("a\u{1F}b", "a b"), ("a b", "a b"), ("a~b", "a~b"), ("a\u{7F}b", "a b"), ("a\"b", "a b"),
      (" a ", "a"), ("", ""),
    ])
  func lines(text: String, quoted: String) {
    #expect(Self.words().line(text) == quoted)
  }

  @Test(
    "bytes are text without other controls than white space, and with one byte of eight at most beyond ASCII",
    arguments: [
      ([0x08], false), ([0x09], true), ([0x0D], true), ([0x0E], false), ([0x1F], false),
      ([0x20], true), ([0x7F], true), ([], true), ([0x80], false),
      ([0x41, 0x41, 0x41, 0x41, 0x41, 0x41, 0x80], false),
      ([0x41, 0x41, 0x41, 0x41, 0x41, 0x41, 0x41, 0x80], true),
    ] as [([UInt8], Bool)])
  func text(bytes: [UInt8], isText: Bool) {
    #expect(CasterWords.areText(bytes[...]) == isText)
  }

  @Test(
    "characters that steer a terminal or the direction of writing are blanks, their neighbours not",
    arguments: [
      (0x21, true), (0x22, false), (0x23, true), (0x7E, true), (0x7F, false), (0x80, false),
      (0x9F, false), (0xA0, true), (0x200A, true), (0x200B, false), (0x200F, false),
      (0x2010, true), (0x2027, true), (0x2028, false), (0x202E, false), (0x202F, true),
      (0x205F, true), (0x2060, false), (0x206F, false), (0x2070, true), (0xFEFE, true),
      (0xFEFF, false), (0xFF00, true), (0xFFFC, true), (0xFFFD, false),
    ] as [(UInt32, Bool)])
  func scalars(number: UInt32, isShown: Bool) throws {
    let scalar = Character(try #require(Unicode.Scalar(number)))
    let text = String(repeating: "x", count: 40)
    #expect(Self.body("\(text)\(scalar)\(text)") == "\(text)\(isShown ? scalar : " ")\(text)")
  }

  @Test(
    "a password of four letters is hidden anywhere, a shorter one as a word",
    arguments: [
      ("abcd", "xabcdx", true), ("abcd", "xabcx", false), ("abcd", "abcd", true),
      ("abc", "xabcx", false), ("abc", "xabc", false), ("abc", "abcx", false),
      ("abc", "abc1", false), ("abc", "x abc x", true), ("abc", "abc x", true),
      ("abc", "x abc", true), ("abc", "abc", true), ("abc", "(abc)", true), ("abc", "ab", false),
      ("", "xyz", false),
    ])
  func passwords(password: String, text: String, isHidden: Bool) {
    #expect(Self.words(password).line(text) == (isHidden ? "…" : text))
    #expect(Self.body(text, password: password) == (isHidden ? "…" : text))
  }

  @Test("the login as it is sent is hidden, too")
  func authorization() {
    // The Base64 form of user:pw.
    #expect(Self.words("pw").line("said dXNlcjpwdw== here") == "…")
    #expect(Self.words("pw").line("said dXNlcjpwdx== here") == "said dXNlcjpwdx== here")
  }

  @Test(
    "a ban is told, the threat of one is not",
    arguments: [
      ("banned", true), ("You are BANNED.", true), ("you will be banned", false),
      ("being banned", false), ("get banned", false), ("not banned", false), ("bans", false),
      ("not be, banned", false), ("be careful: banned", true),
    ])
  func bans(text: String, isBan: Bool) {
    #expect(CasterWords.tellBan(Array(text.utf8)[...]) == isBan)
  }

  @Test(
    "of a page the text is quoted, without marks, scripts and styles, however it ends",
    arguments: [
      ("<p>expired</p>", "expired"), ("expired<br", "expired"), ("<script>if (a < b) {}", ""),
      ("<script>x</script>expired", "expired"), ("<style>x</style><b>expired", "expired"),
      ("a<b>c", "a c"), ("<", ""), ("expired > yesterday", "expired > yesterday"),
    ])
  func pages(page: String, quoted: String) {
    #expect(Self.body(page) == quoted)
  }

  @Test(
    "a body that says no more than its status is not quoted",
    arguments: [
      ("HTTP/1.1 401 Unauthorized", "401 Unauthorized: access denied", ""),
      ("HTTP/1.1 401 Gone Fishing", "gone fishing", ""),
      ("HTTP/1.1 401 Unauthorized", "401 expired", "401 expired"),
      ("HTTP/1.1 401 Unauthorized", "402", "402"),
    ])
  func statuses(line: String, text: String, quoted: String) {
    let head = NtripResponseHead(statusLine: Array(line.utf8)[...])
    #expect(Self.words().body(Array(text.utf8)[...], after: head) == quoted)
  }
}

@Suite("Limits of the search for a mountpoint's neighbours")
struct NearestLimitTests {
  private static func stream(_ name: String, latitude: Double? = nil) -> Sourcetable.Record {
    .stream(StreamRecord(mountpoint: name, latitude: latitude, longitude: latitude.map { _ in 9 }))
  }

  @Test("names have up to 100 bytes", arguments: [(100, 1), (101, 0)])
  func length(length: Int, count: Int) {
    let table = Sourcetable([Self.stream(String(repeating: "x", count: length))])
    #expect(table.nearest(to: "x").count == count)
  }

  @Test("the first 20,000 names are compared", arguments: [(19_999, true), (20_000, false)])
  func number(before count: Int, isFound: Bool) {
    let others = (0..<count).map { _ in Self.stream("zzzz") }
    let table = Sourcetable(others + [Self.stream("BASE")])
    #expect((table.nearest(to: "BASF").first == "BASE") == isFound)
  }

  @Test(
    "a name is mistyped by a third of its letters, and two at least",
    arguments: [
      ("ABCD", "ABXX", true), ("ABCD", "AXXX", false), ("ABCDEFGH", "ABCDEFXX", true),
      ("ABCDEFGH", "ABCDEXXX", false), ("ABCDEFGHI", "ABCDEFXXX", true),
      ("ABCDEFGHI", "ABCDEXXXX", false), ("abcd", "ABxx", true), ("AB[D", "AB{D", true),
    ])
  func typo(name: String, other: String, isTypo: Bool) {
    let table = Sourcetable([
      Self.stream("zzzzzzzzz", latitude: 45), Self.stream(other, latitude: 0),
    ])
    let place = GeodeticPosition(latitude: 45, longitude: 9, height: 0)
    #expect((table.nearest(to: name, from: place).first == other) == isTypo)
  }

  @Test("letters in either case are the same, other characters are not")
  func cases() {
    // The neighbours of A to Z in ASCII are @ and [.
    #expect(
      Sourcetable([Self.stream("[AZ@"), Self.stream("{az`")]).nearest(to: "{az`", count: 1)
        == ["{az`"])
    #expect(
      Sourcetable([Self.stream("xx"), Self.stream("AZ")]).nearest(to: "az", count: 1) == ["AZ"])
  }
}
