import NtripProtocol
import Testing

@Suite("URLs of casters")
struct NtripURLTests {
  @Test("a full URL is taken apart")
  func fullURL() throws {
    let url = try NtripURL("ntrip://user:secret@caster.example.org:2105/ALDF0")
    #expect(!url.usesTLS)
    #expect(url.host == "caster.example.org")
    #expect(url.port == 2105)
    #expect(url.mountpoint == "ALDF0")
    #expect(url.credentials == NtripCredentials(user: "user", password: "secret"))
  }

  @Test(
    "ports have defaults by scheme",
    arguments: [
      ("ntrip://h/M", 2101, false), ("ntrips://h/M", 443, true), ("http://h/M", 2101, false),
      ("HTTPS://h/M", 443, true), ("ntrips://h:2102/M", 2102, true), ("ntrip://h:/M", 2101, false),
    ])
  func defaultPorts(text: String, port: Int, usesTLS: Bool) throws {
    let url = try NtripURL(text)
    #expect(url.port == port)
    #expect(url.usesTLS == usesTLS)
  }

  @Test(
    "user names and passwords may hold what people choose",
    arguments: [
      ("ntrip://me@mail.org:pa#ss@h/M", "me@mail.org", "pa#ss"),
      ("ntrip://me:p@ss?w:rd@h/M", "me", "p@ss?w:rd"),
      ("ntrip://me:p%2Fw%25@h/M", "me", "p/w%"),
      ("ntrip://me@h/M", "me", ""),
      ("ntrip://:pw@h/M", "", "pw"),
    ])
  func credentials(text: String, user: String, password: String) throws {
    let url = try NtripURL(text)
    #expect(url.host == "h")
    #expect(url.mountpoint == "M")
    #expect(url.credentials == NtripCredentials(user: user, password: password))
  }

  @Test(
    "mountpoints keep slashes and are encoded in the request's path",
    arguments: [
      ("ntrip://h/a/b", "a/b", "/a/b"), ("ntrip://h/a%20b", "a b", "/a%20b"),
      ("ntrip://h", "", "/"), ("ntrip://h/", "", "/"), ("ntrip://h/M%3F1", "M?1", "/M%3F1"),
      ("ntrip://h/?STR;;;RTCM", "", "/?STR;;;RTCM"), ("ntrip://h/M@2", "M@2", "/M@2"),
    ])
  func mountpoints(text: String, mountpoint: String, path: String) throws {
    let url = try NtripURL(text)
    #expect(url.mountpoint == mountpoint)
    #expect(url.path == path)
  }

  @Test("IPv6 addresses stand in brackets")
  func addressesInBrackets() throws {
    let url = try NtripURL("ntrip://u:p@[fe80::1%eth0]:2101/M")
    #expect(url.host == "fe80::1%eth0")
    #expect(url.authority == "[fe80::1%eth0]:2101")
  }

  @Test(
    "limits of ports, hosts and paths are where they are said to be",
    arguments: [
      "ntrip://h:1/M", "ntrip://h:65535/M", "ntrip://a-b_c.d/M", "ntrip://ü.org/M",
      "ntrip://h/a b", "ntrip://h/~", "ntrip://h/?!~", "ntrip://[::1]/M",
      "ntrip://[fe80::1%a-b_c.1]/",
    ])
  func acceptsLimits(text: String) { #expect(throws: Never.self) { try NtripURL(text) } }

  @Test(
    "every byte of a mountpoint comes back from the path, and only those free in one stand bare")
  func encodesMountpoints() throws {
    let free = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
      .union("-._~!$&'()*+,;=:@/".utf8)
    for byte in UInt8(0x20)..<0x7F {
      let text = String(UnicodeScalar(byte))
      let path = NtripURL(host: "h", mountpoint: text).path
      let code = "%" + String(byte, radix: 16, uppercase: true)
      #expect(path == "/" + (free.contains(byte) ? text : code))
      #expect(try NtripURL("ntrip://h" + path).mountpoint == text)
    }
  }

  static let faulty: [(String, NtripURLError)] = [
    ("", .unknownScheme), ("caster.org/M", .unknownScheme), ("ftp://h/M", .unknownScheme),
    ("ntrip://", .badHost), ("ntrip:///M", .badHost), ("ntrip://a b/M", .badHost),
    ("ntrip://[fe80::1/M", .badHost), ("ntrip://[::1]x:2101/M", .badHost),
    ("ntrip://h:0/M", .badPort), ("ntrip://h:65536/M", .badPort), ("ntrip://h:x/M", .badPort),
    ("ntrip://u:hunter2/x@h/M", .badPort), ("ntrip://u:hunter%2@h/M", .badPercentEncoding),
    ("ntrip://u%3Av:hunter2@h/M", .colonInUserName), ("ntrip://h/M%0D%0AX", .badPath),
    ("ntrip://h/?a b", .badPath), ("ntrip://u:hunter2@[h/M", .badHost),
    ("ntrip://h/M%7F", .badPath), ("ntrip://h/M%1F", .badPath), ("ntrip://h/?\u{7F}", .badPath),
    ("ntrip://h/M%4", .badPercentEncoding), ("ntrip://h/M%G0", .badPercentEncoding),
    ("ntrip://h/M%0G", .badPercentEncoding), ("ntrip://h~/M", .badHost), ("ntrip:// /M", .badHost),
    ("ntrip://[a]:1/M", .badHost), ("ntrip://[:~]/M", .badHost), ("ntrip://[]/M", .badHost),
    ("ntrip://[h]/M", .badHost), ("ntrip://[%1]/M", .badHost),
  ]

  @Test("a faulty URL is refused with a reason that quotes nothing of it", arguments: faulty)
  func refuses(text: String, error: NtripURLError) {
    #expect(throws: error) { try NtripURL(text) }
    #expect(!"\(error)".contains("hunter"))
  }

  @Test("no text made of a URL holds its credentials")
  func hidesCredentials() throws {
    let url = try NtripURL("ntrip://somebody:hunter2@h/M")
    var dumped = ""
    dump(url, to: &dumped)
    for text in ["\(url)", dumped, String(reflecting: url.credentials)] {
      #expect(!text.contains("somebody") && !text.contains("hunter2"))
    }
    #expect("\(url)" == "ntrip://h:2101/M")
  }
}

@Suite("Basic authentication")
struct NtripCredentialsTests {
  @Test("writes and reads the header of RFC 7617's example")
  func standardExample() {
    let credentials = NtripCredentials(user: "Aladdin", password: "open sesame")
    #expect(credentials.authorization == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==")
    #expect(NtripCredentials(authorization: "basic  QWxhZGRpbjpvcGVuIHNlc2FtZQ==") == credentials)
  }

  @Test("a token without a colon is a user name")
  func noColon() {
    #expect(
      NtripCredentials(authorization: "Basic dXNlcg==")
        == NtripCredentials(user: "user", password: ""))
  }

  @Test("a password may hold colons")
  func colons() {
    let credentials = NtripCredentials(user: "u", password: "a:b:")
    #expect(NtripCredentials(authorization: credentials.authorization) == credentials)
  }

  @Test("other schemes and broken text are not read", arguments: ["Digest x", "Basic", "Basic ?!"])
  func refuses(value: String) {
    #expect(NtripCredentials(authorization: value) == nil)
  }
}
